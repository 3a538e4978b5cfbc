import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

const columns = statement(
  'schema.columns',
  `
select c.relname || '.' || a.attname as "name"
from pg_class c
join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = to_regnamespace('app')
  and c.relkind in ('r', 'p')
  and not c.relispartition
  and a.attnum > 0
  and not a.attisdropped
order by 1`,
)

/** All columns that our tables have, as `table.column`. Parts of a table come and go. */
export async function readColumns(db: Database): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(columns, [])
  return rows.map((row) => row.name)
}

const missing = statement(
  'schema.missing',
  `
select needed.name as "name"
from unnest($1::text[]) needed (name)
where not exists (
  select
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = to_regnamespace('app')
    and c.relkind in ('r', 'p')
    and c.relname = split_part(needed.name, '.', 1)
    and a.attname = split_part(needed.name, '.', 2)
    and not a.attisdropped
)
order by 1`,
)

/** Returns the names of missing columns. Additional columns of a newer schema do not matter. */
export async function findMissingColumns(
  db: Pick<Database, 'query'>,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(missing, [names])
  return rows.map((row) => row.name)
}
