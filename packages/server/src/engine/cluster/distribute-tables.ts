import type pg from 'pg'
import type { DatabaseAddress } from '../driver/database.ts'
import { oneShardAtATime } from '../driver/one-shard-at-a-time.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'

/** Why nothing was done. */
export type DistributionRefusal =
  | { readonly kind: 'no extension' }
  | { readonly kind: 'in progress' }
  | { readonly kind: 'in use'; readonly sessions: number }

type Distribution = { readonly kind: 'distributed'; readonly tables: readonly string[] } | DistributionRefusal

/**
 * Distributes in place the tables that are on the coordinator alone: those of a database that got the citus extension after its
 * migrations ran. Each table is a transaction of its own, so that a run that was interrupted is completed by the next one.
 * Nothing else may use the tables meanwhile.
 */
export function distributeTables(
  address: DatabaseAddress,
  report: (done: number, total: number) => void,
): Promise<Distribution> {
  return asOwnerAlone(address, async (client) => {
    const refusal = await refusalOf(client)
    if (refusal !== null) return refusal
    await client.query(dropTriggers)
    const tables = await readLocalTables(client)
    for (const [index, table] of tables.entries()) {
      await distribute(client, table)
      report(index + 1, tables.length)
    }
    await runEach(client, functionsToCopy)
    await runEach(client, missingPolicies)
    await runEach(client, rightsOfRoles)
    await runEach(client, leftRows)
    return { kind: 'distributed', tables: tables.map(({ name }) => name) }
  })
}

async function refusalOf(client: pg.ClientBase): Promise<DistributionRefusal | null> {
  const [found] = await rowsOf<{ isThere: boolean; isFree: boolean; sessions: number }>(client, preconditions)
  if (found?.isThere !== true) return { kind: 'no extension' }
  if (!found.isFree) return { kind: 'in progress' }
  return found.sessions > 0 ? { kind: 'in use', sessions: found.sessions } : null
}

async function distribute(client: pg.ClientBase, { name, kind }: LocalTable): Promise<void> {
  await client.query('begin')
  await client.query(oneShardAtATime)
  await client.query('select app.distribute($1, $2)', [name, kind])
  await client.query('commit')
}

/** Runs each of the statements that a query returns. */
async function runEach(client: pg.ClientBase, query: string): Promise<void> {
  for (const { statement } of await rowsOf<{ statement: string }>(client, query)) {
    await client.query('begin')
    await client.query(oneShardAtATime)
    await client.query(statement)
    await client.query('commit')
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(client: pg.ClientBase, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

// The lock is released when the connection is closed.
const preconditions = `
select exists (select from pg_extension e where e.extname = 'citus') as "isThere",
  pg_try_advisory_lock(hashtext('goodword distribute')) as "isFree",
  (
    select count(*)::int4
    from pg_stat_activity a
    where a.datname = current_database()
      and a.application_name = 'goodword'
      and a.usename <> current_user
  ) as "sessions"`

// A distributed table has no triggers: see docs/design/cluster.md.
const dropTriggers = `
do $$
declare
  it record;
begin
  for it in
    select t.tgname as name, t.tgrelid::regclass as relation
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'app'::regnamespace and t.tgname = 'append_only'
  loop
    execute format('drop trigger %I on %s', it.name, it.relation);
  end loop;
end
$$`

/** A function that is replaced is created on each node. */
const functionsToCopy = `
select pg_get_functiondef(p.oid) as statement
from pg_proc p
where p.pronamespace = 'app'::regnamespace
  and p.prokind = 'f'
  and not exists (
    select from pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
  )
order by p.proname`

/** The policies that 0002_directory creates in a database that has the extension already. */
const missingPolicies = `
select format(s.text, t.name) as statement
from (values ('merchant'), ('tenant')) t (name)
cross join (values
  (1, 'create policy every_tenant_reads on app.%I for select using (true)'),
  (2, 'create policy every_tenant_inserts on app.%I for insert with check (true)'),
  (3, 'alter table app.%I enable row level security'),
  (4, 'grant update on app.%I to goodword_service')
) s (place, text)
where not exists (
  select from pg_policies p
  where p.schemaname = 'app' and p.tablename = t.name
    and (s.text like '%' || p.policyname || '%' or s.place > 2 and p.policyname = 'every_tenant_inserts')
)
order by t.name, s.place`

/** Rights that were given before the extension was there, or before a node was. Repeating them changes nothing. */
const rightsOfRoles = `
select format('revoke create, temporary on database %I from public', current_database()) as statement
where exists (select from pg_database d where d.datname = current_database() and pg_has_role(d.datdba, 'usage'))

union all
select format('grant usage on schema %I to %I', n.nspname, r.rolname)
from pg_namespace n
cross join aclexplode(n.nspacl) a
join pg_roles r on r.oid = a.grantee
where n.nspname in ('app', 'migration') and a.privilege_type = 'USAGE' and a.grantee <> n.nspowner

union all
select format('revoke execute on function %s from public', p.oid::regprocedure)
from pg_proc p
where p.pronamespace = 'app'::regnamespace
  and p.proacl is not null
  and not exists (select from aclexplode(p.proacl) a where a.grantee = 0)

union all
select format('grant execute on function %s to %I', p.oid::regprocedure, r.rolname)
from pg_proc p
cross join aclexplode(p.proacl) a
join pg_roles r on r.oid = a.grantee
where p.pronamespace = 'app'::regnamespace and a.grantee <> p.proowner`

/** The rows of a table that was distributed are on the coordinator a second time, where nothing reads them. */
const leftRows = `
select format('select truncate_local_data_after_distributing_table(%L)', p.logicalrelid::regclass::text) as statement
from pg_dist_partition p
join pg_class c on c.oid = p.logicalrelid
where c.relnamespace in ('app'::regnamespace, 'migration'::regnamespace)
  and not c.relispartition`

/** A table of a cluster that is on the coordinator alone. */
type LocalTable = { readonly name: string; readonly kind: 'tenant' | 'reference' }

/**
 * Reads tables in the order in which they can be distributed: app.program first, and what a foreign key refers to
 * before what has it.
 */
export async function readLocalTables(client: pg.ClientBase): Promise<readonly LocalTable[]> {
  const { rows } = await client.query<LocalTable>(localTables)
  return rows
}

// A table of tenants has the tenant first in its primary key. Foreign keys are between tables of the directory only.
const localTables = `
with recursive reference as (
  select k.conrelid as oid, k.confrelid as needs
  from pg_constraint k
  where k.contype = 'f' and k.connamespace = 'app'::regnamespace and k.conrelid <> k.confrelid
), depth as (
  select c.oid, 0 as depth
  from pg_class c
  where c.relkind in ('r', 'p')
    and not c.relispartition
    and (c.relnamespace = 'app'::regnamespace or c.oid = to_regclass('migration.kysely_migration'))

  union
  select r.oid, d.depth + 1
  from depth d
  join reference r on r.needs = d.oid
)
select c.oid::regclass::text as name,
  case when first.attname = 'tenant_id' then 'tenant' else 'reference' end as kind
from (select d.oid, max(d.depth) as depth from depth d group by d.oid) d
join pg_class c on c.oid = d.oid
left join pg_index i on i.indrelid = c.oid and i.indisprimary
left join pg_attribute first on first.attrelid = c.oid and first.attnum = i.indkey[0]
where not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
  and not exists (select from pg_dist_shard s where c.relname like '%\\_' || s.shardid)
order by c.oid <> to_regclass('app.program'), d.depth, c.relname`
