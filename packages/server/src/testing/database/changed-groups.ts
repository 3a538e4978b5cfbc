import { createHash } from 'node:crypto'
import type { Database } from '../../store/driver/database.ts'
import type { Statement } from '../../store/driver/statement.ts'

/**
 * The versions of all rows, by table and by whose they are: `reward of acme`, `membership of merchant <id>`, and the table alone
 * for rows that belong to neither.
 */
export type RowVersions = ReadonlyMap<string, string>

/** When a key was last used is noted outside of requests, also for one that is refused elsewhere. */
const API_KEY_VERSION = `sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0))`
/** A new version of a row has a higher number than all earlier ones, so as many rows with the same sum are the same rows. */
const ROW_VERSION = 'sum(t.xmin::text::int8)'

type Table = { readonly name: string; readonly of_tenant: boolean; readonly of_merchant: boolean }

/** The statement of each database: its tables stay the same. */
const reads = new WeakMap<Database, Promise<Statement>>()

/** Reads the versions of all rows of all tables. */
export async function readRowVersions(owner: Database): Promise<RowVersions> {
  const read = reads.get(owner) ?? readOfAll(owner)
  reads.set(owner, read)
  const rows = await owner.query<{ name: string; version: string }>(await read, [])
  return new Map(rows.map((it) => [it.name, it.version]))
}

async function readOfAll(owner: Database): Promise<Statement> {
  const tables = await owner.query<Table>({ name: 'tables.list', text: TABLES }, [])
  const parts = tables.map((table) => {
    const version = table.name === 'api_key' ? API_KEY_VERSION : ROW_VERSION
    return `select '${table.name}' || ${holderOf(table)} as name, count(*) || ' ' || ${version} as version
      from app.${table.name} t group by 1`
  })
  const text = parts.join(' union all ')
  return { name: createHash('sha256').update(text).digest('base64url'), text }
}

const TABLES = `
select c.relname as name,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_tenant,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id') as of_merchant
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'app' and c.relkind in ('r', 'p') and not c.relispartition
order by 1`

function holderOf(table: Table): string {
  if (table.of_tenant) return `' of ' || t.tenant_id`
  return table.of_merchant ? `' of merchant ' || t.merchant_id` : `''`
}

/** Returns the groups whose rows were added, changed or removed between two readings. */
export function changesBetween(before: RowVersions, after: RowVersions): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}
