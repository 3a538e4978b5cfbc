import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { openDatabase } from '../driver/database.ts'
import { databaseTimeouts } from '../driver/timeouts.ts'
import { type MigrationProgress, migrate, schemaVersion } from './migrate.ts'
import { releaseMigrations } from './migration-files.ts'

const db = await createTestDatabase()
// As the operator's commands open it: how long a migration waits for a table is what this is about.
const owner = openDatabase(db.address, 'owner', 2)
const sessions = openDatabase(db.address, 'owner', 2, NO_TIMEOUTS)
const tenant = await makeTestTenant(db, 'acme')
const waitOptions = { timeout: 120_000, interval: 20 }
const TIMEOUT_MS = 120_000

/** A release after this one: its migrations are those of this one and what a test adds. */
let later: string
beforeEach(async () => {
  later = temporaryFolder(onTestFinished)
  await cp(releaseMigrations, later, { recursive: true })
  await execute('delete from migration.kysely_migration where name > $1', [await newestOfRelease()])
})
afterEach(() => {
  for (const client of open) client.release(true)
  open.clear()
})
afterAll(async () => {
  await Promise.all([owner, sessions].map((it) => it.close()))
})

test(
  'I21: a migration that waits for a table lets the service write on, and succeeds when the table is free',
  async () => {
    // Requests that wait behind a migration are not refused before it releases its lock.
    expect(databaseTimeouts.owner.lockMs).toBeLessThan(databaseTimeouts.service.lockMs)
    await add('9001_probe', 'alter table app.account add column probe text')
    const reader = await longTransaction('select from app.account limit 1')
    const writes = { written: 0, refused: [] as unknown[] }
    const isOver = { value: false }
    const writing = writeUntil(isOver, writes)
    try {
      const waiting = Promise.withResolvers<string>()
      const migrating = migrate(owner, { folder: folderOf(later), onWait: waiting.resolve })
      expect(await waiting.promise).toBe('table')
      // Written after the migration first blocked the table, and while the long transaction continues.
      const before = writes.written
      await vi.waitFor(() => expect(writes.written).toBeGreaterThan(before + 20), waitOptions)
      expect(await columnsOf('account')).not.toContain('probe')
      await reader.end()
      expect(await migrating).toEqual(['9001_probe'])
      expect(await columnsOf('account')).toContain('probe')
    } finally {
      isOver.value = true
      await writing
    }
    expect(writes.refused).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'a start during the migration of another process waits for that, and says so',
  async () => {
    await add('9001_both', 'alter table app.account add column probe_both text')
    const reader = await longTransaction('select from app.account limit 1')
    const first = migrate(db.owner, { folder: folderOf(later) })
    await vi.waitFor(async () => {
      const waiting = await execute(`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%probe_both%'`)
      expect(waiting).toHaveLength(1)
    }, waitOptions)
    const waits = Promise.withResolvers<string>()
    const second = migrate(owner, { folder: folderOf(later), onWait: waits.resolve })
    expect(await waits.promise).toBe('migration')
    await reader.end()
    expect(await first).toEqual(['9001_both'])
    expect(await second).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'a migration that is done stays done while the next one waits',
  async () => {
    await add('9002_first', 'alter table app.reward add column first_probe text')
    await add('9003_second', 'alter table app.event add column second_probe text')
    const reader = await longTransaction('select from app.event limit 1')
    const migrating = migrate(owner, { folder: folderOf(later) })
    await vi.waitFor(async () => expect(await schemaVersion(sessions)).toBe('9002_first'), waitOptions)
    // No request waits for the table of the first one any more.
    const changer = await longTransaction('lock table app.reward in access exclusive mode nowait')
    await changer.end()
    await reader.end()
    expect(await migrating).toEqual(['9002_first', '9003_second'])
  },
  TIMEOUT_MS,
)

test('two processes that migrate at once share the work', async () => {
  await add('9004_shared', 'create table app.probe (id uuid primary key)')
  const results = await Promise.all([1, 2, 3].map(() => migrate(owner, { folder: folderOf(later) })))
  expect(results.flat()).toEqual(['9004_shared'])
})

test('an index is built beside an open transaction, also after an attempt that was cut off', async () => {
  await add(
    '9005_index',
    `-- What is searched by.
     drop index concurrently if exists app.entry_by_unit;
     create index concurrently entry_by_unit on app.entry (tenant_id, unit);`,
  )
  // An interrupted attempt leaves an invalid index with the name.
  await execute('create index entry_by_unit on app.entry (tenant_id)')
  await execute(`update pg_index set indisvalid = false where indexrelid = 'app.entry_by_unit'::regclass`)
  const reader = await longTransaction('select from app.entry limit 1')
  const migrating = migrate(owner, { folder: folderOf(later) })
  // One attempt waits longer than the second after which any other migration stands back.
  await vi.waitFor(async () => {
    const waiting = await execute(`select from pg_stat_activity
      where datname = current_database() and query like 'drop index concurrently%'
        and clock_timestamp() - query_start > interval '1.2 s'`)
    expect(waiting).toHaveLength(1)
  }, waitOptions)
  await reader.end()
  expect(await migrating).toEqual(['9005_index'])
  const [index] = await execute(`select indisvalid, indnatts from pg_index
    where indexrelid = 'app.entry_by_unit'::regclass`)
  expect(index).toEqual({ indisvalid: true, indnatts: 2 })
})

test('a migration can be the last one to run', async () => {
  await add('9006_wanted', 'select 1')
  await add('9007_later', 'select 1')
  expect(await migrate(owner, { folder: folderOf(later), to: '9006_wanted' })).toEqual(['9006_wanted'])
  expect(await schemaVersion(owner)).toBe('9006_wanted')
})

test('an upgrade reports each migration with its place and duration, and one that takes long every ten seconds', async () => {
  await add('9008_quick', 'create table app.quick_probe (id uuid primary key)')
  await add('9009_waiting', 'alter table app.account add column waiting_probe text')
  const reader = await longTransaction('select from app.account limit 1')
  const reported: MigrationProgress[] = []
  // Only the timer of the progress; what the driver and the retries wait for is real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const migrating = migrate(owner, { folder: folderOf(later), onProgress: (it) => void reported.push(it) })
  await vi.waitFor(
    () => expect(reported.at(-1)).toMatchObject({ kind: 'started', name: '9009_waiting' }),
    waitOptions,
  )
  vi.advanceTimersByTime(20_000)
  await reader.end()
  await migrating
  expect(reported.map(({ kind }) => kind)).toEqual([
    'started',
    'completed',
    'started',
    'running',
    'running',
    'completed',
  ])
  expect(reported[0]).toMatchObject({ name: '9008_quick', number: 1, total: 2 })
  expect(reported.at(-1)).toMatchObject({ name: '9009_waiting', number: 2, total: 2 })
})

async function add(name: string, text: string): Promise<void> {
  await writeFile(join(later, `${name}.sql`), text)
}

async function writeUntil(isOver: { value: boolean }, writes: { written: number; refused: unknown[] }) {
  while (!isOver.value) {
    await tenant.track(`account_${writes.written}`, 'server', tenant.identify('user')).then(
      () => {
        writes.written += 1
      },
      (error: unknown) => writes.refused.push(error),
    )
  }
}

const open = new Set<PoolClient>()

/** A transaction that stays open, like that of a long report; at most until the end of the test. */
async function longTransaction(text: string): Promise<{ end: () => Promise<void> }> {
  const client = await sessions.pool.connect()
  open.add(client)
  await client.query('begin')
  await client.query(text)
  return {
    async end() {
      await client.query('commit')
      client.release()
      open.delete(client)
    },
  }
}

async function columnsOf(table: string): Promise<readonly unknown[]> {
  const rows = await execute('select attname from pg_attribute where attrelid = $1::regclass', [
    `app.${table}`,
  ])
  return rows.map((row) => row.attname)
}

function execute(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return db.owner.query<Record<string, unknown>>({ name: '', text }, values)
}

async function newestOfRelease(): Promise<string> {
  const rows = await execute(
    `select name from migration.kysely_migration where name < '9' order by name desc`,
  )
  return String(rows[0]?.name)
}

function folderOf(path: string): URL {
  return pathToFileURL(`${path}/`)
}
