import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { missingMigrationRights } from '../../engine/schema/migration-rights.ts'
import { readServiceRole } from '../../engine/schema/service-role.ts'
import { instanceId } from '../../engine/secrets/derived-secret.ts'
import { makeSecretKey, parseSecretKey } from '../../engine/secrets/secret-key.ts'
import { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { Check } from './check.ts'
import { checkDatabase } from './checks/database-checks.ts'
import { checkSecretKey, checkSigningKeys } from './checks/key-checks.ts'
import { checkAddress, checkDataFolder, checkPortal } from './checks/machine-checks.ts'
import { checkService } from './checks/service-checks.ts'
import { checkServiceRole } from './checks/service-role-check.ts'

const { env, drop } = await makeEnvironment()
const { owner, service, serviceAddress } = await createTestDatabase()
const SECRET_KEY = '5'.repeat(64)
const folder = temporaryFolder()
const running: Program[] = []

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await drop()
})

const config = (more: Readonly<Record<string, string>>): Config => readConfig(more)
const named = (checks: readonly Check[], name: string) => checks.find((it) => it.name === name)

test('the doctor finds the service at work, and what it was made under another secret key', async () => {
  const program = startProgram('main.ts', env)
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  expect((await runCommand(env, 'tenant', 'create', 'acme')).code).toBe(0)
  const here = { ...env, PORT: new URL(url).port }
  const found = JSON.parse((await runCommand(here, 'doctor')).output)
  expect(named(found.checks, 'service')?.message).toBe(`It runs at ${url} and is ready.`)
  const other = { ...here, SECRET_KEY: randomBytes(32).toString('hex') }
  const { code, output, errors } = await runCommand(other, 'doctor')
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  const { checks } = JSON.parse(output)
  expect(named(checks, 'service')?.message).toContain(
    `Another Goodword with another secret key responds at ${url}`,
  )
  expect(named(checks, 'secret key of the database')).toMatchObject({ ok: false })
  expect(named(checks, 'signing keys')).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^The secret key can decrypt none of the signing keys\. Start with the SECRET_KEY/,
    ),
  })
})

describe('where the service is to listen', () => {
  const secretKey = parseSecretKey(SECRET_KEY) ?? expect.fail('not a secret key')
  const own = instanceId(secretKey)
  const unready = '{"apiErrorCode":"SERVICE_UNAVAILABLE","message":"Not ready (database: away)."}'
  const ready = '{"status":"ok","checks":{"queue":null}}'
  const answering: readonly [string, string, number, string, string | null][] = [
    ['a page', 'Another program responds at', 200, '<html>', null],
    ['JSON of its own', 'Another program responds', 200, '{"status":"ok"}', null],
    ['as this service would, without its name', 'Another program responds', 200, ready, null],
    [
      'as another Goodword',
      'Another Goodword with another secret key responds at',
      200,
      ready,
      'f00df00df00df00d',
    ],
    ['as another Goodword that is not ready', 'Another Goodword', 503, unready, 'f00df00df00df00d'],
    ['that it is not ready', 'Not ready (database: away)', 503, unready, own],
  ]

  test.each(answering)(
    'another service on the port that answers %s is reported',
    async (_, message, status, body, instance) => {
      const other = createServer((_request, answer) =>
        answer.writeHead(status, headersOf(instance)).end(body),
      )
      const port = await listen(other)
      const settings = config({ PORT: `${port}`, SECRET_KEY })
      const [check] = await checkService(settings)
      expect(check).toMatchObject({ ok: false, message: expect.stringContaining(message) })
      other.close()
      await once(other, 'close')
      expect(await checkService(settings)).toEqual([
        { name: 'service', ok: true, message: `Not running; port ${port} is free.` },
      ])
    },
  )

  test('a service that is ready is found, with what waits', async () => {
    const other = createServer((_request, answer) => answer.writeHead(200, headersOf(own)).end(ready))
    const port = await listen(other)
    expect(await checkService(config({ PORT: `${port}`, SECRET_KEY }))).toEqual([
      { name: 'service', ok: true, message: `It runs at http://127.0.0.1:${port} and is ready.` },
      { name: 'queue', ok: true, message: 'No queue is stuck.' },
    ])
    // A folder without a key has no service yet, so the one that answers is another.
    const [check] = await checkService(config({ PORT: `${port}`, DATA_DIR: folder }))
    expect(check?.message).toMatch(/^Another Goodword with another secret key responds/)
    other.close()
  })

  test('an unknown host name is reported', async () => {
    // Longer than any valid host name, so that no DNS request is sent.
    const [check] = await checkService(config({ HOST: `${'x'.repeat(64)}.invalid` }))
    expect(check).toMatchObject({
      ok: false,
      message: expect.stringContaining('HOST is not a name of this machine'),
    })
  })
})

