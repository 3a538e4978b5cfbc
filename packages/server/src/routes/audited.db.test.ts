import { allEndpoints } from '@goodword/contract/all-endpoints'
import { idempotencyOf } from '@goodword/contract/frame/endpoint'
import type { AuditEntry } from '@goodword/contract/staff/audit-entry'
import { expect, test } from 'vitest'
import { verifyAudit } from '../administration/audit/verify-audit.ts'
import { replaceProgram } from '../administration/programs/replace-program.ts'
import { auditRequest } from '../frame/audit/audit-request.ts'
import { auditedParams } from '../frame/http/server/audited.ts'
import { entriesOf, merchantAt } from '../testing/merchant.ts'
import { isWriteName, type Write, writeStories } from '../testing/requests/write-stories.ts'
import { credentialsFor } from '../testing/staff/credentials.ts'
import { addStaff, signedIn } from '../testing/staff/team.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
// Lists are in the order of time.
service.clock.step = 1
const writes = allEndpoints.filter((it) => it.method !== 'GET' && it.changesNothing !== true)
const adminWrites = writes.filter((it) => it.scope === 'admin')
const others = writes.filter((it) => it.scope !== 'admin' && it.scope !== null)
const unknownId = '019c13ec-9e00-7000-854b-b3ee23565fa4'

const keysOf = ({ isTestMode }: Pick<Write, 'isTestMode'>) =>
  isTestMode === true ? service.test : service.live

async function auditOf(write: Pick<Write, 'isTestMode'>): Promise<readonly AuditEntry[]> {
  const { alias, apiKey: key } = keysOf(write)
  const { body } = await service.call('GET', '/audit?limit=1000', { alias, key })
  return body.entries as AuditEntry[]
}

async function send(name: string, write: Write) {
  const endpoint = writes.find((it) => it.name === name)
  if (endpoint === undefined) throw new Error(`no endpoint ${name}`)
  const keys = keysOf(write)
  const { key, headers } = await credentialsFor(service, endpoint, keys)
  const before = (await auditOf(write)).length
  const body = write.body ?? write.file?.text
  const { status } = await service.call(endpoint.method, write.path, {
    alias: keys.alias,
    key,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...headers,
      'user-agent': 'x'.repeat(500),
      ...(write.file === undefined ? {} : { 'content-type': write.file.contentType }),
      ...(idempotencyOf(endpoint) === 'none' ? {} : { 'idempotency-key': `${name}-${before}` }),
    },
  })
  const entries = await auditOf(write)
  return { status, key, entries: entries.slice(0, entries.length - before) }
}

/** Our ID in the path of a request; null if it names nothing of ours. */
function idIn(path: string): string | null {
  return (
    /(?:webhooks|deliveries|api-keys|notifications|staff|staff-invitations)\/([0-9a-f-]{36})/.exec(
      path,
    )?.[1] ?? null
  )
}

/** The operations whose path has no ID of ours for the changed record. */
const madeSubjects = [
  ...['createWebhook', 'eraseUser', 'createApiKey', 'rollSigningKey'],
  ...['addDomain', 'checkDomain', 'removeDomain'],
]

test.each(adminWrites.map((it) => it.name))(
  'I13: %s leaves one entry: who, what, when, from where',
  async (name) => {
    if (!isWriteName(name)) throw new Error(`no story for ${name}`)
    const write = await writeStories[name](service, `done${name.toLowerCase()}`)
    const { status, entries, key } = await send(name, write)
    expect(status).toBeLessThan(300)
    expect(entries).toEqual([
      {
        id: expect.any(String),
        dateCreated: expect.any(Number),
        actor:
          key === null
            ? expect.stringMatching(/^staff \S+ team-of-acme@example.com$/)
            : `key ****${key.slice(-4)}`,
        action: name,
        subject: madeSubjects.includes(name) ? expect.any(String) : idIn(write.path),
        accountId: null,
        details: expect.objectContaining({
          requestId: expect.any(String),
          ...(key === null ? {} : { byKeyId: expect.any(String) }),
        }),
        address: '127.0.0.1',
        userAgent: 'x'.repeat(160),
        sequence: expect.any(Number),
        previousHash: expect.any(String),
        hash: expect.any(String),
      },
    ])
  },
)

