import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { hasCitus } from '../cluster/has-citus.ts'
import type { DatabaseAddress } from '../driver/database.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import type { Progress } from '../foundation/progress.ts'
import { secretKeyMark } from '../secrets/secret-key-mark.ts'
import type { SecretKeys } from '../secrets/secret-keys.ts'
import { BackupError } from './backup-error.ts'
import { type BackupHead, type BackupLine, writeBackupFile } from './backup-file.ts'
import { type BackupTable, omittedTables, quoted, readTables } from './backup-tables.ts'
import { useOneRowText } from './row-text.ts'

const onOneServer = `
select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
from pg_class c
where c.relnamespace = to_regnamespace('app')
  and c.relkind = 'r'
  and c.relpersistence = 'p'
  and c.relname <> all ($1)`

/** A shard is named after its table and its number. Each node has a copy of every table of the directory, which counts once. */
const onNodes = `
select coalesce(sum(s.rows), 0)::float8 as rows
from (
  select max(named.rows::float8) as rows
  from run_command_on_workers($$
    select coalesce(json_object_agg(c.relname, c.reltuples), '{}')
    from pg_class c
    where c.relnamespace = to_regnamespace('app')
      and c.relkind = 'r'
      and c.relpersistence = 'p'
      and c.reltuples > 0
  $$) node
  cross join json_each_text(case when node.success then node.result::json else '{}' end) named (shard, rows)
  where regexp_replace(named.shard, '_\\d+$', '') <> all ($1)
  group by named.shard
) s`

export type WrittenBackup = BackupHead & { readonly rows: Readonly<Record<string, number>> }

/** The secret keys of the process, and whether the file is encrypted under the one that the database uses. */
type Encryption = { readonly keys: SecretKeys; readonly isEncrypted: boolean }

/** Enough to amortize a round trip, and few enough for memory at any row size. */
const ROWS_AT_A_TIME = 500

/**
 * Writes a consistent snapshot of all rows to a file, from any PostgreSQL, next to a running service.
 *
 * @throws BackupError when the file cannot be made, or there is nothing to back up
 */
export function writeBackup(
  address: DatabaseAddress,
  file: string,
  { keys, isEncrypted }: Encryption,
  progress: Progress,
): Promise<WrittenBackup> {
  return asOwnerAlone(address, async (client) => {
    // Read before the rows are: what comes in between is in the backup although it is not reported.
    const takenAt = Date.now()
    await beginSnapshot(address, client)
    const head = await readHead(client, secretKeyMark(keys.first), takenAt)
    const tables = await readTables(client)
    // Before the first row is read: no migration may change a table while others are.
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const rows: Record<string, number> = {}
    await writeBackupFile(
      file,
      head,
      linesOf(client, tables, rows, (done) => progress(done, head.estimatedRows)),
      isEncrypted ? (keys.withMark(head.secretKeyMark) ?? keys.first) : null,
    )
    return { ...head, rows }
  })
}

async function readHead(client: pg.ClientBase, firstMark: string, takenAt: number): Promise<BackupHead> {
  const { rows } = await client.query(
    `
    select split_part(current_setting('server_version'), ' ', 1) as postgres,
      to_regclass('migration.kysely_migration') is not null as "isSetUp",
      to_regclass('app.secret_key') is not null as "hasKeyMark"`,
  )
  const newest = `select name from migration.kysely_migration order by name collate "C" desc limit 1`
  const schema = rows[0].isSetUp ? (await client.query(newest)).rows[0]?.name : undefined
  if (schema === undefined)
    throw new BackupError('There is nothing in the database yet, so there is nothing to back up.')
  const { postgres, hasKeyMark } = rows[0]
  const currentMark = `select mark from app.secret_key where id = 'current'`
  const noted = hasKeyMark ? (await client.query(currentMark)).rows[0]?.mark : undefined
  const estimatedRows = await estimateRows(client)
  return {
    goodword: 'backup',
    format: 1,
    schema,
    postgres,
    takenAt,
    estimatedRows,
    rowText: 'same-everywhere',
    // The database says which key is in use, until its first start with one.
    secretKeyMark: noted ?? firstMark,
  }
}

