import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { hasCitus } from '../cluster/has-citus.ts'
import type { DatabaseAddress } from '../driver/database.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import { BackupError } from './backup-error.ts'
import { quoted } from './backup-tables.ts'
import { useOneRowText } from './row-text.ts'

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
