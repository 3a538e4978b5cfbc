import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../driver/database.ts'
import type { Statement } from '../driver/statement.ts'

export type TenantOnNode = {
  readonly tenantId: TenantId
  /** The node of its rows, as `host:port`. */
  readonly node: string
}

/**
 * The next tenants after one, in the order of their names, with their nodes; disabled ones are passed over. It reads what every
 * node of a cluster has a copy of, so it works while another node is down.
 */
export function findTenantsOnNodes(
  db: Pick<Database, 'query'>,
  after: string,
  most: number,
): Promise<readonly TenantOnNode[]> {
  return db.query<TenantOnNode>(tenantsOnNodes, [after, most])
}

// Not registered: without the extension there is nothing that it could be checked against.
const tenantsOnNodes: Statement = {
  name: 'cluster.tenants_on_nodes',
  text: `
select t.id as "tenantId", n.nodename || ':' || n.nodeport as "node"
from (
  select x.id, get_shard_id_for_distribution_column('app.program', x.id::text) as shard
  from tenant x
  where x.id > $1
    and x.disabled_at is null
  order by x.id
  limit $2
) as t
join pg_dist_placement p on p.shardid = t.shard
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
order by t.id`,
}
