import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/ids'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSigningKeys } from '../operations/identification/signing-keys.ts'
import type { NamedKeys } from '../operations/tenants/create-tenant.ts'
import { systemClock } from '../platform/clock.ts'
import { findRunningDatabase, hasDatabase } from '../platform/embedded-database/start.ts'
import { fileErrorCode } from '../platform/private-file.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { parseSecretKey } from '../platform/secret-key.ts'
import { openDatabase } from '../store/database.ts'
import { endPrograms, makeEnvironment, type Program, runCommand, startProgram } from '../testing/program.ts'
import { textsOf } from '../testing/sign.ts'
import { brokenInvariants } from '../testing/tracking-invariants.ts'

const folder = await mkdtemp(join(tmpdir(), 'goodword-backup-'))
const folders = new Set([folder])
const running: Program[] = []
const patience = { timeout: 30_000, interval: 20 }

const dataDir = join(folder, 'data')
const env = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', RATE_LIMITS: 'off' }
const acme = 'acme' as TenantId

afterAll(async () => {
  await endPrograms(running, 'SIGTERM')
  for (const it of folders) await rm(it, { recursive: true, force: true })
})

let program: Program
let url: string
let made: NamedKeys
let secretKey: string

beforeAll(async () => {
  ;({ program, url } = await startService(env))
  made = JSON.parse((await runCommand(env, 'tenant', 'create', acme)).output).live
  secretKey = await readFile(join(dataDir, 'secret-key'), 'utf8')
})

test('every request acknowledged before a backup ended is there after the restore, and the secret key is not', async () => {
  const client = clientOf(url, made.apiKey)
  const code = await client.introduce('ada')
  const isOver = { value: false }
  const acknowledged: Acknowledged[] = []
  const clients = [1, 2].map((number) => client.writeUntil(isOver, `${number}`, code, acknowledged))
  const writing = Promise.all(clients).finally(() => {
    isOver.value = true
  })
  const copy = join(folder, 'copy')
  const backingUp = vi
    .waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), patience)
    .then(() => runCommand(env, 'backup', copy))
    .finally(() => {
      isOver.value = true
    })
  const [{ code: exitCode, output }] = await Promise.all([backingUp, writing])
  expect(exitCode).toBe(0)
  const backup = JSON.parse(output)
  expect(backup).toMatchObject({
    folder: copy,
    postgres: expect.stringMatching(/^\d+\.\d+$/),
    schema: expect.stringMatching(/^\d{4}_/),
    secretKey: expect.stringContaining('The secret key is not in this backup.'),
  })
  const due = acknowledged.filter(({ at }) => at < backup.includesUntil).map(({ accountId }) => accountId)
  expect(due.length).toBeGreaterThan(20)

  const second = { ...env, DATA_DIR: join(folder, 'second') }
  await mkdir(second.DATA_DIR)
  await cp(join(dataDir, 'secret-key'), join(second.DATA_DIR, 'secret-key'))
  const restored = await restoreInto(second, copy)
  expect(restored).toMatchObject({
    schema: backup.schema,
    includesUntil: backup.includesUntil,
    secretKey: 'right',
  })
  const service = await startService(second)
  const account = await clientOf(service.url, made.apiKey).read(`/account/${due[0]}`)
  expect(account).toMatchObject({ id: due[0], subscription: { status: 'PAID' } })
  const connection = await findRunningDatabase({ dataDir: second.DATA_DIR })
  const owner = openDatabase(connection ?? expect.fail('nothing runs'), 'owner', 2)
  const paid = `select external_id as "accountId" from account where tenant_id = $1 and paid_at is not null`
  const rows = await owner.query<{ accountId: string }>({ name: '', text: paid }, [acme])
  const kept = new Set(rows.map(({ accountId }) => accountId))
  expect(due.filter((it) => !kept.has(it))).toEqual([])
  expect(await brokenInvariants(owner, acme)).toEqual([])
  const key = parseSecretKey(secretKey.trim())
  const signingKeys = key === null ? null : createSigningKeys(owner, systemClock, createSecretBox(key))
  expect(await textsOf((await signingKeys?.(acme)) ?? [])).toEqual([made.signingKey])
  await owner.close()
  await stop(service.program)

  expect(await filesWith(copy, secretsOf(secretKey))).toEqual([])
  // The same search finds it where it is.
  expect(await filesWith(dataDir, secretsOf(secretKey))).toEqual([join(dataDir, 'secret-key')])
})

test('a service that runs is not restored over', async () => {
  const { code, errors } = await runCommand(env, 'restore', join(folder, 'copy'))
  expect(code).toBe(1)
  expect(errors).toMatch(
    /^There is a database in .* a service runs on it: stop that, and put it aside first .*\n$/,
  )
})

test('a backup and a dump are made while the service is stopped as well', async () => {
  await stop(program)
  const stopped = join(folder, 'stopped')
  expect(await runCommand(env, 'backup', stopped)).toMatchObject({ code: 0 })
  expect(await readdir(stopped)).toEqual(['backup.json', 'cluster'])
  const dumped = await runCommand(env, 'dump', join(folder, 'rows'))
  expect(JSON.parse(dumped.output)).toMatchObject({
    rows: { tenant: 2, signing_key: 2 },
    secretKey: expect.stringContaining('The secret key is not in this file.'),
  })
})

