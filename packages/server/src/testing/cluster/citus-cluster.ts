import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chosenPort } from '../../start/free-port.ts'
import { provideCitus } from './citus-programs.ts'
import { type ClusterNode, createNode, HOST, SUPERUSER, startNode, stopNode } from './cluster-node.ts'
import { createDistributedDatabase } from './distributed-database.ts'
import type { CitusOrigin } from './find-citus.ts'

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
  // What an attempt that was interrupted left behind is not used again.
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
