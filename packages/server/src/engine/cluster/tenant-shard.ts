import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../driver/database.ts'
import type { Statement } from '../driver/statement.ts'
import type { Progress } from '../foundation/progress.ts'

/** Where the rows of a tenant are on a cluster. */
export type TenantShard = {
  /** One table of the shard; the others of the tenant are colocated with it. */
  readonly shardId: string
  /** `host:port` of its node, and the number that Citus gave it. */
  readonly node: string
  readonly nodeId: number
  /** The hash of the tenant, and the range of hashes in the shard. */
  readonly hash: number
  readonly least: number
  readonly greatest: number
  /** Total size of the tables of the shard, with their indexes. */
  readonly bytes: number
  /** The other tenants of the shard, in the order of their names. */
  readonly others: readonly string[]
}

export type ShardNode = {
  readonly node: string
  readonly nodeId: number
}

export type TenantRows = { readonly accounts: number; readonly referrals: number }

/** Counts them one by one: on a large tenant it takes seconds. */
export async function countTenantRows(owner: Database, tenantId: TenantId): Promise<TenantRows> {
  const [row] = await owner.query<TenantRows>(rowsOf, [tenantId])
  return row ?? { accounts: 0, referrals: 0 }
}

export async function readTenantShard(owner: Database, tenantId: TenantId): Promise<TenantShard> {
  const [row] = await owner.query<TenantShard>(shardOf, [tenantId])
  if (row === undefined) throw new Error(`shard of ${tenantId} not found`)
  return row
}

/** The nodes that may hold shards, in the order of their addresses. */
export function readShardNodes(owner: Database): Promise<ShardNode[]> {
  return owner.query<ShardNode>(shardNodes, [])
}

/** Longer than any transaction of the service, which the copy waits for. */
const LOCK_TIMEOUT = '10s'
const LOOK_EVERY_MS = 1000

/**
 * Gives a tenant a shard of its own on a node. Writes of all tenants of its shard wait meanwhile; reads go on. It is one
 * transaction of the cluster: it happens as a whole or not at all. `progress` is called with copied megabytes.
 */
export async function isolateShard(
  owner: Database,
  shard: TenantShard,
  to: ShardNode,
  progress: Progress,
): Promise<void> {
  const client = await owner.pool.connect()
  const watch = setInterval(() => void reportCopied(owner, progress), LOOK_EVERY_MS)
  try {
    await client.query(`set lock_timeout to '${LOCK_TIMEOUT}'`)
    if (isAlone(shard)) {
      await client.query(move, [shard.shardId, shard.nodeId, to.nodeId])
    } else {
      const { points, nodes } = splitOf(shard, to)
      await client.query(split, [shard.shardId, points, nodes])
    }
  } finally {
    clearInterval(watch)
    // Its settings are not those of the pool.
    client.release(true)
  }
}

/** Whether no other tenant can be in the shard. */
export function isAlone({ least, greatest }: TenantShard): boolean {
  return least === greatest
}

/**
 * The last hash of each new shard but the last one, and the node of each: the hash of the tenant alone goes to the other
 * node.
 */
export function splitOf(
  { hash, least, greatest, nodeId }: Pick<TenantShard, 'hash' | 'least' | 'greatest' | 'nodeId'>,
  to: ShardNode,
): { readonly points: readonly string[]; readonly nodes: readonly number[] } {
  const hasBefore = hash > least
  const hasAfter = hash < greatest
  return {
    points: [...(hasBefore ? [hash - 1] : []), ...(hasAfter ? [hash] : [])].map(String),
    nodes: [...(hasBefore ? [nodeId] : []), to.nodeId, ...(hasAfter ? [nodeId] : [])],
  }
}

async function reportCopied(owner: Database, progress: Progress): Promise<void> {
  // The operation itself reports what fails.
  const [row] = await owner.query<{ done: number; total: number }>(copied, []).catch(() => [])
  if (row !== undefined) progress(row.done, row.total)
}

// These statements are not registered: they cannot be checked without the extension.

const shardOf = unnamed(`
with shard as (
  select s.shardid, s.shardminvalue::int4 as least, s.shardmaxvalue::int4 as greatest
  from pg_dist_shard s
  where s.shardid = get_shard_id_for_distribution_column('app.program', $1::text)
)
select shard.shardid::text as "shardId", n.nodename || ':' || n.nodeport as "node", n.nodeid as "nodeId",
  worker_hash($1::text) as "hash", shard.least, shard.greatest, sizes.bytes, others.names as "others"
from shard
join pg_dist_shard_placement p on p.shardid = shard.shardid
join pg_dist_node n on n.nodename = p.nodename and n.nodeport = p.nodeport
cross join lateral (
  select coalesce(sum(c.shard_size), 0)::float8 as bytes
  from pg_dist_shard s
  join citus_shards c on c.shardid = s.shardid
  where c.citus_table_type = 'distributed'
    and s.shardminvalue::int4 = shard.least
) as sizes
cross join lateral (
  select coalesce(array_agg(t.id::text order by t.id), '{}') as names
  from app.tenant t
  where worker_hash(t.id::text) between shard.least and shard.greatest
    and t.id <> $1
) as others`)

const rowsOf = unnamed(`
select (select count(*) from account a where a.tenant_id = $1)::float8 as accounts,
  (select count(*) from referral r where r.tenant_id = $1)::float8 as referrals`)

const shardNodes = unnamed(`
select n.nodename || ':' || n.nodeport as "node", n.nodeid as "nodeId"
from pg_dist_node n
where n.isactive and n.shouldhaveshards and n.noderole = 'primary'
order by 1`)

const copied = unnamed(`
select round(sum(r.target_shard_size) / 1e6)::float8 as done, round(sum(r.source_shard_size) / 1e6)::float8 as total
from get_rebalance_progress() r
having sum(r.source_shard_size) > 0`)

// Without blocking writes a split does not end while rows are updated, and does not copy tables that are not logged.
const split = `select citus_split_shard_by_split_points($1::int8, $2::text[], $3::int4[], 'block_writes')`
const move = `select citus_move_shard_placement($1::int8, $2::int4, $3::int4, 'block_writes')`

function unnamed(text: string): Statement {
  return { name: '', text }
}
