import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@goodword/client'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startProgramWithLogin } from './testing/program-with-login.ts'
import { startReceiver } from './testing/receiver.ts'
import { runGoodwordProcess, startGoodword } from './testing/run-goodword.ts'

const { url, live, tested, config, folder, goodword, stop, startAgain } = await startProgramWithLogin()
afterAll(stop)

/** Runs a command with `--json`, and expects that it succeeds. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await goodword([...args, '--json'])
  expect({ code, errors }).toMatchObject({ code: 0 })
  return JSON.parse(output)
}

test('a key is kept for its owner alone once the service has accepted it, and is never shown', async () => {
  const file = join(config.GOODWORD_CONFIG_DIR, 'profiles.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = readFileSync(file, 'utf8')
  const wrong = await goodword(['login', '--url', url, '--tenant', tested.alias], 'gw_test_wrong')
  expect(wrong).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringContaining('does not accept this key'),
  })
  expect(readFileSync(file, 'utf8')).toBe(before)

  const second = await goodword(
    ['login', '--url', `${url}/`, '--tenant', live.alias, '--profile', 'real'],
    live.apiKey,
  )
  expect(second.code).toBe(0)
  const { output } = await goodword(['profiles'])
  expect(output).toContain(`*\treal\torchard\t${url}\t`)
  expect(output).not.toContain(tested.apiKey)
  expect((await goodword(['profiles', 'use', 'test_orchard'])).code).toBe(0)
  expect(await goodword(['trigger', 'user.created', '--profile', 'real'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('orchard is live'),
  })
  expect((await goodword(['logout', '--profile', 'real'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toContain(live.apiKey)
})

test('the environment replaces a profile', async () => {
  const given = { GOODWORD_URL: url, GOODWORD_TENANT: live.alias, GOODWORD_API_KEY: live.apiKey }
  const status = await runGoodwordProcess(['status', '--json'], { env: { ...given, HOME: folder } })
  expect(status.code).toBe(1)
  expect(JSON.parse(status.output).steps).toContainEqual(expect.objectContaining({ step: 'SERVER_CALLED' }))
})

test('the status of an integration is a list, and fails while a step is missing', async () => {
  const status = await goodword(['status'])
  expect(status).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/steps are missing for test_orchard/),
  })
  expect(status.output).toMatch(/^✓ PROGRAM_ACTIVE/m)
  expect(status.output).toMatch(/^✗ SCRIPT_LOADED/m)
})

test('events are forwarded with the signature of webhooks, and a listener goes on where the last one ended', async () => {
  const { secret } = (await json('listen', '--print-secret')) as { secret: string }
  const webhook = new Webhook(secret)
  const receiver = await startReceiver()
  const to = ['listen', '--forward-to', `${receiver.url}/goodword/events`, '--json']
  const listener = startGoodword([...to, '--count', '2'], { env: config })
  // It says so after it has read where the feed ends.
  await listener.waitForErrors(/Listening to/)
  const { eventId, accounts } = await json('trigger', 'referral.converted')
  const { code, output } = await listener.ended
  expect(code).toBe(0)
  const shown = linesOf(output)
  expect(shown.map(({ type, status }) => [type, status])).toEqual([
    ['user.created', 204],
    ['referral.started', 204],
  ])
  const rest = await goodword([...to, '--resume', '--events', 'referral.converted', '--count', '1'])
  expect(linesOf(rest.output)).toEqual([expect.objectContaining({ eventId, status: 204 })])
  const [first] = receiver.requests
  expect(webhook.verify(first?.body ?? '', Object(first?.headers))).toMatchObject({
    live: false,
    type: 'user.created',
  })
  expect(() => webhook.verify(`${first?.body} `, Object(first?.headers))).toThrow()

  receiver.answerWith(500)
  const refused = await goodword(['events', 'resend', String(eventId), '--forward-to', receiver.url])
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Response  500') })
  const explained = await goodword(['referral', 'explain', String((accounts as string[])[1])])
  expect(explained.output).toContain('The account paid for the first time. (server)')
})

test('a listener waits while the service restarts, and misses nothing', async () => {
  const receiver = await startReceiver()
  const listener = startGoodword(
    ['listen', '--forward-to', receiver.url, '--events', 'account.blocked', '--json'],
    {
      env: config,
    },
  )
  onTestFinished(() => listener.kill('SIGKILL'))
  // It says so after it has read where the feed ends.
  await listener.waitForErrors(/Listening to/)
  const start = await startAgain()
  expect(await runGoodwordProcess(['status'], { env: config })).toMatchObject({ code: 69, output: '' })
  await start()
  const { eventId } = await json('trigger', 'account.blocked')
  await listener.waitForOutput(new RegExp(String(eventId)))
  listener.kill('SIGINT')
  const { code, errors } = await listener.ended
  expect(code).toBe(130)
  expect(errors).toMatch(/is away: .*\n.*The service is back/)
})

test('the service sends an event again to the receivers that got it', async () => {
  const client = createClient({ baseUrl: url, tenantAlias: tested.alias, apiKey: tested.apiKey })
  const receiver = await startReceiver()
  const { id } = await client.createWebhook({ body: { url: receiver.url, types: ['reward.redeemed'] } })
  const { eventId } = await json('trigger', 'reward.redeemed')
  await expect.poll(() => receiver.requests.length).toBe(1)
  const resent = await goodword(['events', 'resend', String(eventId), '--json'])
  expect(linesOf(resent.output)).toEqual([
    expect.objectContaining({ eventId, webhookId: id, state: 'PENDING' }),
  ])
  await expect.poll(() => receiver.requests.length).toBe(2)
  const { eventId: other } = await json('trigger', 'user.created')
  const unsent = await goodword(['events', 'resend', String(other)])
  expect(unsent).toMatchObject({ code: 1, errors: expect.stringContaining('No receiver has a delivery') })
  for (const id of ['019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60', 'nope']) {
    const unknown = await goodword(['events', 'resend', id])
    expect(unknown).toMatchObject({ code: 1, errors: expect.stringContaining(`has the ID "${id}"`) })
  }
})

test('events are listed from the newest on, by account and period, or from the oldest on', async () => {
  const { eventId, accounts } = await json('trigger', 'referral.converted')
  const [, friend = ''] = accounts as string[]
  const list = async (...args: string[]) =>
    linesOf((await goodword(['events', 'list', '--json', ...args])).output)
  const ofFriend = await list('--account', friend)
  expect(ofFriend[0]?.created).toBeGreaterThanOrEqual(Number(ofFriend.at(-1)?.created))
  expect(ofFriend.map(({ id }) => id)).toContain(eventId)
  expect(await list('--account', friend, '--oldest')).toEqual(ofFriend.toReversed())
  const all = await list('--all')
  expect(all.slice(0, 2)).toEqual(await list('--limit', '2'))
  expect(await list('--all', '--since', '1h')).toEqual(all)
  const created = Number(all.find(({ id }) => id === eventId)?.created)
  const since = (time: number) => goodword(['events', 'list', '--since', new Date(time).toISOString()])
  expect((await since(created)).output).toContain(eventId)
  expect((await since(created + 1)).output).not.toContain(eventId)
  const few = await goodword(['events', 'list', '--limit', '1'])
  expect(few.errors).toBe('These are the newest 1. There may be more: --all, or --limit.')
})

test('a receiver is added, listed and tried, and the requests to it are followed', async () => {
  const receiver = await startReceiver()
  expect((await goodword(['webhooks', 'list'])).code).toBe(0)
  const types = ['--events', 'export.completed,account.unblocked']
  const added = await json('webhooks', 'add', receiver.url, ...types)
  expect(added).toMatchObject({ url: `${receiver.url}/`, secret: expect.stringMatching(/^whsec_/) })
  const id = String(added.id)
  expect((await goodword(['webhooks', 'list'])).output).toContain(
    `${receiver.url}/\texport.completed,account.unblocked\tenabled\t`,
  )
  expect(await json('webhooks', 'test', id)).toMatchObject({ type: 'test', state: 'SUCCEEDED' })
  const [sent] = receiver.requests
  expect(new Webhook(String(added.secret)).verify(sent?.body ?? '', Object(sent?.headers))).toBeTruthy()

  receiver.answerWith(500)
  const failed = await goodword(['webhooks', 'test', id])
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('Response  500') })
  const shown = linesOf((await goodword(['logs', '--webhook', id, '--json'])).output)
  expect(shown).toMatchObject([
    { type: 'test', status: 204, error: null },
    { type: 'test', status: 500, isTriedAgain: false },
  ])
  const failures = await goodword(['logs', '--webhook', id, '--failed'])
  expect(failures.output).toMatch(/^\S+ {2}500 \(\d+ ms\) {2}test [^\n]*$/)

  receiver.answerWith(204)
  const follower = startGoodword(['logs', '--webhook', id, '--limit', '1', '--follow'], { env: config })
  onTestFinished(() => follower.kill('SIGKILL'))
  await follower.waitForOutput(/ 500 /)
  const { eventId } = await json('trigger', 'export.completed', '--set', 'export.kind=referrals')
  await follower.waitForOutput(new RegExp(`204 .*${eventId}`))
  follower.kill('SIGINT')
  expect((await follower.ended).code).toBe(130)
})

test('any operation is called with the key of the profile, and its status decides the exit code', async () => {
  const body = JSON.stringify({ accountId: 'acct_raw', id: 'raw', firstName: 'Raw' })
  const created = await goodword(['api', 'post', '/user', '--data', '-'], body)
  expect(JSON.parse(created.output)).toMatchObject({ accountId: 'acct_raw', firstName: 'Raw' })
  const listed = await goodword(['api', 'GET', `/api/v1/${tested.alias}/users?limit=1&query=Raw`])
  expect(JSON.parse(listed.output)).toMatchObject({ count: 1, users: [{ id: 'raw' }] })
  const unknown = await goodword(['api', 'GET', 'code/NOBODY'])
  expect(unknown).toMatchObject({ code: 1, errors: 'The status is 404.' })
  expect(JSON.parse(unknown.output)).toMatchObject({ apiErrorCode: 'REFERRAL_CODE_NOT_FOUND' })
})

test('what an event is made of can be set', async () => {
  const sets = ['friend.accountId=acct_set', 'friend.firstName=Zoë = Z', 'subscription.value=20']
  const options = sets.flatMap((it) => ['--set', it])
  expect(await json('trigger', 'referral.converted', ...options)).toMatchObject({
    accounts: [expect.stringMatching(/_bob$/), 'acct_set'],
  })
  const read = async (path: string) => JSON.parse((await goodword(['api', 'GET', path])).output)
  expect(await read('/account/acct_set')).toMatchObject({ subscription: { status: 'PAID', value: 20 } })
  expect(await read('/account/acct_set/user/acct_set_user')).toMatchObject({ firstName: 'Zoë = Z' })
})

test('events that are triggered really happen', async () => {
  const types = [
    'user.created',
    'reward.created',
    'referral.ended',
    'referral.moderated',
    'reward.balance.changed',
    'reward.cancelled',
    'account.unblocked',
    'export.completed',
  ]
  const triggered = await Promise.all(types.map((type) => json('trigger', type)))
  const { output } = await goodword(['events', 'list', '--all', '--json'])
  const listed = linesOf(output).map(({ id, type }) => ({ id, type }))
  expect(listed).toEqual(
    expect.arrayContaining(triggered.map(({ eventId, type }) => ({ id: eventId, type }))),
  )
  expect(triggered.map(({ type }) => type)).toEqual(types)
})

test('events that need more than the API are refused with what they need', async () => {
  expect((await goodword(['trigger', 'bill.wrong'])).errors).toContain('needs a connected payment processor')
  const unknown = await goodword(['trigger', 'nothing'])
  expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('export.completed.') })
  expect(unknown.errors).not.toContain('bill.wrong')
})

test('codes are set, shown, disabled and enabled', async () => {
  const { accounts } = await json('trigger', 'user.created')
  const [accountId = ''] = accounts as string[]
  expect(await json('codes', 'set', accountId, `${accountId}_user`, 'pear7')).toMatchObject({
    referralCode: 'PEAR7',
  })
  expect((await goodword(['codes', 'show', 'pear7'])).output).toContain('Friend’s discount          10 %')
  expect(await json('codes', 'disable', 'pear7')).toMatchObject({ disabled: true })
  expect(await json('codes', 'enable', 'pear7')).toMatchObject({ disabled: false })
  const { output } = await goodword(['codes', 'list', accountId, `${accountId}_user`, '--json'])
  expect(linesOf(output)[0]).toMatchObject({ code: 'PEAR7', current: true })
})

test('rewards are listed with their terms, their referral and their place among those that wait', async () => {
  const { accounts } = await json('trigger', 'user.created')
  const [accountId = ''] = accounts as string[]
  const free = { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1, stacking: 'QUEUE' }
  const body = JSON.stringify({ accountId, reward: free })
  for (const key of ['first', 'second'])
    await json('api', 'POST', '/rewards', '--data', body, '--idempotency-key', key)
  const { output } = await goodword(['rewards', 'list', '--account', accountId])
  const [titles = '', ...rows] = output.trim().split('\n')
  expect(titles.split('\t')).toContain('QUEUE')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('100 % off each bill for 1 month, one after another\tAVAILABLE')
  expect((await goodword(['rewards', 'list', '--type', 'SHARE'])).errors).toContain('PAYMENT_SHARE')
})

test('a fraud rule is simulated, and an unknown one refused with the names', async () => {
  expect(await json('simulate', 'LEAKED_CODE', '--thresholds', 'publicClicks=1')).toMatchObject({
    state: 'DONE',
    rules: [{ thresholds: expect.objectContaining({ publicClicks: 1 }) }],
  })
  const wrong = await goodword(['simulate', 'LEAKED'])
  expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('LEAKED_CODE') })
})

test('an import sends a file, and says which rows were not imported', async () => {
  const rows = ['accountId,id,email', 'acct_ann,ann,ann@example.com', 'acct_ben,ben,nowhere']
  writeFileSync(join(folder, 'people.csv'), rows.join('\n'))
  const imported = await goodword(['import', 'users', 'people.csv', '--json'])
  expect(imported).toMatchObject({ code: 1, errors: expect.stringContaining('line 3, email: ') })
  const { id, ...result } = JSON.parse(imported.output)
  expect(result).toMatchObject({ state: 'DONE', rows: 2, created: 1, rejected: 1 })
  expect((await goodword(['import', 'users', '--resume', id, '--json'])).output).toContain('"created":1')
  expect(await goodword(['import', 'users', 'none.csv'])).toMatchObject({ code: 1, output: '' })
})

test('an export is a complete file or none, and goes on after what was loaded', async () => {
  const { exportId, bytes } = await json('export', 'users', '--to', 'users.csv')
  const whole = readFileSync(join(folder, 'users.csv'))
  expect(whole.length).toBe(bytes)
  writeFileSync(join(folder, `again.csv.${exportId}.part`), whole.subarray(0, 10))
  expect(await json('export', 'users', '--resume', String(exportId), '--to', 'again.csv')).toMatchObject({
    bytes,
  })
  expect(readFileSync(join(folder, 'again.csv'))).toEqual(whole)
  const taken = await goodword(['export', 'users', '--to', 'users.csv'])
  expect(taken).toMatchObject({ code: 1, errors: expect.stringContaining('users.csv exists') })
})

const linesOf = (output: string): Record<string, unknown>[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
