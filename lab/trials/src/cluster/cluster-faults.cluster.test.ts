import { setTimeout as pause } from 'node:timers/promises'
import { addressOf, CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { type ClusterNode, startNode, stopNode } from '@goodword/server/testing/cluster/cluster-node'
import { addWorker } from '@goodword/server/testing/cluster/distributed-database'
import { findCitus } from '@goodword/server/testing/cluster/find-citus'
import { promoteStandby, setPort } from '@goodword/server/testing/cluster/standby'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { type FaultRow, sideOf, tableOf } from './fault-row.ts'
import { type Fleet, nodeOf, onDatabase, startFleet } from './fleet.ts'
import { type Line, type LineFigures, openLines, startLoad, warmUp } from './load.ts'
import { hangNode, killNode, resumeNode } from './node-faults.ts'
import { compareStored, derivedFaults, publishedOf } from './stored.ts'

const LIMIT_MS = 30 * 60_000
/** Acknowledged writes, in all faults together. */
const WRITES = Number(process.env.GOODWORD_TRIAL_WRITES ?? 100_000)
const FAULTS = 9
const DOWN_MS = 5000
const HANGING_MS = 25_000

const chance = chanceOf(testSeed)
const rows: FaultRow[] = []
let folder: Awaited<ReturnType<typeof makeDataFolder>>
let fleet: Fleet
let lines: readonly Line[]

beforeAll(async () => {
  const origin = findCitus(process.env)
  if (typeof origin === 'string') throw new Error(origin)
  folder = await makeDataFolder('goodword-trial-')
  fleet = await startFleet(origin)
  lines = await openLines(Object.values(fleet.urls), fleet.tenants, chance, folder.folder)
  await warmUp(lines, chance, folder.folder)
}, LIMIT_MS)

afterAll(async () => {
  console.log(tableOf(rows))
  await fleet.stop()
  await folder.remove()
}, LIMIT_MS)

/** The only failure that a lost or silent node may cause. */
const unavailable = '503 SERVICE_UNAVAILABLE'

test(
  'a worker of the cluster that is killed fails the requests of its tenants alone, with 503',
  async () => {
    const node = worker(1)
    const row = await underLoad('worker-killed', 'A worker is killed', await onNode(node), async () => {
      await killNode(node)
      await expectPublishingMeanwhile(node, DOWN_MS)
      await startNode(fleet.cluster.programs, node)
    })
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()]).toEqual([unavailable])
  },
  LIMIT_MS,
)

test(
  'a coordinator that is killed fails the requests of the process that is connected to it alone, with 503',
  async () => {
    const { coordinator, programs } = fleet.cluster
    const isStruck = (it: Line) => it.url === fleet.urls.throughCoordinator
    const row = await underLoad('coordinator-killed', 'The coordinator is killed', isStruck, async () => {
      await killNode(coordinator)
      await pause(DOWN_MS)
      await startNode(programs, coordinator)
    })
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()]).toEqual([unavailable])
  },
  LIMIT_MS,
)

test(
  'a worker of the cluster that hangs fails the requests of its tenants alone, with 503 and in time',
  async () => {
    const node = worker(1)
    const row = await underLoad('worker-hangs', 'A worker hangs', await onNode(node), async () => {
      await hangNode(node)
      try {
        await expectPublishingMeanwhile(node, HANGING_MS)
      } finally {
        await resumeNode(node)
      }
    })
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()]).toEqual([unavailable])
    // A request that waited for the node would take about as long as the node hangs.
    expect(row.struck.slowestMs).toBeLessThan(HANGING_MS / 2)
  },
  LIMIT_MS,
)

