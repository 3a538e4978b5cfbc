import type { TenantId } from '@goodword/domain/values/ids'
import { startNode } from '@goodword/testing/node-program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from './engine/driver/database.ts'
import { migrate } from './engine/schema/migrate.ts'
import { readMigrationNames, releaseMigrations } from './engine/schema/migration-files.ts'
import { fillEveryTable } from './testing/database/every-table.ts'
import {
  laterMigrationNames,
  laterMigrations,
  makeLaterRelease,
} from './testing/later-release/later-release.ts'
import { endPrograms, makeEmptyEnvironment, type Program, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'
import { brokenInvariants } from './testing/tracking/tracking-invariants.ts'

const service = await fillEveryTable()
const { env, drop } = await makeEmptyEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 2)
const running: Program[] = []
const acme = 'acme' as TenantId

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await owner.close()
  await drop()
})

test('I21: the rows of every table stay as they are when a later release migrates, and a service of this one works on', async () => {
  const columns = await columnsOf(service.owner)
  const before = await rowsOf(service.owner, columns)
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(50)
  const folder = await laterMigrations(temporaryFolder(onTestFinished))
  expect(await migrate(service.owner, { folder })).toEqual(laterMigrationNames)
  expect(await rowsOf(service.owner, columns)).toEqual(before)

  for (const list of ['users', 'referrals', 'rewards', 'bills', 'events', 'webhooks', 'audit'])
    expect(await service.app.inject(get(list)), list).toMatchObject({ statusCode: 200 })
  const code = await service.addUser('of_the_release_before')
  const friend = { id: 'its_friend', referral: { code }, subscription: { status: 'PAID' } }
  expect(await service.call('POST', '/accountsync', { body: friend })).toMatchObject({ status: 200 })
})

test('two processes of a later release start at once on the rows of this one, keep them, and go on with them', async () => {
  const before = await startProcess(startProgram('main.ts', env))
  const ran = () => query<{ name: string }>('select name from migration.kysely_migration order by name')
  const names = await readMigrationNames(releaseMigrations)
  expect((await ran()).map(({ name }) => name)).toEqual(names)
  await runCommand(env, 'tenant', 'create', acme)
  const { apiKey } = JSON.parse((await runCommand(env, 'key', 'create', acme)).output)
  const first = clientOf(before, apiKey)
  const ada = await first('POST', '/user', { id: 'ada_user', accountId: 'ada', firstName: 'Ada' })
  const code = String(Object(ada).referralCode)
  const bob = (status: string) => ({ id: 'bob', referral: { code }, subscription: { status } })
  expect(await first('POST', '/accountsync', bob('TRIAL'))).toMatchObject({
    referral: { status: 'IN_PROGRESS' },
  })
  await first('POST', '/user', { id: 'bob_user', accountId: 'bob' })

  const later = await makeLaterRelease(temporaryFolder(onTestFinished))
  const services = await Promise.all([1, 2].map(() => startProcess(startNode(later, { env }))))
  expect((await ran()).map(({ name }) => name)).toEqual([...names, ...laterMigrationNames])
  const [one, other] = services.map((url) => clientOf(url, apiKey))
  expect(await one?.('GET', '/account/bob')).toMatchObject({ referral: { status: 'IN_PROGRESS' } })
  expect(await one?.('GET', '/users?query=ada_u')).toMatchObject({
    users: [{ id: 'ada_user', firstName: 'Ada' }],
  })
  expect(await one?.('POST', '/accountsync', bob('PAID'))).toMatchObject({
    referral: { status: 'CONVERTED' },
  })
  expect(await other?.('GET', '/rewards?accountId=ada')).toMatchObject({ count: 1 })
  expect(await first('GET', '/account/bob')).toMatchObject({ referral: { status: 'CONVERTED' } })
  // Back to the release before, by a start of it on the schema of the later one.
  const back = clientOf(await startProcess(startProgram('main.ts', env)), apiKey)
  expect(await back('POST', '/user', { id: 'eve_user', accountId: 'eve' })).toMatchObject({ id: 'eve_user' })
  expect(JSON.parse((await runCommand(env, 'doctor')).output).checks).toContainEqual(
    expect.objectContaining({ name: 'migrations', ok: true }),
  )
  expect(await brokenInvariants(owner, acme)).toEqual([])
})

/** A request as the live program of the test service; its answer may have values that no caller can set. */
function get(list: string) {
  const { alias, apiKey } = service.live
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` }
  return { method: 'GET', url: `/api/v1/${alias}/${list}`, headers } as const
}

/** Returns where the service listens. */
async function startProcess(program: Program): Promise<string> {
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return url
}

function clientOf(url: string, apiKey: string) {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' }
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1/${acme}${path}`, { method, headers, ...sent })
    return answer.json()
  }
}

type Columns = Readonly<Record<string, readonly string[]>>

/** The columns of the schema: additions of a later release are not compared. */
async function columnsOf(db: Database): Promise<Columns> {
  const text = `select table_name as name, json_agg(column_name order by ordinal_position)::text as columns
    from information_schema.columns where table_schema = 'app' group by table_name`
  const rows = await db.query<{ name: string; columns: string }>({ name: '', text }, [])
  return Object.fromEntries(rows.map(({ name, columns }) => [name, JSON.parse(columns)]))
}

async function rowsOf(db: Database, columns: Columns): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = Object.entries(columns).map(async ([name, names]): Promise<[string, readonly unknown[]]> => {
    const text = `select ${names.map((it) => `${it}::text`).join(', ')} from app.${name} order by ${names.map((_, index) => index + 1).join(', ')}`
    return [name, await db.query({ name: '', text }, [])]
  })
  return Object.fromEntries(await Promise.all(tables))
}

function query<Row>(text: string): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, [])
}
