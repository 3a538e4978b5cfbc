import type pg from 'pg'
import { hasCitus } from '../cluster/has-citus.ts'
import { omittedTables } from './backup-tables.ts'

/** Estimates how many rows a backup will have, as `analyze` and vacuuming counted them last. */
export async function estimateRows(client: pg.ClientBase): Promise<number> {
  const text = (await hasCitus(client)) ? onNodes : onOneServer
  const { rows } = await client.query<{ rows: number }>(text, [omittedTables])
  return rows[0]?.rows ?? 0
}

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
