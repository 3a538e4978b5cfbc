import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEmptyEnvironment, runCommandProcess } from '../testing/program.ts'
import { runCommand } from '../testing/run-command.ts'

const { env, drop } = await makeEmptyEnvironment()
const folder = temporaryFolder()

beforeAll(async () => {
  const made = await runCommandProcess(
    env,
    'tenant',
    'create',
    'acme',
    '--landing-page',
    'https://example.com/',
  )
  expect(made).toMatchObject({
    code: 0,
    errors: expect.stringMatching(/^Creating the schema: \d+ migrations …\n$/),
  })
  expect(JSON.parse(made.output)).toMatchObject({
    merchant: 'acme',
    live: { alias: 'acme', apiKey: expect.stringMatching(/^gw_live_/), signingKey: expect.any(String) },
    test: { alias: 'test_acme', apiKey: expect.stringMatching(/^gw_test_/), signingKey: expect.any(String) },
  })
})
afterAll(drop)

test('a taken alias is reported on standard error, with nothing on standard output', async () => {
  expect(await runCommandProcess(env, 'tenant', 'create', 'acme')).toEqual({
    code: 1,
    output: '',
    errors: 'The alias "acme" is taken. Choose another one.\n',
  })
})

test('a key is made with the scopes asked for, and revoked by its id', async () => {
  const made = await runCommand(env, 'key', 'create', 'test_acme', '--scopes', 'money,read')
  const key = JSON.parse(made.output)
  expect(key).toEqual({
    alias: 'test_acme',
    keyId: expect.any(String),
    apiKey: expect.stringMatching(/^gw_test_/),
    scopes: ['read', 'money'],
  })
  const revoked = await runCommand(env, 'key', 'revoke', key.keyId)
  expect(JSON.parse(revoked.output)).toEqual({
    alias: 'test_acme',
    keyId: key.keyId,
    dateRevoked: expect.any(Number),
  })
})

test('a key is rolled: its successor has the same scopes, and it ends after the overlap', async () => {
  const made = await runCommand(env, 'key', 'create', 'acme', '--scopes', 'read')
  const { keyId } = JSON.parse(made.output)
  const before = Date.now()
  const { output } = await runCommand(env, 'key', 'roll', keyId, '--overlap', '1')
  const { rolled, ...key } = JSON.parse(output)
  expect(key).toEqual({
    alias: 'acme',
    keyId: expect.any(String),
    apiKey: expect.stringMatching(/^gw_live_/),
    scopes: ['read'],
  })
  expect(rolled).toEqual({ keyId, expiresAt: expect.any(Number) })
  expect(rolled.expiresAt).toBeGreaterThanOrEqual(before + 3_600_000)

  const list = JSON.parse((await runCommand(env, 'key', 'list', 'acme')).output)
  expect(list).toMatchObject({ alias: 'acme' })
  const [newest, old, first] = list.keys
  expect(newest).toMatchObject({ keyId: key.keyId, scopes: ['read'], dateExpires: null })
  expect(old).toMatchObject({ keyId, lastFour: expect.any(String), dateExpires: rolled.expiresAt })
  expect(first).toMatchObject({ scopes: ['read', 'write', 'money', 'admin'] })
  expect(JSON.stringify(list)).not.toContain('gw_')
})

test('a signing key is rolled, with an overlap of a day by default', async () => {
  const before = Date.now()
  const { output } = await runCommand(env, 'signing-key', 'roll', 'test_acme')
  const rolled = JSON.parse(output)
  expect(rolled).toEqual({
    alias: 'test_acme',
    keyId: expect.any(String),
    signingKey: expect.stringMatching(/^gw_sign_/),
    rolled: { keyId: expect.any(String), expiresAt: expect.any(Number) },
  })
  expect(rolled.rolled.expiresAt).toBeGreaterThanOrEqual(before + 24 * 3_600_000)
})

test('a program is set from a file, whose version must be the present one', async () => {
  const file = join(folder, 'program.json')
  await writeFile(file, JSON.stringify({ cookieDays: 30, landngPage: null }))
  expect(await runCommand(env, 'program', 'set', 'acme', file)).toEqual({
    ...{ code: 1, output: '' },
    errors: '"landngPage" is not a known field. The nearest known field is "landingPage".\n',
  })
  await writeFile(file, JSON.stringify({ version: 1, cookieDays: 30 }))
  const set = await runCommand(env, 'program', 'set', 'acme', file)
  expect(set).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(set.output)).toMatchObject({
    version: 2,
    cookieDays: 30,
    landingPage: 'https://example.com/',
  })

  const again = await runCommand(env, 'program', 'set', 'acme', file)
  expect(again).toMatchObject({ code: 1, output: '' })
  expect(again.errors).toContain('The program has changed since version 1.')
})

test('the error of an invalid file names the field', async () => {
  const file = join(folder, 'wrong.json')
  await writeFile(file, JSON.stringify({ referrerHoldDays: -1 }))
  const answer = await runCommand(env, 'program', 'set', 'acme', file)
  expect(answer).toMatchObject({ code: 1, output: '' })
  expect(answer.errors).toContain('"referrerHoldDays"')
})