test.each(others.map((it) => it.name))('%s leaves none with a key: events record it', async (name) => {
  if (!isWriteName(name)) throw new Error(`no story for ${name}`)
  const { entries } = await send(name, await writeStories[name](service, `other${name.toLowerCase()}`))
  expect(entries).toEqual([])
})

const refusedRequests: Readonly<Record<string, readonly [code: string, write: Write]>> = {
  eraseUser: ['USER_NOT_FOUND', { path: '/account/nobody/user/nobody' }],
  replaceProgram: ['STALE_VERSION', { path: '/program', body: { version: 99 } }],
  connectProcessor: ['VALIDATION_FAILED', { path: '/connection', body: liveCredentials('sandbox') }],
  checkConnection: ['PROCESSOR_NOT_CONNECTED', { path: '/connection/check' }],
  reconcileConnection: ['PROCESSOR_NOT_CONNECTED', { path: '/connection/reconcile', body: {} }],
  removeConnection: ['PROCESSOR_NOT_CONNECTED', { path: '/connection' }],
  createWebhook: ['VALIDATION_FAILED', { path: '/webhooks', body: { url: 'https://127.0.0.1/' } }],
  updateWebhook: ['RECEIVER_NOT_FOUND', { path: `/webhooks/${unknownId}`, body: { enabled: false } }],
  deleteWebhook: ['RECEIVER_NOT_FOUND', { path: `/webhooks/${unknownId}` }],
  rotateWebhookSecret: ['RECEIVER_NOT_FOUND', { path: `/webhooks/${unknownId}/rotate` }],
  testWebhook: ['RECEIVER_NOT_FOUND', { path: `/webhooks/${unknownId}/test` }],
  resendDeliveries: ['RECEIVER_NOT_FOUND', { path: `/webhooks/${unknownId}/resend`, body: { from: 0 } }],
  resendDelivery: ['DELIVERY_NOT_FOUND', { path: `/deliveries/${unknownId}/resend` }],
  rollApiKey: ['API_KEY_NOT_FOUND', { path: `/api-keys/${unknownId}/roll`, body: { overlapHours: 0 } }],
  revokeApiKey: ['API_KEY_NOT_FOUND', { path: `/api-keys/${unknownId}` }],
  checkDomain: ['DOMAIN_NOT_FOUND', { path: '/domains/unknown.example/check' }],
  removeDomain: ['DOMAIN_NOT_FOUND', { path: '/domains/unknown.example' }],
  moveTestClock: ['CLOCK_GOES_BACK', { path: '/test/clock', body: { now: 1 }, isTestMode: true }],
}

test.each(Object.entries(refusedRequests))(
  'I13: %s leaves one entry when it is refused',
  async (name, [code, write]) => {
    // An earlier test may have connected the program.
    if (code === 'PROCESSOR_NOT_CONNECTED')
      await merchantAt(service.call, service.live).request('DELETE', '/connection')
    const { status, entries } = await send(name, write)
    expect(status).toBeGreaterThanOrEqual(400)
    const refusals = entries.filter((it) => it.details.outcome !== undefined)
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toMatchObject({
      action: name,
      subject: idIn(write.path),
      details: { outcome: 'REFUSED', errorCode: code },
    })
    // A request that is also noted before it begins has an entry of that as well.
    const requests = new Set(entries.map((it) => it.details.requestId))
    expect([entries.length <= 2, requests.size]).toEqual([true, 1])
  },
)

