import { tableRules } from './catalog-rules.ts'

export type CatalogExceptions = {
  readonly directoryTables: readonly string[]
  readonly securityDefinerFunctions: readonly string[]
  readonly appendOnlyTables: readonly string[]
}

/** The connection of the check: the catalog is the same for the owner and the service. */
export type CatalogReader = {
  query<Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]>
}

/**
 * The violations of tenancy rules in the schema `app`, as `object: what is wrong`, sorted; none when every
 * table is either a tenant's, with policy, keys and grants, or listed as part of the directory.
 */
export async function catalogViolations(db: CatalogReader, exceptions: CatalogExceptions): Promise<string[]> {
  const statement = { name: 'check.catalog', text: tableRules }
  const values = [
    exceptions.directoryTables,
    exceptions.securityDefinerFunctions,
    exceptions.appendOnlyTables,
  ]
  const rows = await db.query<{ object: string; violation: string }>(statement, values)
  return rows.map((row) => `${row.object}: ${row.violation}`)
}

/** The tables of the schema `app` that are not part of the directory. */
export async function tenantTablesIn(
  db: CatalogReader,
  directoryTables: readonly string[],
): Promise<Set<string>> {
  const text = `
select tablename as name
from pg_tables
where schemaname = 'app'
  and tablename <> all ($1)`
  const rows = await db.query<{ name: string }>({ name: 'check.tenant_tables', text }, [directoryTables])
  return new Set(rows.map((row) => row.name))
}
