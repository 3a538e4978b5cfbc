import type { Database } from '../driver/database.ts'
import { type DomainType, domainTypes } from './domain-types.ts'

type ColumnRow = { table: string; column: string; type: string; is_nullable: boolean; is_of_tenant: boolean }

/** The text of tables.generated.ts for a migrated database. @throws Error for a type or a listed column that is unknown */
export async function tableTypes(db: Database): Promise<string> {
  const columns = await readColumns(db)
  failIfUnused(columns)
  const tables = Map.groupBy(columns, (it) => it.table)
  return [
    '// Made from the migrated schema by `npm run generate`: change the migrations, or domain-types.ts.\n',
    importsOf(columns),
    '/** The rows of each table as statements return them: times in milliseconds since the epoch, JSON parsed. */',
    'export type Tables = {',
    ...[...tables].map(([name, own]) => block(`${name}: {`, own.map(typed), '}')),
    '}\n',
    '/** The columns of the tables that belong to a tenant, in their order and without the tenant itself. */',
    'export const tenantTables = {',
    ...[...tables]
      .filter(([, own]) => own.every((it) => it.is_of_tenant))
      .map(([name, own]) =>
        block(
          `${name}: {`,
          own.map((it) => `${it.column}: '${it.type}',`),
          '},',
        ),
      ),
    '} as const\n',
  ].join('\n')
}

// The rows of a table of a tenant are seen by that tenant's transactions alone, so no row type has the tenant; tables of the
// directory may have row-level security for writing. Parts of a table come and go.
const columnsOfSchema = `
select c.relname as "table", a.attname as "column", format_type(t.oid, null) as type,
  not a.attnotnull as is_nullable, p.polname is not null as is_of_tenant
from pg_class c
join pg_attribute a on a.attrelid = c.oid
join pg_type t on t.oid = a.atttypid
left join pg_policy p on p.polrelid = c.oid and p.polname = 'tenant_only'
where c.relnamespace = 'app'::regnamespace
  and c.relkind in ('r', 'p')
  and not c.relispartition
  and a.attnum > 0
  and not a.attisdropped
  and not (p.polname is not null and a.attname = 'tenant_id')
order by c.relname collate "C", a.attnum`

async function readColumns(db: Database): Promise<readonly ColumnRow[]> {
  const rows = await db.query<ColumnRow>({ name: '', text: columnsOfSchema }, [])
  return rows.map((row) => ({ ...row, type: shortNames[row.type] ?? row.type }))
}

/** Names of types as SQL is written here. */
const shortNames: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamptz',
  bigint: 'int8',
  integer: 'int4',
  boolean: 'bool',
}

/** The types that the driver returns for PostgreSQL's types: see wire-values.ts. */
const driverTypes: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  'uuid[]': 'string[]',
  'text[]': 'string[]',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  timestamptz: 'number',
  date: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
}

function typed(column: ColumnRow): string {
  const type = domainTypeOf(column)?.type ?? driverTypes[column.type]
  if (type === undefined) {
    throw new Error(
      `${column.table}.${column.column} has the type ${column.type}, which table-types.ts lacks`,
    )
  }
  return `${column.column}: ${type}${column.is_nullable ? ' | null' : ''}`
}

/** The entry for the column of this table counts before one for the column of any table. */
function domainTypeOf({ table, column }: ColumnRow): DomainType | undefined {
  const entry = (name: string) => domainTypes.find((it) => it.columns.includes(name))
  return entry(`${table}.${column}`) ?? entry(`*.${column}`)
}

function importsOf(columns: readonly ColumnRow[]): string {
  const used = columns.flatMap((it) => domainTypeOf(it) ?? [])
  const modules = Map.groupBy(used, (it) => it.from)
  return [...modules]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, types]) => {
      const names = new Set(types.map((it) => it.type.replace(/\[.*$/, '')))
      return `import type { ${[...names].sort().join(', ')} } from '${from}'\n`
    })
    .join('')
}

function failIfUnused(columns: readonly ColumnRow[]): void {
  const names = new Set(columns.flatMap((it) => [`${it.table}.${it.column}`, `*.${it.column}`]))
  const unused = domainTypes.flatMap((it) => it.columns).filter((it) => !names.has(it))
  if (unused.length > 0)
    throw new Error(`domain-types.ts lists columns that no table has: ${unused.join(', ')}`)
}

function block(first: string, lines: readonly string[], last: string): string {
  return [`  ${first}`, ...lines.map((it) => `    ${it}`), `  ${last}`].join('\n')
}