test.each(['force_logical', 'block_writes'])(
  'a shard group that moves with %s fails no requests of other tenants',
  async (mode) => {
    // Of different nodes: a shard cannot move back before its former copy is removed.
    const moving = fleet.tenants.at(mode === 'force_logical' ? 0 : -1)
    if (moving === undefined) throw new Error('there is no tenant')
    const from = await nodeOf(fleet.database, moving.alias)
    const to = fleet.cluster.workers.find((it) => it.port !== from)?.port
    const isStruck = (it: Line) => it.tenant === moving
    const row = await underLoad(`move-${mode}`, `A shard group moves (${mode})`, isStruck, async () => {
      // Logical replication refuses tables that are not logged.
      if (mode === 'force_logical') await onDatabase(fleet.database, 'alter table app.click_salt set logged')
      await onDatabase(
        fleet.database,
        `select citus_move_shard_placement(
           get_shard_id_for_distribution_column('app.program', $1::text), '127.0.0.1', $2::int, '127.0.0.1', $3::int, $4::citus.shard_transfer_mode)`,
        [moving.alias, from, to, mode],
      )
      if (mode === 'force_logical')
        await onDatabase(fleet.database, 'alter table app.click_salt set unlogged')
    })
    expect(row.others.failures).toEqual(new Map())
    // A write that waits for more than two seconds is given up.
    expect([...row.struck.failures.keys()].filter((it) => it !== unavailable)).toEqual([])
    expect(await nodeOf(fleet.database, moving.alias)).toBe(to)
  },
  LIMIT_MS,
)

test(
  'the standby of a worker takes its place with every acknowledged write',
  async () => {
    const { programs } = fleet.cluster
    const node = worker(1)
    const standby = await fleet.createStandby(node)
    const row = await underLoad(
      'worker-failover',
      'A worker fails over to its standby',
      await onNode(node),
      async () => {
        await killNode(node)
        await promoteStandby(programs, standby)
        await onDatabase(addressOf(standby), 'alter system reset synchronous_standby_names')
        await onDatabase(addressOf(standby), 'select pg_reload_conf()')
        await onDatabase(
          fleet.database,
          'select citus_update_node(nodeid, $1, $2::int) from pg_dist_node where nodeport = $3::int',
          ['127.0.0.1', standby.port, node.port],
        )
      },
    )
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()]).toEqual([unavailable])
    const ports = await Promise.all(fleet.tenants.map((it) => nodeOf(fleet.database, it.alias)))
    expect(ports).toContain(standby.port)
  },
  LIMIT_MS,
)

test(
  'while the rebalancer fills a new node, requests of tenants that move wait or get 503',
  async () => {
    const node = await fleet.createNode('worker-3')
    const row = await underLoad(
      'rebalance',
      'A third worker is added, and the rebalancer runs',
      () => true,
      async () => {
        await addWorker(fleet.cluster, node, CLUSTER_DATABASE)
        await onDatabase(
          fleet.database,
          'select citus_rebalance_start(shard_transfer_mode => $1::citus.shard_transfer_mode)',
          ['block_writes'],
        )
        await onDatabase(fleet.database, 'select citus_rebalance_wait()')
      },
    )
    expect([...row.struck.failures.keys()].filter((it) => it !== unavailable)).toEqual([])
    // The largest shards move, which may be those of all tenants.
    const ports = await Promise.all(fleet.tenants.map((it) => nodeOf(fleet.database, it.alias)))
    expect(ports).toContain(node.port)
  },
  LIMIT_MS,
)

test(
  'a tenant that is isolated in a shard of its own fails no requests of other tenants',
  async () => {
    const tenant = fleet.tenants.at(-1)
    if (tenant === undefined) throw new Error('there is no tenant')
    const isStruck = (it: Line) => it.tenant === tenant
    const row = await underLoad('isolate', 'A tenant is isolated in a shard of its own', isStruck, () =>
      onDatabase(
        fleet.database,
        "select isolate_tenant_to_new_shard('app.program', $1::text, 'CASCADE', shard_transfer_mode => 'block_writes')",
        [tenant.alias],
      ),
    )
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()].filter((it) => it !== unavailable)).toEqual([])
  },
  LIMIT_MS,
)