test('the rows of the embedded database are loaded into another PostgreSQL, which then serves them', async () => {
  const other = await makeEnvironment()
  const external = { ...other.env, SECRET_KEY: secretKey.trim() }
  const loaded = await runCommand(external, 'load', join(folder, 'rows'))
  // Where it takes its time it says how far it is.
  expect(loaded).toMatchObject({ code: 0, errors: expect.stringMatching(/^(Loaded \d+ rows …\n)*$/) })
  expect(JSON.parse(loaded.output)).toMatchObject({ rows: { tenant: 2 }, migrated: [], secretKey: 'right' })
  const service = await startService(external)
  expect(await clientOf(service.url, made.apiKey).read('/account/ada')).toMatchObject({ id: 'ada' })
  await stop(service.program)

  const again = await runCommand(external, 'load', join(folder, 'rows'))
  expect(again).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^There are rows in the database already/),
  })
  const backup = await runCommand(external, 'backup', join(folder, 'external'))
  expect(backup).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^DATABASE_URL names a PostgreSQL of your own/),
  })
  await other.drop()
})

test('a restore without the secret key says what is missing, and the service does not start with a new one', async () => {
  const third = { ...env, DATA_DIR: join(folder, 'third') }
  const restored = await runCommand(third, 'restore', join(folder, 'stopped'))
  folders.add(JSON.parse(restored.output).location)
  expect(JSON.parse(restored.output)).toMatchObject({ secretKey: 'missing' })
  expect(restored.errors).toContain('There is no secret key yet: put the one of the copy in its place')
  const started = await startProgram('main.ts', third).ended
  expect(started).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The secret key of the database in .* is missing\./),
  })
  // It names the database, wherever that is, and the command that begins anew.
  const { location } = JSON.parse(restored.output)
  expect(started.errors).toContain(`The database itself is in ${location};`)
  const [, command = 'false'] = /run: (rm -rf .+)$/m.exec(started.errors) ?? []
  execFileSync('sh', ['-c', command])
  expect(await hasDatabase({ dataDir: third.DATA_DIR })).toBe(false)
  const another = { ...third, SECRET_KEY: 'f'.repeat(64) }
  expect(await restoreInto(another, join(folder, 'stopped'))).toMatchObject({ secretKey: 'different' })
})

test('there must be a database to copy', async () => {
  const nothing = { ...env, DATA_DIR: join(folder, 'nothing') }
  for (const command of ['backup', 'dump']) {
    const { code, errors } = await runCommand(nothing, command, join(folder, 'never'))
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^There is no database in /) })
  }
})

type Acknowledged = { readonly accountId: string; readonly at: number }

async function startService(environment: Record<string, string>): Promise<{ program: Program; url: string }> {
  const program = startProgram('main.ts', environment)
  running.push(program)
  const [, url = ''] = await program.says(/"baseUrl":"([^"]+)"/)
  const [, location = folder] = await program.says(/"database":"\w+"(?:,"dataDirectory":"([^"]+)")?/)
  if (location.startsWith('/')) folders.add(location)
  return { program, url }
}

async function restoreInto(environment: Record<string, string>, copy: string): Promise<{ location: string }> {
  const { code, output } = await runCommand(environment, 'restore', copy)
  expect(code).toBe(0)
  const restored = JSON.parse(output)
  folders.add(restored.location)
  return restored
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, errors: '' })
}

function clientOf(url: string, apiKey: string) {
  const api = `${url}/api/v1/${acme}`
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' }
  async function send(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
    return Object(await answer.json())
  }
  return {
    read: async (path: string): Promise<unknown> => (await fetch(`${api}${path}`, { headers })).json(),
    introduce: async (accountId: string) =>
      String((await send('/user', { accountId, id: `${accountId}_user` })).referralCode),
    /** Brings friend after friend, who pay at once, and notes when each was acknowledged. */
    async writeUntil(isOver: { value: boolean }, name: string, code: string, acknowledged: Acknowledged[]) {
      for (let number = 1; !isOver.value; number += 1) {
        const accountId = `friend_${name}_${number}`
        await send('/user', { accountId, id: `${accountId}_user` })
        await send('/accountsync', { id: accountId, subscription: { status: 'PAID' }, referral: { code } })
        acknowledged.push({ accountId, at: Date.now() })
        // As many as it takes, and no more: what holds for all of them is looked at one by one.
        await pause(25)
      }
    },
  }
}

/** The secret key in every way in which it might have been written down. */
function secretsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text.trim(), 'hex')
  const texts = [
    text.trim(),
    text.trim().toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ]
  return [bytes, ...texts.map((it) => Buffer.from(it.replace(/=+$/, '')))]
}

async function filesWith(root: string, secrets: readonly Buffer[]): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries.filter((it) => it.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file).catch((error: unknown) => {
      // A server at work takes files away.
      if (fileErrorCode(error) === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    if (secrets.some((it) => bytes.includes(it))) found.push(file)
  }
  return found
}
