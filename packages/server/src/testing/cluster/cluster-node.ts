import { execFile } from 'node:child_process'
import { appendFile, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findUnprivilegedUser, isRoot, type SystemUser } from '../../engine/embedded-database/system-user.ts'

/** A PostgreSQL with Citus, on a port of loopback. */
export type ClusterNode = {
  /** `coordinator`, `worker-1` … */
  readonly name: string
  /** The folder of its data. */
  readonly folder: string
  readonly port: number
}

/** The address that all nodes listen at, and the superuser of each. */
export const HOST = '127.0.0.1'
export const SUPERUSER = 'goodword'

/** A node that does not run yet. */
export async function createNode(
  programs: string,
  node: ClusterNode,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const user = await makeDataFolder(node)
  const args = ['--pgdata', node.folder, '--username', SUPERUSER, '--auth', 'trust']
  const text = ['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']
  await runProgram(join(programs, 'initdb'), [...args, ...text], node, user)
  const lines = Object.entries({ ...defaults, port: `${node.port}`, ...settings }).map(
    ([name, value]) => `${name} = '${value}'\n`,
  )
  await appendFile(join(node.folder, 'postgresql.conf'), lines.join(''))
}

/** The empty folder of a node's data; returns the user that it belongs to, null for the present one. */
export async function makeDataFolder({ folder }: ClusterNode): Promise<SystemUser | null> {
  const user = await userOfServers()
  await mkdir(folder, { mode: 0o700 })
  if (user !== null) await chown(folder, user.uid, user.gid)
  return user
}

/** Returns when the server accepts connections. It runs on when this process ends. */
export async function startNode(programs: string, node: ClusterNode): Promise<void> {
  if ((await pidOf(node)) !== null) return
  const log = join(node.folder, 'server.log')
  const args = ['start', '--pgdata', node.folder, '--log', log, '--wait', '--timeout', '120', '--silent']
  await runProgram(join(programs, 'pg_ctl'), args, node, await userOfServers()).catch(async (cause) => {
    const text = await readFile(log, 'utf8').catch(() => '')
    throw new Error(`The server of ${node.name} did not start: ${text.slice(-2000)}`, { cause })
  })
}

/** Open transactions are rolled back, committed ones are durable. */
export async function stopNode(programs: string, node: ClusterNode): Promise<void> {
  if ((await pidOf(node)) === null) return
  const args = ['stop', '--pgdata', node.folder, '--mode', 'fast', '--wait', '--timeout', '120', '--silent']
  await runProgram(join(programs, 'pg_ctl'), args, node, await userOfServers())
}

/** The process of its server; null where none runs. */
export async function pidOf({ folder }: ClusterNode): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return Object(error).code === 'EPERM' ? pid : null
  }
}

const defaults = {
  shared_preload_libraries: 'citus',
  listen_addresses: HOST,
  unix_socket_directories: '',
  // Shards are moved by logical replication, and commits on two nodes are prepared.
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_connections: '300',
  // Citus takes one for each database, beside those that move shards.
  max_worker_processes: '64',
  // A migration locks all shards of its tables.
  max_locks_per_transaction: '512',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Between nodes on loopback.
  'citus.node_conninfo': 'sslmode=disable',
}

/** PostgreSQL refuses root. */
export async function userOfServers(): Promise<SystemUser | null> {
  return isRoot() ? findUnprivilegedUser() : null
}

export async function runProgram(
  program: string,
  args: readonly string[],
  { folder }: ClusterNode,
  user: SystemUser | null,
): Promise<void> {
  await promisify(execFile)(program, [...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  })
}