test('I13: every write of staff leaves one entry, with ID, e-mail address and address, whatever the scope', async () => {
  const { staffId, email } = await addStaff(service.ctx, service.live, 'owner')
  const browser = await signedIn(service.app, email)
  const code = await service.addUser('of_staff')
  const merchant = merchantAt(service.call, service.live)
  await merchant.friend('friend_of_staff', code)
  const { id: referralId } = await merchant.referral('friend_of_staff')
  const before = (await auditOf({})).length
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  const requests = [
    ['POST', '/rewards', { accountId: 'of_staff', reward }],
    ['POST', '/credit/redeem', { accountId: 'of_staff', unit: 'EUR', amount: 120 }],
    ['POST', '/reward/{the last}/cancel', undefined],
    ['PUT', `/code/${code}`, { disabled: true }],
    ['POST', '/referrals/moderate', { actions: [{ referralId, action: 'DENY' }] }],
    ['DELETE', `/webhooks/${unknownId}`, undefined],
  ] as const
  for (const [index, [method, path, body]] of requests.entries()) {
    const headers = { 'idempotency-key': `of-staff-${index}`, 'user-agent': 'Firefox' }
    const [last] = entriesOf((await service.call('GET', '/rewards?limit=1')).body.rewards)
    const url = `/api/v1/acme${path.replace('{the last}', String(last?.id))}`
    await browser.request(method, url, { ...(body === undefined ? {} : { body }), headers })
  }
  const entries = await auditOf({})
  const made = entries.slice(0, entries.length - before)
  expect(made.map((it) => it.action)).toEqual([
    'deleteWebhook',
    'moderateReferrals',
    'updateCode',
    'cancelReward',
    'redeemCredit',
    'giveReward',
  ])
  // The entry has the rewards and decisions; the accounts that they belong to are looked up.
  const [given] = entriesOf((await service.call('GET', '/rewards?accountId=of_staff')).body.rewards)
  const [, moderated, ofCode, cancelled, redeemed, gave] = made
  expect(gave).toMatchObject({ subject: given?.id, accountId: 'of_staff', details: { reward } })
  expect(redeemed).toMatchObject({
    accountId: 'of_staff',
    details: { unit: 'EUR', amount: 120, rewardIds: [given?.id] },
  })
  expect(cancelled).toMatchObject({ subject: given?.id, accountId: 'of_staff', details: { redeemed: 120 } })
  expect(ofCode?.details).toMatchObject({ disabled: true })
  expect(moderated?.details).toMatchObject({ actions: [{ referralId, action: 'DENY' }] })
  for (const entry of made) {
    expect(entry).toMatchObject({
      actor: `staff ${staffId} ${email}`,
      address: '127.0.0.1',
      userAgent: 'Firefox',
      details: { requestId: expect.any(String) },
    })
  }
  expect(JSON.stringify(made)).not.toContain(code)
  expect(JSON.stringify(made.map((it) => it.details))).not.toContain('of_staff')
})

test('a repeat that is answered from what was kept leaves no entry, and one that finds all as it wants says so', async () => {
  const write = await writeStories.updateWebhook(service, 'repeated')
  const { alias, apiKey: key } = keysOf(write)
  const options = { alias, key, body: write.body, headers: { 'idempotency-key': 'repeated' } }
  await service.call('PUT', write.path, options)
  const [first] = await auditOf(write)
  await service.call('PUT', write.path, options)
  expect((await auditOf(write))[0]).toEqual(first)
  await service.call('PUT', write.path, { ...options, headers: {} })
  expect((await auditOf(write))[0]).toMatchObject({ details: { outcome: 'UNCHANGED' } })
})

