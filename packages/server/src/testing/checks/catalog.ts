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

/**
 * One row for each violation in the schema `app`. $1 names the directory's tables, $2 the functions that may run as
 * their owner, $3 the tables whose rows are never changed. The rules are those of a PostgreSQL distributed by tenant (Citus), which refuses or mishandles the
 * rest: keys without the tenant, actions that null it, triggers, sequences, and shard names longer than 63 bytes
 * (it appends nine to each name).
 */
const tableRules = `
with tables as (
  select c.oid, c.relname::text as name, c.relrowsecurity, c.relforcerowsecurity, c.relowner,
    c.relname = any ($1::text[]) as is_directory,
    (select a.attnum from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as tenant_column
  from pg_class c
  where c.relnamespace = 'app'::regnamespace
    and c.relkind in ('r', 'p', 'f')
),
tenant_tables as (
  select *
  from tables
  where not is_directory
),
defaults as (
  select t.name, a.attname, pg_get_expr(d.adbin, d.adrelid) as expression
  from tables t
  join pg_attrdef d on d.adrelid = t.oid
  join pg_attribute a on a.attrelid = t.oid and a.attnum = d.adnum
),
foreign_keys as (
  select f.conname::text as name, target.name as target, f.confdeltype, f.confupdtype,
    source.is_directory as from_directory,
    target.is_directory as to_directory
  from pg_constraint f
  join tables source on source.oid = f.conrelid
  left join tables target on target.oid = f.confrelid
  where f.contype = 'f'
),
violations(object, violation) as (
  select t.name, 'has no column tenant_id text not null'
  from tenant_tables t
  where not exists (
    select
    from pg_attribute a
    where a.attrelid = t.oid
      and a.attnum = t.tenant_column
      and a.atttypid = 'text'::regtype
      and a.attnotnull
  )

  union all
  select t.name, 'has no primary key'
  from tables t
  where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)

  union all
  select i.indexrelid::regclass::text, 'is a primary key that does not begin with tenant_id'
  from tenant_tables t
  join pg_index i on i.indrelid = t.oid and i.indisprimary
  where i.indkey[0] is distinct from t.tenant_column

  union all
  select i.indexrelid::regclass::text, 'is unique without tenant_id'
  from tenant_tables t
  join pg_index i on i.indrelid = t.oid and i.indisunique
  where t.tenant_column is null
    or t.tenant_column <> all (i.indkey[0:i.indnkeyatts - 1])

  union all
  select x.conname, 'excludes without comparing tenant_id by ='
  from tenant_tables t
  join pg_constraint x on x.conrelid = t.oid and x.contype = 'x'
  where not exists (
    select
    from unnest(x.conkey, x.conexclop) as part(excluded_column, operator)
    join pg_operator o on o.oid = part.operator
    where part.excluded_column = t.tenant_column
      and o.oprname = '='
  )

  union all
  select f.name, 'is a foreign key of a tenant table'
  from foreign_keys f
  where not f.from_directory

  union all
  select f.name, 'leads from the directory to a tenant table'
  from foreign_keys f
  where f.from_directory
    and not f.to_directory

  union all
  select f.name, 'leads out of the schema'
  from foreign_keys f
  where f.from_directory
    and f.target is null

  union all
  select f.name, 'has an action that sets or moves its columns'
  from foreign_keys f
  where f.from_directory
    and (f.confdeltype in ('n', 'd') or f.confupdtype not in ('a', 'r'))

  union all
  select t.name, 'has the trigger ' || g.tgname
  from tables t
  join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  where not (t.name = any ($3::text[]) and g.tgname = 'append_only')

  union all
  select named.name, 'has no trigger append_only that is enabled'
  from unnest($3::text[]) as named(name)
  where not exists (
    select
    from tables t
    join pg_trigger g on g.tgrelid = t.oid
    where t.name = named.name
      and g.tgname = 'append_only'
      and g.tgenabled = 'O'
  )

  union all
  select t.name, 'may be changed by the service'
  from tables t
  where t.name = any ($3::text[])
    and has_table_privilege('goodword_service', t.oid, 'update, delete, truncate')

  union all
  select t.name, 'has the rule ' || r.rulename
  from tables t
  join pg_rewrite r on r.ev_class = t.oid and r.rulename <> '_RETURN'

  union all
  select c.relname, 'is a sequence'
  from pg_class c
  where c.relnamespace = 'app'::regnamespace
    and c.relkind = 'S'

  union all
  select distinct d.name || '.' || d.attname, 'has a volatile default'
  from defaults d
  cross join regexp_matches(d.expression, '([a-z_0-9]+)\\(', 'g') as called
  join pg_proc p on p.proname = called[1] and p.provolatile = 'v'

  union all
  select t.name, 'has row-level security switched off'
  from tenant_tables t
  where not t.relrowsecurity

  union all
  select t.name, 'forces row-level security on its owner'
  from tables t
  where t.relforcerowsecurity

  union all
  select t.name, 'has no policy'
  from tenant_tables t
  where not exists (select from pg_policy p where p.polrelid = t.oid)

  union all
  select t.name, 'has the policy ' || p.polname || ', which does not compare tenant_id with app.tenant alone'
  from tenant_tables t
  join pg_policy p on p.polrelid = t.oid
  cross join (values ('(tenant_id = current_setting(''app.tenant''::text, true))')) as expected(condition)
  where pg_get_expr(p.polqual, p.polrelid) is distinct from expected.condition
    or coalesce(pg_get_expr(p.polwithcheck, p.polrelid), expected.condition) <> expected.condition

  union all
  select t.name, 'is owned by the service'
  from tables t
  where t.relowner = (select r.oid from pg_roles r where r.rolname = 'goodword_service')

  union all
  select r.rolname, 'can pass row-level security'
  from pg_roles r
  where r.rolname = 'goodword_service'
    and (r.rolsuper or r.rolbypassrls)

  union all
  select c.relname, 'is a view that runs as its owner'
  from pg_class c
  where c.relnamespace = 'app'::regnamespace
    and (c.relkind = 'm' or c.relkind = 'v' and not 'security_invoker=true' = any (coalesce(c.reloptions, '{}')))

  union all
  select p.proname, 'is a function that runs as its owner'
  from pg_proc p
  where p.pronamespace = 'app'::regnamespace
    and p.prosecdef
    and p.proname <> all ($2::text[])

  union all
  select named.name, 'has a name of more than 54 bytes'
  from (
    select c.relname::text from pg_class c where c.relnamespace = 'app'::regnamespace
    union
    select n.conname::text from pg_constraint n where n.connamespace = 'app'::regnamespace and n.contype <> 'n'
  ) as named(name)
  where octet_length(named.name) > 54

  union all
  select named.name, 'is an exception without need: remove it'
  from unnest($1::text[]) as named(name)
  where not exists (select from tables t where t.name = named.name)

  union all
  select named.name, 'is an exception without need: remove it'
  from unnest($2::text[]) as named(name)
  where not exists (
    select
    from pg_proc p
    where p.pronamespace = 'app'::regnamespace
      and p.proname = named.name
      and p.prosecdef
  )
)
select object::text, violation
from violations
order by object, violation`
