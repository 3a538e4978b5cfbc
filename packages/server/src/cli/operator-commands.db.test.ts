import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNameServer } from '../testing/name-server.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../testing/program.ts'
import { runCommand } from '../testing/run-command.ts'

const environment = await makeEnvironment()
const names = await startNameServer()
const env = { ...environment.env, NAME_SERVERS: names.address }
const running: Program[] = []
const folder = temporaryFolder()
let url: string
let apiKey: string

beforeAll(async () => {
  const program = startProgram('main.ts', env)
  running.push(program)
  url = (await program.waitForOutput(/"baseUrl":"([^"]+)"/))[1] ?? ''
  const created = await answer('tenant', 'create', 'acme', '--landing-page', 'https://example.com/')
  apiKey = Object(created.live).apiKey
})
afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await environment.drop()
  await names.close()
})

/** The output of a command, which must succeed. */
async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

let files = 0

async function fileWith(settings: object): Promise<string> {
  files += 1
  const file = join(folder, `program-${files}.json`)
  await writeFile(file, JSON.stringify(settings))
  return file
}

const statusOf = async (): Promise<number> => {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` }
  return (await fetch(`${url}/api/v1/acme/referrals`, { headers })).status
}

test('a program is shown, and a file with one field changes that field alone', async () => {
  const before = await answer('program', 'get', 'acme')
  expect(before).toMatchObject({ version: 1, landingPage: 'https://example.com/', cookieDays: 90 })
  const off = { fraudRules: [{ rule: 'SAME_EMAIL', mode: 'off' }] }
  await answer('program', 'set', 'acme', await fileWith({ ...off, maxReferrerRewards: 3 }))
  const after = await answer('program', 'set', 'acme', await fileWith({ version: 2, cookieDays: 30 }))
  expect(after).toMatchObject({
    version: 3,
    landingPage: 'https://example.com/',
    cookieDays: 30,
    maxReferrerRewards: 3,
  })
  expect(after.fraudRules).toContainEqual({ rule: 'SAME_EMAIL', mode: 'off' })
  expect(Object(after.fraudRules)).toHaveLength(Object(before.fraudRules).length)
  const cleared = await answer('program', 'set', 'acme', await fileWith({ maxReferrerRewards: null }))
  expect(cleared).not.toHaveProperty('maxReferrerRewards')
  expect(await answer('program', 'get', 'acme')).toEqual(cleared)
})

test('a command that breaks live links runs once it is confirmed, and says what breaks', async () => {
  const noPage = await fileWith({ landingPage: null })
  // Without a referral code there are no share links to break.
  await answer('program', 'set', 'acme', noPage)
  await answer('program', 'set', 'acme', await fileWith({ landingPage: 'https://example.com/' }))
  const user = { accountId: 'ada', id: 'ada_user' }
  const made = await fetch(`${url}/api/v1/acme/user`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  expect(made.status).toBe(200)
  const added = await answer('domain', 'add', 'acme', 'go.acme.example.com')
  expect(added).toMatchObject({ state: 'PENDING' })
  names.texts.set('_goodword.go.acme.example.com', [[Object(added.proof).value]])
  expect(await answer('domain', 'check', 'acme', 'go.acme.example.com')).toMatchObject({ state: 'VERIFIED' })
  const program = await answer('program', 'get', 'acme')
  const breaking: readonly string[][] = [
    ['program', 'set', 'acme', noPage],
    ['program', 'set', 'acme', await fileWith({ cookieDays: 30 }), '--replace'],
    ['domain', 'remove', 'acme', 'go.acme.example.com'],
    ['tenant', 'disable', 'acme'],
  ]
  for (const args of breaking) {
    expect(await runCommand(env, ...args)).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(
        /^Share links of acme .*: 1 codes, 0 clicks in the last 30 days\. Nothing was changed\. To confirm, run it again with --yes\.\n$/,
      ),
    })
  }
  expect(await answer('program', 'get', 'acme')).toEqual(program)
  const replaced = await answer(
    'program',
    'set',
    'acme',
    await fileWith({ cookieDays: 30 }),
    '--replace',
    '--yes',
  )
  expect(replaced).toMatchObject({ cookieDays: 30, landingPage: null })
  await answer('domain', 'remove', 'acme', 'go.acme.example.com', '--yes')
})

test('a tenant that is disabled opens nothing until it is enabled, and is listed', async () => {
  expect(await statusOf()).toBe(200)
  expect(await answer('tenant', 'disable', 'acme', '--yes')).toEqual({
    alias: 'acme',
    enabled: false,
    changed: true,
  })
  await expect.poll(statusOf).toBe(401)
  expect(await answer('tenant', 'list')).toEqual({
    tenants: [
      expect.objectContaining({ alias: 'acme', merchant: 'acme', mode: 'live', enabled: false }),
      expect.objectContaining({ alias: 'test_acme', mode: 'test', enabled: true, dateDisabled: null }),
    ],
  })
  // Its program can be seen while it is disabled.
  expect(await answer('program', 'get', 'acme')).toMatchObject({ cookieDays: 30 })
  expect(await answer('tenant', 'disable', 'acme', '--yes')).toMatchObject({ changed: false })
  expect(await answer('tenant', 'enable', 'acme')).toEqual({ alias: 'acme', enabled: true, changed: true })
  await expect.poll(statusOf).toBe(200)
  expect(await runCommand(env, 'tenant', 'enable', 'nobody')).toMatchObject({
    code: 1,
    errors: 'There is no tenant "nobody".\n',
  })
})

test('a tenant of one PostgreSQL has no other node to be isolated on', async () => {
  expect(await runCommand(env, 'tenant', 'isolate', 'acme', '--yes')).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(
      /^The database is one PostgreSQL, so there is no other node for a tenant\./,
    ),
  })
})

test('every change leaves an audit entry, without secrets, and what changed nothing leaves none', async () => {
  const key = await answer('key', 'create', 'acme', '--scopes', 'read')
  const rolled = await answer('key', 'roll', String(key.keyId))
  await answer('key', 'revoke', String(rolled.keyId))
  await answer('key', 'revoke', String(rolled.keyId))
  const signing = await answer('signing-key', 'roll', 'acme')
  const { entries } = await answer('audit', 'list', 'acme')
  const actions = (entries as { action: string }[]).map((it) => it.action)
  expect(actions.toReversed()).toEqual([
    'tenant.create',
    ...['program.set', 'program.set', 'program.set', 'program.set', 'program.set'],
    ...['domain.add', 'domain.verify', 'program.set', 'domain.remove', 'tenant.disable', 'tenant.enable'],
    ...['key.create', 'key.roll', 'key.revoke', 'signing-key.roll'],
  ])
  expect(entries).toContainEqual({
    id: expect.any(String),
    dateCreated: expect.any(Number),
    actor: expect.stringMatching(/^operator ./),
    action: 'program.set',
    subject: null,
    accountId: null,
    details: { version: 3, changed: { cookieDays: [90, 30] } },
    ...{ address: null, userAgent: null, sequence: 3 },
    ...{ previousHash: expect.any(String), hash: expect.any(String) },
  })
  const ofKey = await answer(
    'audit',
    'list',
    'acme',
    '--action',
    'key.create',
    '--subject',
    String(key.keyId),
  )
  expect(ofKey).toMatchObject({ totalCount: 1, entries: [{ subject: key.keyId }] })
  const text = JSON.stringify(entries)
  for (const secret of [key.apiKey, rolled.apiKey, signing.signingKey]) expect(text).not.toContain(secret)
})

test('the chain of the audit log is verified, and compared with a noted entry', async () => {
  const verified = await answer('audit', 'verify')
  expect(verified).toMatchObject({
    ok: true,
    chains: [{ alias: 'acme', broken: null }, { alias: 'test_acme' }],
  })
  const [{ newest, checked }] = Object(verified).chains
  expect(checked).toBe(newest.sequence)
  const noted = `${newest.sequence}:${newest.hash}`
  expect(await answer('audit', 'verify', 'acme', '--noted', noted)).toMatchObject({ ok: true })
  const other = `${newest.sequence}:${'0'.repeat(64)}`
  const { code, output } = await runCommand(env, 'audit', 'verify', 'acme', '--noted', other)
  expect({ code, answer: JSON.parse(output) }).toMatchObject({
    code: 1,
    answer: { ok: false, chains: [{ broken: { message: expect.stringContaining('another hash') } }] },
  })
  expect(await runCommand(env, 'audit', 'verify', 'acme', '--noted', '1:x')).toMatchObject({ code: 1 })
})
