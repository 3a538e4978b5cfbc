import type pg from 'pg'

/** A table of a cluster that is on the coordinator alone. */
export type LocalTable = { readonly name: string; readonly kind: 'tenant' | 'reference' }

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