test(
  'the standby of the coordinator takes its place at its address',
  async () => {
    const { coordinator, programs } = fleet.cluster
    const standby = await fleet.createStandby(coordinator)
    const isStruck = (it: Line) => it.url === fleet.urls.throughCoordinator
    const name = 'The coordinator fails over to its standby'
    const row = await underLoad('coordinator-failover', name, isStruck, async () => {
      await killNode(coordinator)
      await promoteStandby(programs, standby)
      await onDatabase(addressOf(standby), 'alter system reset synchronous_standby_names')
      await stopNode(programs, standby)
      // As an address that moves from one server to another.
      await setPort({ ...standby, port: coordinator.port })
      await startNode(programs, standby)
    })
    expect(row.others.failures).toEqual(new Map())
    expect([...row.struck.failures.keys()]).toEqual([unavailable])
  },
  LIMIT_MS,
)

test(
  'events and statistics are those of the stored writes, and no process of the service was restarted',
  async () => {
    expect(await derivedFaults(fleet.database, fleet.tenants)).toEqual([])
    expect(fleet.ended).toEqual([])
    expect(rows.reduce((sum, it) => sum + it.acknowledged, 0)).toBeGreaterThanOrEqual(WRITES)
  },
  LIMIT_MS,
)

/** Lets clients write before, during and after a fault, and compares the acknowledged writes with the stored ones. */
async function underLoad(
  name: string,
  fault: string,
  isStruck: (line: Line) => boolean,
  strike: () => Promise<unknown>,
): Promise<FaultRow> {
  const load = startLoad(lines, name, chance, folder.folder)
  let healedAt: number
  try {
    await load.untilAcknowledged(lines.length * 5)
    await strike()
    healedAt = performance.now()
    // Every line goes on without a restart of a process.
    await load.untilWell(healedAt)
    await load.untilAcknowledged(Math.max(0, WRITES / FAULTS - load.acknowledged))
  } finally {
    await load.stop()
  }
  const { lost, doubled, broken } = await compareStored(fleet.database, load)
  const side = (of: boolean) => sideOf(load.figures.filter((it) => isStruck(it.line) === of))
  const row: FaultRow = {
    fault,
    struck: side(true),
    others: side(false),
    acknowledged: load.acknowledged,
    lost: lost.length,
    doubled: doubled.length,
    recoveredAfterMs: Math.max(0, ...load.figures.map((it) => sinceOf(it, healedAt))),
  }
  rows.push(row)
  console.log(tableOf([row]))
  expect({ lost, doubled, broken }, `seed ${testSeed}`).toEqual({ lost: [], doubled: [], broken: [] })
  return row
}

/** Jobs of tenants on other nodes run while a node does not respond: each of them publishes its new events. */
async function expectPublishingMeanwhile(node: ClusterNode, ms: number): Promise<void> {
  const placed = await Promise.all(
    fleet.tenants.map(async ({ alias }) => ({ alias, port: await nodeOf(fleet.database, alias) })),
  )
  const others = placed.filter((it) => it.port !== node.port).map((it) => it.alias)
  const before = await publishedOf(fleet.database, others)
  await pause(ms)
  const after = await publishedOf(fleet.database, others)
  for (const alias of others) expect(after.get(alias), alias).toBeGreaterThan(before.get(alias) ?? 0)
}

function sinceOf({ lastFailureAt }: LineFigures, healedAt: number): number {
  return lastFailureAt === null ? 0 : lastFailureAt - healedAt
}

function worker(index: number): ClusterNode {
  const node = fleet.cluster.workers[index]
  if (node === undefined) throw new Error(`the cluster has no worker ${index}`)
  return node
}

async function onNode(node: ClusterNode): Promise<(line: Line) => boolean> {
  const ports = await Promise.all(fleet.tenants.map((it) => nodeOf(fleet.database, it.alias)))
  const tenants = fleet.tenants.filter((_, index) => ports[index] === node.port)
  return (it) => tenants.includes(it.tenant)
}