test('settings show what they were and what they are, without secrets', async () => {
  const { body: program } = await service.call('GET', '/program')
  await service.call('PUT', '/program', { body: { ...program, cookieDays: 7 } })
  const [entry] = await auditOf({})
  expect(entry?.details.changed).toEqual({ cookieDays: [program.cookieDays, 7] })
  const { path } = await writeStories.updateWebhook(service, 'before')
  const body = { url: 'http://127.0.0.1:1/after?token=hidden', types: ['test'] }
  const { entries } = await send('updateWebhook', { path, body, isTestMode: true })
  expect(entries[0]?.details.changed).toEqual({
    url: ['http://127.0.0.1:1/before', 'http://127.0.0.1:1/after'],
    types: [[], ['test']],
  })
  expect(JSON.stringify(entries)).not.toContain('hidden')
})

test('a request that fails leaves an entry of that, also after its change was stored', async () => {
  const request = {
    ...{ name: 'key ****test', address: null, userAgent: null, action: 'replaceProgram', subject: null },
    origin: { requestId: 'some request' },
    isNotedWithChange: true,
  }
  const { alias } = service.live
  const failing = auditRequest(service.ctx, alias, request, async (acting) => {
    await replaceProgram(acting, alias, { name: 'Changed' }, null)
    throw new Error('the connection was lost')
  })
  await expect(failing).rejects.toThrow('the connection was lost')
  const [failed, changed] = await auditOf({})
  expect(failed?.details).toEqual({ outcome: 'FAILED', requestId: 'some request' })
  expect(changed?.details).toMatchObject({ changed: { name: expect.anything() }, requestId: 'some request' })
})

test('the list is filtered by actor, action, subject and time, and read page by page', async () => {
  const entries = await auditOf({ isTestMode: true })
  const { alias, apiKey: key } = service.test
  const list = async (query: Record<string, string>) => {
    const { body } = await service.call('GET', `/audit?${new URLSearchParams({ limit: '1000', ...query })}`, {
      alias,
      key,
    })
    return body as { entries: AuditEntry[]; totalCount: number; nextCursor: string | null }
  }
  for (const field of ['actor', 'action', 'subject'] as const) {
    const value = entries.map((it) => it[field]).find((it) => it !== null) ?? ''
    const expected = entries.filter((it) => it[field] === value)
    expect((await list({ [field]: value })).entries).toEqual(expected)
    expect((await list({ [field]: `${value}x` })).entries).toEqual([])
  }
  const [newest] = entries
  const since = `${newest?.dateCreated}`
  const expected = entries.filter((it) => it.dateCreated >= Number(since))
  expect((await list({ dateCreated: since })).entries).toEqual(expected)
  const first = await list({ limit: '2' })
  const second = await list({ limit: '2', cursor: first.nextCursor ?? '' })
  expect([...first.entries, ...second.entries]).toEqual(entries.slice(0, 4))
  expect(first.totalCount).toBe(entries.length)
})

test('the log has no personal data of users: no IDs, codes or paths of the merchant', async () => {
  // A new parameter belongs to one of them: an ID of ours, or a name that is left out.
  const left = ['accountId', 'userId', 'code', 'domain']
  const params = new Set(writes.flatMap((it) => Object.keys(it.params.properties)))
  expect([...params].filter((it) => !auditedParams.has(it) && !left.includes(it))).toEqual([])
  await service.addUser('hidden_account', { email: 'hidden@example.com' })
  await send('eraseUser', { path: '/account/hidden_account/user/hidden_account_user' })
  await send('eraseUser', { path: '/account/hidden_account/user/hidden_unknown' })
  await send('deleteWebhook', { path: '/webhooks/hidden@example.com' })
  const text = JSON.stringify(
    await service.owner.query({ name: '', text: 'select * from app.audit_entry' }, []),
  )
  expect(text).not.toContain('hidden')
})

test('the chains of all that was done here are whole', async () => {
  for (const { alias } of [service.live, service.test]) {
    expect(await verifyAudit(service.ctx, alias)).toMatchObject({ ok: true, outsideOfChain: 0 })
  }
})

function liveCredentials(environment: string) {
  const keys = { merchantId: 'some_merchant', publicKey: 'some_public', privateKey: 'some_private' }
  return { processor: 'braintree', environment, ...keys }
}
