import { execFileSync } from 'node:child_process'
import { cp, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { TenantId } from '@goodword/domain/values/ids'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { openDatabase } from '../../engine/driver/database.ts'
import {
  findDatabase,
  findRunningDatabase,
  hasDatabase,
  startEmbeddedDatabase,
} from '../../engine/embedded-database/start.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { backupIdentity } from '../../engine/secrets/backup-identity.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { parseSecretKey } from '../../engine/secrets/secret-key.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import { liveSigningKeys } from '../../referring/identification/verify-identity.ts'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { query } from '../../testing/embedded-database/scratch.ts'
import { endPrograms, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { textsOf } from '../../testing/sign.ts'
import { testContext } from '../../testing/test-context.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const { folder, remove } = await makeDataFolder('goodword-backup-')
const running: Program[] = []
const waitOptions = { timeout: 120_000, interval: 20 }

const dataDir = join(folder, 'data')
const file = join(folder, 'copy')
const env = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', RATE_LIMITS: 'off' }
const acme = 'acme' as TenantId

afterAll(async () => {
  await endPrograms(running, 'SIGTERM')
  await remove()
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

test('every request acknowledged before a backup was taken is there after the restore, and the secret key is not', async () => {
  const client = clientOf(url, made.apiKey)
  const code = await client.addUser('ada')
  const isOver = { value: false }
  const acknowledged: Acknowledged[] = []
  const clients = [1, 2].map((number) => client.writeUntil(isOver, `${number}`, code, acknowledged))
  const writing = Promise.all(clients).finally(() => {
    isOver.value = true
  })
  const backingUp = vi
    .waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), waitOptions)
    .then(() => runCommand(env, 'backup', file))
    .finally(() => {
      isOver.value = true
    })
  const [{ code: exitCode, output }] = await Promise.all([backingUp, writing])
  expect(exitCode).toBe(0)
  const backup = JSON.parse(output)
  expect(backup).toMatchObject({
    file,
    postgres: expect.stringMatching(/^\d+\.\d+$/),
    schema: expect.stringMatching(/^\d{4}_/),
    rows: { tenant: 2, signing_key: 2 },
    secretKey: expect.stringContaining('The secret key is not in this backup.'),
  })
  const due = acknowledged.filter(({ at }) => at < backup.takenAt).map(({ accountId }) => accountId)
  expect(due.length).toBeGreaterThan(20)

  const second = { ...env, DATA_DIR: join(folder, 'second') }
  await mkdir(second.DATA_DIR)
  await cp(join(dataDir, 'secret-key'), join(second.DATA_DIR, 'secret-key'))
  const restored = await runCommand(second, 'restore', file)
  // Long work reports how far it is.
  expect(restored).toMatchObject({
    code: 0,
    errors: expect.stringMatching(
      /^(Restored \d+ (of about \d+ )?rows …\n)*There is no .*goodword-erased-people.txt, so people who were erased .*\n$/,
    ),
  })
  expect(JSON.parse(restored.output)).toMatchObject({
    schema: backup.schema,
    takenAt: backup.takenAt,
    rows: backup.rows,
    migrated: [],
    secretKey: 'right',
  })
  const service = await startService(second)
  const account = await clientOf(service.url, made.apiKey).read(`/account/${due[0]}`)
  expect(account).toMatchObject({ id: due[0], subscription: { status: 'PAID' } })
  const connection = await findRunningDatabase({ dataDir: second.DATA_DIR })
  const owner = openDatabase(connection ?? expect.fail('no database runs'), 'owner', 2)
  const paid = `select external_id as "accountId" from account where tenant_id = $1 and paid_at is not null`
  const rows = await owner.query<{ accountId: string }>({ name: '', text: paid }, [acme])
  const kept = new Set(rows.map(({ accountId }) => accountId))
  expect(due.filter((it) => !kept.has(it))).toEqual([])
  expect(await brokenInvariants(owner, acme)).toEqual([])
  const key = parseSecretKey(secretKey.trim())
  if (key === null) throw new Error('the secret key of the copy is not valid')
  const ctx = testContext(owner, systemClock, { secretBox: createSecretBox(key) })
  expect(await textsOf(await liveSigningKeys(ctx, acme))).toEqual([made.signingKey])
  await owner.close()
  await stop(service.program)

  const identity = backupIdentity(key)
  expect(JSON.parse((await runCommand(env, 'backup', 'key')).output).keys).toMatchObject([{ identity }])
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const text = gunzipSync(await decrypter.decrypt(await readFile(file)))
  expect(secretsOf(secretKey).filter((it) => text.includes(it))).toEqual([])
  expect(text.includes(acme)).toBe(true)
})

test('a backup is not restored into a database with rows, and a service at work goes on', async () => {
  const { code, errors } = await runCommand(env, 'restore', file)
  expect(code).toBe(1)
  expect(errors).toMatch(/^There are rows in the database already/)
  expect(await clientOf(url, made.apiKey).read('/account/ada')).toMatchObject({ id: 'ada' })
  await stop(program)
})

test('a restore without the secret key says what is missing and makes nothing', async () => {
  const third = { ...env, DATA_DIR: join(folder, 'third') }
  const refused = await runCommand(third, 'restore', file)
  expect(refused).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^There is no secret key in .*third\. Copy the key .* to .*secret-key/),
  })
  expect(await hasDatabase({ dataDir: third.DATA_DIR })).toBe(false)
})

