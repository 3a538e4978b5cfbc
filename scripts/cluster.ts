import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isRoot } from '../packages/server/src/engine/embedded-database/system-user.ts'
import {
  addressOf,
  type Cluster,
  nodesOf,
  readCluster,
  resumeCluster,
  startCluster,
  stopCluster,
} from '../packages/server/src/testing/cluster/citus-cluster.ts'
import { pidOf } from '../packages/server/src/testing/cluster/cluster-node.ts'
import { findCitus } from '../packages/server/src/testing/cluster/find-citus.ts'
import { root } from './checks/steps.ts'

/** `npm run cluster`: a Citus cluster on this machine, to try the service on. */

const usage = `Usage: npm run cluster [-- start | status | stop | remove]

  start   starts a coordinator and two workers on loopback (the default)
  status  says which of them run, and how to reach them
  stop    stops them; their data stay
  remove  stops them and deletes their data

CLUSTER_DIR names the folder of the data, CITUS_ARCHIVE an archive of the built extension, CITUS_SOURCE its source code.`

// PostgreSQL refuses root, and its other user may not be able to enter the folder of the project.
const folder = resolve(
  process.env.CLUSTER_DIR ?? (isRoot() ? '/var/lib/goodword/cluster' : join(root, '.data/cluster')),
)
const commands: Readonly<Record<string, () => Promise<void>>> = { start, status, stop, remove }
const [name = 'start', ...others] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) && others.length === 0 ? commands[name] : undefined

if (command === undefined) {
  console.error(usage)
  process.exitCode = 1
} else {
  await command().catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
}

async function start(): Promise<void> {
  const known = await readCluster(folder)
  if (known !== null) {
    await resumeCluster(known)
    return describe(known)
  }
  const origin = findCitus(process.env)
  if (typeof origin === 'string') {
    console.error(origin)
    process.exitCode = 1
    return
  }
  await describe(await startCluster(origin, folder, { report: console.log }))
}

async function status(): Promise<void> {
  const cluster = await readCluster(folder)
  if (cluster === null) console.log(`There is no cluster in ${folder}.`)
  else await describe(cluster)
}

async function stop(): Promise<void> {
  const cluster = await readCluster(folder)
  if (cluster !== null) await stopCluster(cluster)
  console.log(cluster === null ? `There is no cluster in ${folder}.` : 'The cluster is stopped.')
}

async function remove(): Promise<void> {
  await stop()
  // Any other folder is not this program's to delete.
  if ((await readCluster(folder)) !== null) await rm(folder, { recursive: true })
}

async function describe(cluster: Cluster): Promise<void> {
  for (const node of nodesOf(cluster)) {
    const pid = await pidOf(node)
    const state = pid === null ? 'stopped' : `runs (process ${pid})`
    console.log(`${node.name.padEnd(12)} ${addressOf(node)}  ${state}`)
  }
  console.log(`\nDATABASE_URL=${addressOf(cluster.coordinator)}\nThe data are in ${folder}.`)
}