test('a domain is added to a tenant, listed and removed', async () => {
  const added = await runCommand(env, 'domain', 'add', 'acme', 'go.acme.example.com')
  expect(added).toMatchObject({ code: 0, errors: '' })
  const domain = JSON.parse(added.output)
  expect(domain).toMatchObject({ alias: 'acme', domain: 'go.acme.example.com', state: 'PENDING' })
  expect(JSON.parse((await runCommand(env, 'domain', 'list')).output)).toEqual({ domains: [domain] })
  expect(JSON.parse((await runCommand(env, 'domain', 'list', 'test_acme')).output)).toEqual({ domains: [] })
  const removed = await runCommand(env, 'domain', 'remove', 'acme', 'go.acme.example.com')
  expect(JSON.parse(removed.output)).toEqual(domain)
  expect(JSON.parse((await runCommand(env, 'domain', 'list', 'acme')).output)).toEqual({ domains: [] })
})

test('the host of BASE_URL cannot be a tenant’s domain', async () => {
  const own = { ...env, BASE_URL: 'https://refer.example.com' }
  const answer = await runCommand(own, 'domain', 'add', 'acme', 'refer.example.com')
  expect(answer).toMatchObject({ code: 1, output: '' })
  expect(answer.errors).toMatch(/^"refer.example.com" is a host of the service itself, .*\n$/)
})

test('migrating again changes nothing', async () => {
  const answer = await runCommand(env, 'migrate')
  expect(answer).toEqual({ code: 0, output: '{"migrated":[]}\n', errors: '' })
})

test('the doctor says what is wrong and what to do, and fails then', async () => {
  const { code, output } = await runCommand(env, 'doctor')
  const { ok, checks } = JSON.parse(output)
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  // The database of tests does not wait for its disk; nothing else is wrong with it.
  expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([
    { name: 'fsync', ok: false, message: expect.stringMatching(/^fsync is off. Set it to on/) },
    { name: 'full_page_writes', ok: false, message: expect.stringMatching(/^full_page_writes is off/) },
  ])
  expect(checks.map((check: { name: string }) => check.name)).toEqual(
    expect.arrayContaining(['configuration', 'secret key', 'disk space', 'database', 'migrations']),
  )
})

test('the doctor reports each invalid setting of the environment', async () => {
  const { code, output } = await runCommand({ ...env, PORT: 'x', DEMO: 'y' }, 'doctor')
  expect(code).toBe(1)
  expect(JSON.parse(output).checks).toMatchObject([
    { name: 'configuration', message: expect.stringContaining('PORT') },
    { name: 'configuration', message: expect.stringContaining('DEMO') },
  ])
})

test('no command or an unknown command prints the usage as an error', async () => {
  const nothing = await runCommand(env)
  expect(nothing).toMatchObject({ code: 1, output: '' })
  expect(nothing.errors).toMatch(/^Usage: /)
  const other = await runCommand(env, 'tenant', 'destroy')
  expect(other).toMatchObject({ code: 1, output: '' })
  expect(other.errors).toMatch(/^There is no command "tenant destroy"\.\n\nUsage: /)
  expect(other.errors).toContain('\n  tenant disable <alias>')
  expect(other.errors).not.toContain('\n  key create')
  expect((await runCommand(env, 'docter')).errors).toContain('\n  doctor [--live]')
})

test('--help after a command prints the usage of that command alone', async () => {
  const { code, output } = await runCommand(env, 'key', 'create', '--help')
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^ {2}key create <alias> .*\n {6}.*\n$/),
  })
})

test('--help prints the usage without an error', async () => {
  const { code, output, errors } = await runCommandProcess({}, '--help')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const keyCommands = ['key create', 'key list', 'key roll', 'key revoke', 'signing-key roll']
  for (const name of [
    'tenant create',
    'tenant list',
    'tenant disable',
    'tenant enable',
    'tenant isolate',
    ...keyCommands,
    'secret-key rotate',
    'program get',
    'program set',
    ...['connection set', 'connection show', 'connection check', 'connection remove'],
    ...['webhook list', 'webhook add', 'webhook remove', 'webhook rotate', 'webhook test'],
    ...['webhook deliveries', 'webhook resend'],
    'domain add',
    'domain check',
    'domain list',
    'domain remove',
    'job list',
    'job retry',
    'person data',
    'person erase',
    'person erasures',
    'person erase-again',
    'audit list',
    'audit verify',
    'migrate',
    'backup',
    'restore',
    'cluster distribute',
    'doctor',
    'refused',
  ]) {
    expect(output).toContain(`\n  ${name}`)
  }
})

test.each([
  [['tenant', 'create'], '<alias> is missing.'],
  [['program', 'set', 'acme'], '<file.json> is missing.'],
  [['key', 'revoke', 'a', 'b'], '"b" is an unexpected argument.'],
  [['key', 'list'], '<alias> is missing.'],
  [['connection', 'set'], '<alias> is missing.'],
  [['connection', 'show', 'acme', 'key'], '"key" is an unexpected argument.'],
  [['domain', 'add', 'acme'], '<host> is missing.'],
  [['domain', 'list', 'acme', 'other'], '"other" is an unexpected argument.'],
  [['key', 'roll', 'x', '--overlap', '1.5'], '--overlap takes whole hours'],
  [['signing-key', 'roll', 'acme', '--overlap', '8761'], '--overlap takes whole hours'],
  [['key', 'create', 'acme', '--scope', 'read'], "Unknown option '--scope'"],
  [['key', 'create', 'acme', '--scopes', 'read,all'], '--scopes takes read, write, money, admin'],
  [['key', 'create', 'acme', '--expires', 'tomorrow'], '--expires takes a time in milliseconds'],
])('%j is refused: %s', async (args, message) => {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(message)
  expect(errors).toContain(`Usage: ${args.slice(0, 2).join(' ')}`)
})
