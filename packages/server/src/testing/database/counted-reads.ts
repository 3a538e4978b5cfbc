import type { Database } from '../../engine/driver/database.ts'

/** The rows, and the pages of tables and indexes, that PostgreSQL read for some work. */
export type Reads = { readonly rows: number; readonly pages: number }

/** Counts what the work reads over `single`, a database of one connection: PostgreSQL counts per session. */
export async function countReads(
  owner: Database,
  single: Database,
  work: () => Promise<unknown>,
): Promise<Reads> {
  const before = await readsUntilNow(owner, single)
  await work()
  const after = await readsUntilNow(owner, single)
  return { rows: after.rows - before.rows, pages: after.pages - before.pages }
}

async function readsUntilNow(owner: Database, single: Database): Promise<Reads> {
  await single.query({ name: '', text: 'select pg_stat_force_next_flush()' }, [])
  const [row] = await owner.query<Reads>({ name: '', text: counters }, [])
  if (row === undefined) throw new Error('no counters found')
  return row
}

const counters = `select (
    select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'app'
  )::int + (
    select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'app'
  )::int as rows, (
    select sum(coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0) + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0))
    from pg_statio_user_tables where schemaname = 'app'
  )::int as pages`
