import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TenantId } from '@goodword/domain/ids'
import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './store/driver/database.ts'
import { migrate, pendingMigrations } from './store/schema/migrate.ts'
import { endPrograms, makeEmptyEnvironment, type Program, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'
import { brokenInvariants } from './testing/tracking/tracking-invariants.ts'

const OLD_SCHEMA = '0002_tracking'
const OLD_ROWS = join(import.meta.dirname, 'testing/old-rows', `${OLD_SCHEMA}.sql`)

const { env, drop } = await makeEmptyEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 2)
const running: Program[] = []
const acme = 'acme' as TenantId

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await owner.close()
  await drop()
})

test('two processes of this release start at once on the rows of an older one, keep them, and go on with them', async () => {
  await migrate(owner, { to: OLD_SCHEMA })
  await owner.query({ name: '', text: `do $rows$ begin ${await readFile(OLD_ROWS, 'utf8')} end $rows$` }, [])
  const columns = await columnsOf(owner)
  const before = await rowsOf(owner, columns)
  expect(before.referral).toHaveLength(2)
  const due = await pendingMigrations(owner)
  expect(due.length).toBeGreaterThan(0)

  const services = await Promise.all([startService(), startService()])
  const ran = await query<{ name: string }>('select name from migration.kysely_migration order by name')
  expect(ran.map(({ name }) => name)).toEqual(['0001_directory', OLD_SCHEMA, ...due])
  expect(await rowsOf(owner, columns)).toEqual(before)
  expect(await brokenInvariants(owner, acme)).toEqual([])

  const { apiKey } = JSON.parse((await runCommand(env, 'key', 'create', acme)).output)
  const [one, other] = services.map((url) => clientOf(url, apiKey))
  expect(await one?.('GET', '/account/bob')).toMatchObject({ referral: { status: 'IN_PROGRESS' } })
  expect(await one?.('GET', '/users?query=ada_u')).toMatchObject({
    users: [{ id: 'ada_user', firstName: 'Ada' }],
  })
  const paid = { id: 'bob', subscription: { status: 'PAID' } }
  expect(await one?.('POST', '/accountsync', paid)).toMatchObject({ referral: { status: 'CONVERTED' } })
  expect(await other?.('GET', '/rewards?accountId=ada')).toMatchObject({ count: 2 })
  expect(await brokenInvariants(owner, acme)).toEqual([])
})

async function startService(): Promise<string> {
  const program = startProgram('main.ts', env)
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

/** What the old schema had: what has come since then is not compared. */
async function columnsOf(db: Database): Promise<Columns> {
  const text = `select table_name as name, json_agg(column_name order by ordinal_position)::text as columns
    from information_schema.columns where table_schema = 'app' group by table_name`
  const rows = await db.query<{ name: string; columns: string }>({ name: '', text }, [])
  return Object.fromEntries(rows.map(({ name, columns }) => [name, JSON.parse(columns)]))
}

async function rowsOf(db: Database, columns: Columns): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const tables = Object.entries(columns).map(async ([name, names]): Promise<[string, readonly unknown[]]> => {
    const text = `select ${names.map((it) => `${it}::text`).join(', ')} from app.${name} order by 1, 2`
    return [name, await db.query({ name: '', text }, [])]
  })
  return Object.fromEntries(await Promise.all(tables))
}

function query<Row>(text: string): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, [])
}
