import { onDatabase } from './on-database.ts'

/** The port of the node that a tenant is on. */
export async function nodeOf(database: string, tenant: string): Promise<number> {
  const [found] = await onDatabase<{ port: number }>(
    database,
    `select n.nodeport as port
     from pg_dist_placement p
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where p.shardid = get_shard_id_for_distribution_column('app.program', $1::text)`,
    [tenant],
  )
  if (found === undefined) throw new Error(`${tenant} is on no node`)
  return found.port
}
