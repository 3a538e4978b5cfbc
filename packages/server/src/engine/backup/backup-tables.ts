import type pg from 'pg'

/** A table of ours; its columns are in their order, each with its type as PostgreSQL writes it. */
export type BackupTable = { readonly name: string; readonly columns: readonly BackupColumn[] }
export type BackupColumn = readonly [name: string, type: string]

/** Exported files are copies of other rows, for some days; simulations are requested again; files to import can be sent again; people sign in again, and connect their assistants again; allowances come back; salts are forgotten. */
export const omittedTables: readonly string[] = [
  'export',
  'export_part',
  'fraud_simulation',
  'import',
  'import_claim',
  'import_error',
  'import_piece',
  'import_upload',
  'letter_allowance',
  'network_salt',
  'page_link',
  'page_session',
  'staff_assistant',
  'staff_assistant_write',
  'staff_link',
  'staff_session',
  'staff_used_code',
  'staff_verification',
]

/**
 * All tables, from the catalogue, so that none can be forgotten, and each after the tables that its foreign keys
 * refer to. Unlogged tables are omitted: their rows may be lost.
 */
export async function readTables(client: pg.ClientBase): Promise<readonly BackupTable[]> {
  const [tables, pairs] = [
    await client.query<BackupTable>(tablesText, [omittedTables]),
    await client.query<Pair>(pairsText),
  ]
  return inOrder(tables.rows, pairs.rows)
}

type Pair = { readonly name: string; readonly needs: string }

const tablesText = `
select c.relname as name,
  json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relpersistence = 'p' and c.relname <> all ($1)
group by c.relname
order by c.relname`

const pairsText = `
select distinct one.relname as name, other.relname as needs
from pg_constraint k
join pg_class one on one.oid = k.conrelid
join pg_class other on other.oid = k.confrelid
where k.contype = 'f' and k.connamespace = 'app'::regnamespace and k.conrelid <> k.confrelid`

function inOrder(tables: readonly BackupTable[], pairs: readonly Pair[]): readonly BackupTable[] {
  const ordered: BackupTable[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name }) => !placed.has(name) && pairs.every((it) => it.name !== name || placed.has(it.needs)),
    )
    if (ready.length === 0) throw new Error('circular foreign keys between tables')
    for (const table of ready) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}

/** A name as a statement takes it, in the schema of ours. */
export function quoted(table: string): string {
  return `app."${table.replaceAll('"', '""')}"`
}