async function* linesOf(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
  counts: Record<string, number>,
  progress: (done: number) => void,
): AsyncGenerator<readonly BackupLine[]> {
  let total = 0
  for (const { name, columns } of tables) {
    yield [{ kind: 'table', table: name, columns }]
    await client.query(`declare copied no scroll cursor for select t::text as row from ${quoted(name)} t`)
    let count = 0
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_A_TIME} from copied`)
      if (rows.length === 0) break
      count += rows.length
      yield rows.map(({ row }) => ({ kind: 'row', row }))
      progress(total + count)
    }
    await client.query('close copied')
    counts[name] = count
    total += count
    yield [{ kind: 'end', rows: count }]
  }
}

/** Estimates how many rows a backup will have, as `analyze` and vacuuming counted them last. */
async function estimateRows(client: pg.ClientBase): Promise<number> {
  const text = (await hasCitus(client)) ? onNodes : onOneServer
  const { rows } = await client.query<{ rows: number }>(text, [omittedTables])
  return rows[0]?.rows ?? 0
}

/**
 * Begins a transaction that sees the rows of one moment. On a Citus cluster each node has a moment of its own, some milliseconds
 * apart, and all rows of a tenant are on one node. No transaction that writes to the directory, which is on every node, commits
 * between these moments.
 */
export async function beginSnapshot(address: DatabaseAddress, client: pg.ClientBase): Promise<void> {
  const directory = await directoryOf(client)
  if (directory === null) return begin(client)
  await asOwnerAlone(address, async (other) => {
    await lockDirectory(other, directory)
    await begin(client)
    // One connection to each node, begun before the lock is released: every connection has a moment of its own.
    await client.query('set local citus.max_adaptive_executor_pool_size to 1')
    await client.query('set local citus.force_max_query_parallelization to off')
    await client.query('set local citus.enable_local_execution to off')
    // A table of the directory is read at any one node, which need not have tenants.
    for (const table of directory) await client.query(`select 1 from ${table} limit 1`)
    await client.query('select count(*) from app.program')
    await other.query('commit')
  })
}

async function begin(client: pg.ClientBase): Promise<void> {
  await client.query('begin transaction isolation level repeatable read, read only')
  // Rows that this user may not see are an error, rather than missing in the backup.
  await client.query('set local row_security to off')
  await useOneRowText(client)
}

/** The tables of a cluster that each node has a copy of; null where the tables are not distributed. */
async function directoryOf(client: pg.ClientBase): Promise<readonly string[] | null> {
  if (!(await hasCitus(client))) return null
  const { rows } = await client.query<{ name: string; isReference: boolean }>(`
    select c.relname as name, p.partmethod = 'n' as "isReference"
    from pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = to_regnamespace('app')
    order by c.relname`)
  if (!rows.some((it) => it.name === 'program')) return null
  return rows.flatMap((it) => (it.isReference ? [quoted(it.name)] : []))
}

/** Others wait behind this lock, so it waits for less than a second at a time. */
async function lockDirectory(client: pg.ClientBase, directory: readonly string[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    let cause: unknown
    try {
      await client.query('begin')
      await client.query(`set local citus.propagate_set_commands to 'local'`)
      await client.query(`set local lock_timeout to '800ms'`)
      await client.query(`lock table ${directory.join(', ')} in share mode`)
      if (await isCommittedEverywhere(client)) return
    } catch (error) {
      if (!isBusy(error)) throw error
      cause = error
    }
    await client.query('rollback')
    if (Date.now() > deadline) throw new BackupError(BUSY, { cause })
    await pause(PAUSE_MS)
  }
}

/**
 * Whether every transaction that began to commit is committed on all of its nodes. One that is cut off on the coordinator
 * releases its locks there earlier.
 */
async function isCommittedEverywhere(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`
    select sum(node.result::int) = 0 as "isCommitted" from run_command_on_all_nodes($$
      select count(*) from pg_prepared_xacts where database = current_database() and gid like 'citus\\_%'
    $$) node`)
  return rows[0].isCommitted
}

/** Longer than the minute after which Citus ends transactions that were cut off. */
const PATIENCE_MS = 90_000
const PAUSE_MS = 500

const BUSY =
  'A transaction that changes merchants, tenants, keys or staff is open for a long time, or was cut off between the commits of ' +
  'its nodes, and a backup has to wait for its end. Find it in pg_stat_activity and pg_prepared_xacts of each node, end it, and try again.'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)
}
