import type { Database } from '../driver/database.ts'
import type { Statement } from '../driver/statement.ts'

/** How a database that is distributed by Citus lies on its nodes. */
export type ClusterState = {
  /** A node that is not the coordinator is a worker, which knows the tables, but cannot change them. */
  readonly isCoordinator: boolean
  /** `host:port` of the nodes that another one cannot reach. */
  readonly unreachable: readonly string[]
  /** Tables of ours that lie on one node alone. */
  readonly notDistributed: readonly string[]
  /** The nodes that hold tenants; none while a node is unreachable. */
  readonly nodes: readonly NodeShare[]
}

export type NodeShare = {
  /** `host:port`. */
  readonly node: string
  readonly tenants: number
  readonly bytes: number
  /** The number as the server estimates it, which `analyze` and vacuuming keep up to date. */
  readonly rows: number
}

/** Null for a database that is not distributed. */
export async function readClusterState(owner: Database): Promise<ClusterState | null> {
  const [extension] = await rowsOf<{ exists: boolean }>(owner, isThere)
  if (extension?.exists !== true) return null
  const [[role], unreachable, notDistributed] = await Promise.all([
    rowsOf<{ isCoordinator: boolean }>(owner, coordinator),
    rowsOf<{ node: string }>(owner, unreachableNodes),
    rowsOf<{ name: string }>(owner, localTables),
  ])
  return {
    isCoordinator: role?.isCoordinator ?? false,
    unreachable: unreachable.map((it) => it.node),
    notDistributed: notDistributed.map((it) => it.name),
    // It asks every node.
    nodes: unreachable.length > 0 ? [] : await rowsOf<NodeShare>(owner, shares),
  }
}

/**
 * The coordinator, as `host:port`, of the cluster that the database is on a worker of: tables and roles are changed there alone.
 * Null where the database is on the coordinator, or is not distributed.
 */
export async function otherCoordinator(db: Database): Promise<string | null> {
  const [extension] = await rowsOf<{ exists: boolean }>(db, isThere)
  if (extension?.exists !== true) return null
  const [other] = await rowsOf<{ node: string }>(db, coordinatorNode)
  return other?.node ?? null
}

/** Whether some tables with tenants are distributed by Citus, and others are not. */
export async function isPartlyDistributed(db: Database): Promise<boolean> {
  const [extension] = await rowsOf<{ exists: boolean }>(db, isThere)
  if (extension?.exists !== true) return false
  const [row] = await rowsOf<{ local: number; distributed: number }>(db, tenantTables)
  return row !== undefined && row.local > 0 && row.distributed > 0
}

function rowsOf<Row>(owner: Database, it: Statement): Promise<Row[]> {
  return owner.query<Row>(it, [])
}

// These statements are not registered: they cannot be checked without the extension.
const isThere = unnamed(`select exists (select from pg_extension e where e.extname = 'citus') as "exists"`)
// `citus_is_coordinator` is false before the first node is added.
const coordinator = unnamed('select g.groupid = 0 as "isCoordinator" from pg_dist_local_group g')

const coordinatorNode = unnamed(`
select n.nodename || ':' || n.nodeport as "node"
from pg_dist_node n
where n.groupid = 0
  and (select g.groupid from pg_dist_local_group g) <> 0`)

const unreachableNodes = unnamed(`
select distinct h.to_nodename || ':' || h.to_nodeport as "node"
from citus_check_cluster_node_health() h
where not h.result
order by 1`)

const localTables = unnamed(`
select c.oid::regclass::text as "name"
from pg_class c
where c.relnamespace = 'app'::regnamespace
  and c.relkind in ('r', 'p')
  and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
  and not exists (select from pg_dist_shard s where c.relname like '%\\_' || s.shardid)
order by 1`)

// A table with a policy is one of ours.
const tenantTables = unnamed(`
select count(*) filter (where p.logicalrelid is null)::int4 as "local",
  count(*) filter (where p.logicalrelid is not null)::int4 as "distributed"
from pg_class c
left join pg_dist_partition p on p.logicalrelid = c.oid
where c.relnamespace = 'app'::regnamespace
  and c.relkind in ('r', 'p')
  and exists (select from pg_policy o where o.polrelid = c.oid and o.polname = 'tenant_only')
  and not exists (select from pg_dist_shard s where c.relname like '%\\_' || s.shardid)`)

const shares = unnamed(`
with node as (
  select n.nodename, n.nodeport
  from pg_dist_node n
  where n.isactive and n.shouldhaveshards and n.noderole = 'primary'
), tenants as (
  select p.nodename, p.nodeport, sum(p.result::int8) as tenants
  from run_command_on_placements('app.program', 'select count(*) from %s') p
  where p.success
  group by 1, 2
), sizes as (
  select s.nodename, s.nodeport, sum(s.shard_size) as bytes
  from citus_shards s
  where s.citus_table_type = 'distributed'
  group by 1, 2
), rows as (
  select r.nodename, r.nodeport, r.result::float8 as rows
  from run_command_on_workers($$
    select coalesce(sum(greatest(c.reltuples, 0)), 0)
    from pg_class c
    where c.relnamespace = 'app'::regnamespace
      and c.relkind = 'r'
  $$) r
  where r.success
)
select n.nodename || ':' || n.nodeport as "node",
  coalesce(t.tenants, 0)::int4 as "tenants",
  coalesce(s.bytes, 0)::float8 as "bytes",
  coalesce(r.rows, 0)::float8 as "rows"
from node n
left join tenants t using (nodename, nodeport)
left join sizes s using (nodename, nodeport)
left join rows r using (nodename, nodeport)
order by 1`)

function unnamed(text: string): Statement {
  return { name: '', text }
}
