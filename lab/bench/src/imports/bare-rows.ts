import type { Database } from '@goodword/server/engine/driver/database'
import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'

/** The rows that an import wrote to one table: the columns with their types, and the values as texts. */
type WrittenRows = {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** What belongs to the import itself, and jobs, which many rows share. */
const leftOut = [
  'import',
  'import_error',
  'import_piece',
  'import_claim',
  'import_upload',
  'export_part',
  'job',
]

/** What transactions from one on wrote for a tenant, as it is now. */
export async function writtenRows(
  owner: pg.Pool,
  tenantId: string,
  sinceTransaction: string,
): Promise<readonly WrittenRows[]> {
  const tables = await rowsOf<{ table: string; columns: WrittenRows['columns'] }>(
    owner,
    `select c.relname as table,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) and c.relrowsecurity
     group by c.relname`,
    [leftOut],
  )
  const found: WrittenRows[] = []
  for (const { table, columns } of tables) {
    const values = columns.map(({ name }) => `x.${name}::text`).join(', ')
    const rows = await rowsOf<{ row: (string | null)[] }>(
      owner,
      `select array[${values}] as row from ${table} x
       where x.tenant_id = $1 and x.xmin::text::int8 >= $2 order by x.ctid`,
      [tenantId, sinceTransaction],
    )
    if (rows.length > 0) found.push({ table, columns, rows: rows.map((it) => it.row) })
  }
  return found
}

/**
 * Inserts rows into another tenant in as many transactions, one after the other: each with one statement for each table,
 * sent in one pipeline, as the service's role under row-level security, and durable. Returns the milliseconds.
 */
export async function insertBare(
  db: Database,
  tenantId: string,
  written: readonly WrittenRows[],
  transactions: number,
): Promise<number> {
  const startedAt = performance.now()
  for (let index = 0; index < transactions; index += 1) {
    await db.connected(async (session) => {
      session.sendWrite({ name: 'ceiling.begin', text: 'begin' }, [], undefined)
      session.sendWrite({ name: 'ceiling.tenant', text: 'select app.set_tenant($1)' }, [tenantId], undefined)
      for (const { table, columns, rows } of written) {
        const part = rows.slice(
          Math.floor((rows.length * index) / transactions),
          Math.floor((rows.length * (index + 1)) / transactions),
        )
        if (part.length === 0) continue
        const values = columns.map((_, column) => part.map((row) => row[column] ?? null))
        session.sendWrite(insertInto(table, columns), [tenantId, ...values], part.length)
      }
      await session.commit()
    })
  }
  return performance.now() - startedAt
}

function insertInto(table: string, columns: WrittenRows['columns']) {
  const names = columns.map((it) => it.name)
  const text = `insert into app.${table} (tenant_id, ${names.join(', ')})
    select $1, ${columns.map(({ name, type }) => `u.${name}::${type}`).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 2}::text[]`).join(', ')}) as u(${names.join(', ')})`
  return { name: `ceiling.insert.${table}`, text }
}
