import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chosenPort } from '../../start/free-port.ts'
import { type ClusterNode, createNode, HOST, SUPERUSER, startNode, stopNode } from './cluster-node.ts'
import { createDistributedDatabase } from './distributed-database.ts'
import type { CitusOrigin, PostgresqlFolders } from './find-citus.ts'

const run = promisify(execFile)

/** A coordinator and its workers on this machine. */
export type Cluster = {
  /** The folder of the programs of their PostgreSQL. */
  readonly programs: string
  readonly coordinator: ClusterNode
  readonly workers: readonly ClusterNode[]
}

type Options = {
  readonly settings?: Readonly<Record<string, string>>
  readonly report?: (line: string) => void
}

/** The database that a new cluster has. */
export const CLUSTER_DATABASE = 'goodword'

/** Starts the cluster of a folder; creates one, of a coordinator and two workers, if there is none. */
export async function startCluster(
  origin: CitusOrigin,
  folder: string,
  { settings = {}, report = () => undefined }: Options = {},
): Promise<Cluster> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const known = await readCluster(folder)
  if (known !== null) {
    await resumeCluster(known)
    return known
  }
  const programs = await provideCitus(origin, folder, report)
  report(`Creating the nodes in ${folder} …`)
  return createCluster(programs, folder, settings)
}

/** The cluster of a folder, running or not; null if there is none. */
export async function readCluster(folder: string): Promise<Cluster | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null)
  // Only `createCluster` writes it.
  return text === null ? null : (JSON.parse(text) as Cluster)
}

/** Starts those of its nodes that do not run. */
export async function resumeCluster(cluster: Cluster): Promise<void> {
  await Promise.all(nodesOf(cluster).map((it) => startNode(cluster.programs, it)))
}

export async function stopCluster(cluster: Cluster): Promise<void> {
  await Promise.all(nodesOf(cluster).map((it) => stopNode(cluster.programs, it)))
}

export function nodesOf({ coordinator, workers }: Cluster): readonly ClusterNode[] {
  return [coordinator, ...workers]
}

export function addressOf({ port }: ClusterNode, database = CLUSTER_DATABASE): string {
  return `postgresql://${SUPERUSER}@${HOST}:${port}/${database}`
}

/** Describes the nodes of a folder whose cluster is complete. */
const FILE = 'cluster.json'

async function createCluster(
  programs: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  // Files of an interrupted attempt are not used again.
  const data = await mkdtemp(join(folder, 'nodes-'))
  // As root the servers run as another user.
  await chmod(data, 0o711)
  const [coordinator, ...workers] = await Promise.all([
    newNode(data, 'coordinator'),
    newNode(data, 'worker-1'),
    newNode(data, 'worker-2'),
  ])
  const cluster = { programs, coordinator, workers }
  try {
    await Promise.all(nodesOf(cluster).map((it) => createNode(programs, it, settings)))
    await resumeCluster(cluster)
    await createDistributedDatabase(cluster, CLUSTER_DATABASE)
    await writeFile(join(folder, `${FILE}.new`), `${JSON.stringify(cluster, null, 2)}\n`)
    await rename(join(folder, `${FILE}.new`), join(folder, FILE))
    return cluster
  } catch (error) {
    await stopCluster(cluster).catch(() => undefined)
    await rm(data, { recursive: true, force: true })
    throw error
  }
}

async function newNode(data: string, name: string): Promise<ClusterNode> {
  return { name, folder: join(data, name), port: await chosenPort(0, HOST) }
}

/**
 * The folder with the programs of a PostgreSQL that has Citus. Where it is not installed, a copy of PostgreSQL is made in
 * `folder` and Citus is put into it, which needs no rights on the system: PostgreSQL finds its other folders from that of its
 * programs.
 */
async function provideCitus(
  origin: CitusOrigin,
  folder: string,
  report: (line: string) => void,
): Promise<string> {
  const { postgresql } = origin
  if (origin.kind === 'installed') return postgresql.programs
  const copy = join(folder, 'postgresql')
  if (!(await exists(copy))) await makeCopy(origin, copy, report)
  return join(copy, postgresql.programs)
}

/** Makes a copy that has its final name only when it is complete. */
async function makeCopy(origin: CitusOrigin, copy: string, report: (line: string) => void): Promise<void> {
  const partial = await mkdtemp(`${copy}.partial-`)
  try {
    await copyPostgresql(origin.postgresql, partial)
    if (origin.kind === 'archive') await run('tar', ['-xJf', origin.archive, '-C', partial])
    if (origin.kind === 'source') await build(origin.source, origin.postgresql, partial, report)
    // Another user than the present one may run it.
    await run('chmod', ['-R', 'a+rX', partial])
    await rename(partial, copy)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function copyPostgresql(from: PostgresqlFolders, to: string): Promise<void> {
  for (const folder of [from.programs, from.libraries, from.shared]) {
    // Bitcode is for just-in-time compilation alone, and large.
    const filter = (path: string) => path !== join(from.libraries, 'bitcode')
    await cp(folder, join(to, folder), { recursive: true, filter, dereference: true })
  }
}

async function build(
  source: string,
  postgresql: PostgresqlFolders,
  to: string,
  report: (line: string) => void,
): Promise<void> {
  report('Building Citus, which takes some minutes …')
  const work = join(to, 'build')
  await mkdir(work)
  if ((await stat(source)).isDirectory()) await cp(source, work, { recursive: true })
  else await run('tar', ['-xf', source, '-C', work])
  const cwd = await folderWith(work, 'configure')
  const options = { cwd, maxBuffer: 2 ** 28 }
  const config = `PG_CONFIG=${join(postgresql.programs, 'pg_config')}`
  await run('./configure', ['--without-libcurl', '--without-lz4', config], options)
  await run('make', [`-j${availableParallelism()}`, 'extension'], options)
  await run('make', ['install-extension', `DESTDIR=${to}`], options)
  await rm(work, { recursive: true, force: true })
}

/** The folder itself, or the only one in it, as archives of releases have it. */
async function folderWith(folder: string, file: string): Promise<string> {
  if (await exists(join(folder, file))) return folder
  const [only = ''] = await readdir(folder)
  return join(folder, only)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
