import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'

/** What PostgreSQL logged about one table or index; counts and bytes. */
export type Writes = {
  readonly table: string
  /** Null for the rows of the table itself. */
  readonly index: string | null
  readonly inserted: number
  readonly updated: number
  /** Updates that needed no new index entry. */
  readonly hotUpdated: number
  readonly deleted: number
  /** Entries that were added to the index. */
  readonly entries: number
  readonly bytes: number
}

/** What was sent and written since a moment. */
export type Work = {
  readonly statements: number
  readonly commits: number
  readonly writes: readonly Writes[]
}

/** Counts from now on. The result returns what was done in between. */
export async function countWork(owner: pg.Pool): Promise<() => Promise<Work>> {
  await owner.query('select pg_stat_statements_reset()')
  const [start] = await rowsOf<{ place: string }>(owner, place)
  return async () => {
    const [end] = await rowsOf<{ place: string }>(owner, place)
    const [sent] = await rowsOf<{ statements: number }>(owner, statements)
    const between = [start?.place, end?.place]
    const [ended] = await rowsOf<{ commits: number }>(owner, commits, between)
    return {
      statements: sent?.statements ?? 0,
      commits: ended?.commits ?? 0,
      writes: await rowsOf<Writes>(owner, writes, between),
    }
  }
}

// Every call was durable when it was answered.
const place = 'select pg_current_wal_flush_lsn()::text as place'

// A transaction begins and ends by statements of its own.
const statements = `
select sum(s.calls)::float8 as statements
from pg_stat_statements s
where s.toplevel
  and s.query !~ 'pg_stat_statements|pg_current_wal_flush_lsn|pg_get_wal_records_info|is_done'`

const commits = `
select count(*)::float8 as commits
from pg_get_wal_records_info($1, $2) w
where w.resource_manager = 'Transaction'
  and w.record_type = 'COMMIT'`

// A page that is split takes the new entry as well.
const writes = `
select coalesce(t.relname, c.relname, 'commits and others') as table,
  case when i.indexrelid is not null then c.relname end as index,
  (count(*) filter (where w.record_type like 'INSERT%' and w.resource_manager = 'Heap'))::float8 as inserted,
  (count(*) filter (where w.record_type in ('UPDATE', 'UPDATE+INIT', 'HOT_UPDATE')))::float8 as updated,
  (count(*) filter (where w.record_type = 'HOT_UPDATE'))::float8 as "hotUpdated",
  (count(*) filter (where w.record_type = 'DELETE' and w.resource_manager = 'Heap'))::float8 as deleted,
  (count(*) filter (where w.record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')))::float8 as entries,
  sum(w.record_length)::float8 as bytes
from pg_get_wal_records_info($1, $2) w
left join pg_class c on c.relnamespace = 'app'::regnamespace
  and c.relfilenode::text = substring(w.block_ref from 'rel [0-9]+/[0-9]+/([0-9]+)')
left join pg_index i on i.indexrelid = c.oid
left join pg_class t on t.oid = i.indrelid
group by 1, 2
order by 1, 2 nulls first`
