import pg from 'pg'
import { HOST, SUPERUSER } from './cluster-node.ts'

type Node = { readonly port: number }
type Nodes = { readonly coordinator: Node; readonly workers: readonly Node[] }

/** Creates a database on every node, with the extension, and makes the coordinator's know the workers'. */
export async function createDistributedDatabase(
  { coordinator, workers }: Nodes,
  database: string,
): Promise<void> {
  await createOnNodes([coordinator, ...workers], database)
  await onNode(coordinator, database, [
    `select citus_set_coordinator_host('${HOST}', ${coordinator.port})`,
    ...workers.map((it) => `select citus_add_node('${HOST}', ${it.port})`),
  ])
}

/** Adds a worker that runs. It holds tenants once shards are moved to it. */
export async function addWorker({ coordinator }: Nodes, worker: Node, database: string): Promise<void> {
  await createOnNode(worker, database)
  await onNode(coordinator, database, [`select citus_add_node('${HOST}', ${worker.port})`])
}

/** Creates a database with the extension on nodes that do not know each other yet. */
export async function createOnNodes(nodes: readonly Node[], database: string): Promise<void> {
  await Promise.all(nodes.map((it) => createOnNode(it, database)))
}

/**
 * Lets databases be copied from this one on every node: a copy is distributed as it is. Nothing can connect to it any more,
 * because PostgreSQL copies a database only without connections, and Citus keeps one in each.
 */
export async function makeTemplateOf(nodes: Nodes, database: string): Promise<void> {
  await onEveryNode(nodes, closing(database))
}

/**
 * Drops a database on every node. PostgreSQL itself waits five seconds for the connections that it ends, which is too short
 * for what Citus runs in a database whose shards were moved.
 */
export async function dropOnEveryNode(nodes: Nodes, database: string): Promise<void> {
  await onEveryNode(nodes, [...closing(database), `drop database if exists ${database} with (force)`])
}

/** Lets nothing connect to a database any more, and waits a minute at most for connected sessions. */
function closing(database: string): readonly string[] {
  return [
    `update pg_database set datallowconn = false where datname = '${database}'`,
    `select pg_terminate_backend(a.pid, 60000) from pg_stat_activity a where a.datname = '${database}'`,
  ]
}

/** Runs commands beside the databases on every node. */
export async function onEveryNode(
  { coordinator, workers }: Nodes,
  commands: readonly string[],
): Promise<void> {
  await Promise.all([coordinator, ...workers].map((it) => onNode(it, 'postgres', commands)))
}

/**
 * Lets the coordinator send rights on a copied database to the workers, as on one that was created: Citus does that for the
 * database that it has noted, which is still the original.
 */
export async function noteCopiedDatabase({ coordinator }: Nodes, database: string): Promise<void> {
  await onNode(coordinator, database, [
    `update pg_dist_object set objid = (select d.oid from pg_database d where d.datname = '${database}')
     where classid = 'pg_database'::regclass`,
  ])
}

async function createOnNode(node: Node, database: string): Promise<void> {
  await onNode(node, 'postgres', [`create database ${database}`])
  await onNode(node, database, ['create extension citus'])
  const [setting] = await onNode(node, database, [
    "select from pg_settings where name = 'output_plugin_libraries'",
  ])
  // From PostgreSQL 15.19 on, shards are isolated and split without blocking writes only with this.
  if (setting === undefined) return
  await onNode(node, database, [
    'alter system set output_plugin_libraries = pgoutput, test_decoding, citus',
    'select pg_reload_conf()',
  ])
}

/** The rows of the last of the statements. */
async function onNode({ port }: Node, database: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ host: HOST, port, user: SUPERUSER, database })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const text of statements) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}