test('a restore of an encrypted backup under another secret key says which one is needed and makes nothing', async () => {
  const another = { ...env, DATA_DIR: join(folder, 'another'), SECRET_KEY: 'f'.repeat(64) }
  const key = parseSecretKey(secretKey.trim()) ?? expect.fail('the secret key is not valid')
  expect(await runCommand(another, 'restore', file)).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringContaining(
      `is encrypted under another secret key, with the mark ${secretKeyMark(key)}`,
    ),
  })
  expect(await hasDatabase({ dataDir: another.DATA_DIR })).toBe(false)
})

test('after a restore under another secret key, the service does not start, and names the way to begin anew', async () => {
  const fourth = { ...env, DATA_DIR: join(folder, 'fourth') }
  const another = { ...fourth, SECRET_KEY: 'f'.repeat(64) }
  const clear = join(folder, 'clear')
  expect(await runCommand({ ...env, BACKUP_ENCRYPTION: 'off' }, 'backup', clear)).toMatchObject({ code: 0 })
  const restored = await runCommand(another, 'restore', clear)
  expect(JSON.parse(restored.output)).toMatchObject({ secretKey: 'different' })
  expect(restored.errors).toContain('The secret key does not match the backup.')
  expect(await startProgram('main.ts', another).ended).toMatchObject({ code: 78 })
  const started = await startProgram('main.ts', fourth).ended
  expect(started).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The secret key of the database in .* is missing\./),
  })
  // It names the database, wherever that is, and the command that deletes it.
  const location = await findDatabase({ dataDir: fourth.DATA_DIR })
  expect(started.errors).toContain(`The database itself is in ${location};`)
  const [, command = 'false'] = /run: (rm -rf .+)$/m.exec(started.errors) ?? []
  execFileSync('sh', ['-c', command])
  expect(await hasDatabase({ dataDir: fourth.DATA_DIR })).toBe(false)
})

test('a backup from before a rotation is restored with the key from before, and rotated', async () => {
  const [first, later] = [secretKey.trim(), 'e'.repeat(64)]
  const fifth = { ...env, DATA_DIR: join(folder, 'fifth'), SECRET_KEY: later }
  const both = { ...fifth, SECRET_KEY_PREVIOUS: first }
  const restored = await runCommand(both, 'restore', file)
  expect(JSON.parse(restored.output)).toMatchObject({ secretKey: 'right' })
  const rotated = await runCommand(both, 'secret-key', 'rotate', '--settle', '0')
  expect(JSON.parse(rotated.output)).toMatchObject({ from: expect.any(String), unreadable: 0 })
  expect(JSON.parse(rotated.output).reencrypted).toBeGreaterThan(0)
  const service = await startService(fifth)
  await stop(service.program)
})

test('a page that the disk has damaged is found, and no backup is left', async () => {
  const table = await pathOfTable('account')
  await flipBit(table, 4000)
  const damaged = join(folder, 'damaged')
  const { code, errors } = await runCommand(env, 'backup', damaged)
  expect(code).toBe(1)
  expect(errors).toMatch(/^The database cannot be used: a part of the database is damaged on disk\./)
  expect((await readdir(folder)).filter((it) => it.startsWith('damaged'))).toEqual([])
})

test('there must be a database to back up', async () => {
  const nothing = { ...env, DATA_DIR: join(folder, 'nothing') }
  const { code, errors } = await runCommand(nothing, 'backup', join(folder, 'never'))
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^There is no database in /) })
})

type Acknowledged = { readonly accountId: string; readonly at: number }

async function startService(environment: Record<string, string>): Promise<{ program: Program; url: string }> {
  const program = startProgram('main.ts', environment)
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return { program, url }
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
    addUser: async (accountId: string) =>
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

/** The file of a table of the stopped database. */
async function pathOfTable(table: string): Promise<string> {
  const location = (await findDatabase({ dataDir })) ?? expect.fail('there is no database')
  const database = await startEmbeddedDatabase({ dataDir })
  const [row] = await query(database.connection, `select pg_relation_filepath('app.${table}') as path`)
  await database.stop()
  return join(location, 'cluster', String(row?.path))
}

async function flipBit(path: string, position: number): Promise<void> {
  const handle = await open(path, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position)
  buffer[0] = (buffer[0] ?? 0) ^ 1
  await handle.write(buffer, 0, 1, position)
  await handle.close()
}