test('the guide explains every check', async () => {
  const guide = await readFile(
    new URL('../../../../../docs/guides/reference/monitoring.md', import.meta.url),
    'utf8',
  )
  const { checks } = JSON.parse((await runCommand(env, 'doctor')).output)
  const names = checks.map((it: Check) => it.name)
  expect(names).not.toEqual([])
  expect(names.filter((name: string) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('a database whose clock differs is reported, with the difference', async () => {
  const hourBehind = { now: () => Date.now() - 3_600_000 }
  expect(named(await checkDatabase(owner, hourBehind), 'clock')).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^The database's clock is 3\d{3}\.\d s ahead of this machine's\. Synchronize both/,
    ),
  })
  const checks = await checkDatabase(owner, { now: () => Date.now() })
  for (const name of ['clock', 'connections', 'rights', 'migrations']) {
    expect(named(checks, name)).toMatchObject({ ok: true })
  }
})

test('a service role that can do too much is named, with what takes it away', async () => {
  expect(await checkServiceRole(serviceAddress)).toMatchObject({ ok: true })
  const { name } = await readServiceRole(service)
  await owner.query({ name: '', text: `grant pg_read_all_data to ${name}` }, [])
  await owner.query({ name: '', text: 'grant create on schema public to public' }, [])
  expect(await checkServiceRole(serviceAddress)).toEqual({
    name: 'service role',
    ok: false,
    message: expect.stringMatching(
      /it is a member of pg_read_all_data \(revoke "pg_read_all_data" from .*\); can create tables in the schema public \(revoke create on schema "public" from public, .*\)\.$/,
    ),
  })
})

test('a user without the rights for migrations is reported', async () => {
  expect(await missingMigrationRights(owner)).toEqual([])
  // The service's role owns nothing.
  const checks = await checkDatabase(service, { now: () => Date.now() })
  expect(named(checks, 'rights')).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^The database user lacks .*: it does not own the schema \w+\. Run as an administrator: alter schema \w+ owner to goodword_service_\d+;/,
    ),
  })
})

test.each([
  ['of a newer release', '0016_erasure', /^The database was migrated by a newer release .*9999_other/],
  [
    'that was replaced',
    '0001_database',
    /^The database has a schema that this release has replaced .*9999_other/,
  ],
])('a schema %s is reported', async (_, known, message) => {
  const rename = (from: string, to: string) =>
    owner.query(
      { name: '', text: `update migration.kysely_migration set name = '${to}' where name = '${from}'` },
      [],
    )
  await rename(known, '9999_other')
  const checks = await checkDatabase(owner, { now: () => Date.now() })
  await rename('9999_other', known)
  expect(named(checks, 'migrations')).toEqual({
    name: 'migrations',
    ok: false,
    message: expect.stringMatching(message),
  })
})

test('missing signing keys are not reported', async () => {
  const keys = new SecretKeys([makeSecretKey()])
  expect(await checkSigningKeys(owner, keys)).toMatchObject({ ok: true, message: 'There are none yet.' })
})

test('a folder that cannot be written is reported, one that does not exist yet is not', async () => {
  await writeFile(join(folder, 'file'), '')
  expect(await checkDataFolder(config({ DATA_DIR: join(folder, 'file') }))).toMatchObject({
    ok: false,
    message: expect.stringContaining('DATA_DIR'),
  })
  expect(await checkDataFolder(config({ DATA_DIR: join(folder, 'a', 'b') }))).toMatchObject({ ok: true })
  expect(await checkSecretKey(config({ DATA_DIR: join(folder, 'a', 'b') }))).toMatchObject({ ok: true })
})

test('share links that only work on this machine are reported', () => {
  expect(checkAddress(config({ HOST: '0.0.0.0' }))).toMatchObject({ ok: false })
  expect(checkAddress(config({ HOST: '0.0.0.0', BASE_URL: 'https://refer.example.com' }))).toMatchObject({
    ok: true,
  })
  expect(checkAddress(config({}))).toMatchObject({ ok: true })
})

const headersOf = (instance: string | null) => (instance === null ? {} : { 'Goodword-Instance': instance })

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a portal that is not built is reported with the command that builds it, unless the process serves no pages', () => {
  expect(checkPortal(config({}), true)).toMatchObject({ ok: true })
  expect(checkPortal(config({}), false)).toMatchObject({
    ok: false,
    message: expect.stringContaining('node packages/portal/build.ts'),
  })
  expect(checkPortal(config({ ...env, PROCESS: 'worker' }), false)).toMatchObject({ ok: true })
})
