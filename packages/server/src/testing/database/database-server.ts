import { randomUUID } from 'node:crypto'
import { openDatabase, type ServiceAddress } from '../../engine/driver/database.ts'
import type { Statement } from '../../engine/driver/statement.ts'
import { migrate } from '../../engine/schema/migrate.ts'
import { ensureServiceLogin } from '../../engine/schema/service-login.ts'
import {
  createDistributedDatabase,
  dropOnEveryNode,
  makeTemplateOf,
  noteCopiedDatabase,
  onEveryNode,
} from '../cluster/distributed-database.ts'
import { NO_TIMEOUTS } from '../endless.ts'

/** Where the PostgreSQL of a test run listens. */
export type DatabaseServer = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** The workers of the cluster whose coordinator it is. */
  readonly workers?: readonly { readonly port: number }[]
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** Where the service logs in to the template, and to its copies. */
    templateAddress: ServiceAddress
    /** The folder of the programs of that PostgreSQL; empty for the one that comes with the packages. */
    postgresqlPrograms: string
  }
}

const TEMPLATE = 'goodword_template'

/**
 * Migrates one database that the others of the run are copied from: a copy is ready in a few milliseconds. The role of the service
 * has its rights in each copy too: to give hundreds of rights takes longer than to copy a database.
 */
export async function makeTemplate(server: DatabaseServer): Promise<ServiceAddress> {
  await createDatabase(server, TEMPLATE, 'empty')
  const address = { ...server, database: TEMPLATE }
  const template = openDatabase(address, 'owner', 1, NO_TIMEOUTS)
  let service: ServiceAddress
  try {
    if (server.workers !== undefined) {
      await migrate(template, { to: '0001_database' })
      // Two shards on each of two workers.
      await template.query(withShards(4), [])
    }
    await migrate(template)
    service = await ensureServiceLogin(template, address, randomUUID())
  } finally {
    // A database can be copied only without connections to it.
    await template.close()
  }
  if (server.workers !== undefined) await makeTemplateOf(nodesOf(server, server.workers), TEMPLATE)
  return service
}

/** The initial content of a database: none, a copy of the template, or a copy of another one without connections. */
export type DatabaseOrigin = 'empty' | 'template' | { readonly copyOf: string }

/**
 * Creates a database beside those of the other tests. Its files are copied as they are: to write each page to the log as well
 * takes twice as long.
 */
export async function createDatabase(
  server: DatabaseServer,
  name: string,
  from: DatabaseOrigin,
): Promise<void> {
  const copied = typeof from === 'object' ? from.copyOf : TEMPLATE
  const origin = from === 'empty' ? '' : `template ${copied} strategy file_copy`
  const command = `create database ${name} ${origin}`
  if (server.workers === undefined) return onServer(server, command)
  const nodes = nodesOf(server, server.workers)
  if (from === 'empty') return createDistributedDatabase(nodes, name)
  await onEveryNode(nodes, [command])
  await noteCopiedDatabase(nodes, name)
}

export function dropDatabase(server: DatabaseServer, name: string): Promise<void> {
  if (server.workers !== undefined) return dropOnEveryNode(nodesOf(server, server.workers), name)
  return onServer(server, `drop database if exists ${name} with (force)`)
}

/** Runs one command on the server, or on every node of the cluster. */
export async function onEachNode(server: DatabaseServer, command: string): Promise<void> {
  if (server.workers === undefined) return onServer(server, command)
  await onEveryNode(nodesOf(server, server.workers), [command])
}

/** Runs one command with a connection of its own. */
export async function onServer(server: DatabaseServer, command: string): Promise<void> {
  const db = openDatabase(server, 'owner', 1, NO_TIMEOUTS)
  try {
    await db.query({ name: '', text: command }, [])
  } finally {
    await db.close()
  }
}

function nodesOf(coordinator: DatabaseServer, workers: readonly { readonly port: number }[]) {
  return { coordinator, workers }
}

/** Gives tables that are distributed from now on so many shards: a database with few tables is copied in little time. */
export function withShards(count: number): Statement {
  return {
    name: '',
    text: `
do $$
begin
  execute replace(pg_get_functiondef('app.distribute'::regproc), 'shard_count => 32', 'shard_count => ${count}');
end
$$`,
  }
}
