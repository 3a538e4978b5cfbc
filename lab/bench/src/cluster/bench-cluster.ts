import type { TenantId } from '@goodword/domain/values/ids'
import { isolateTenant, planIsolation } from '@goodword/server/administration/tenants/isolate-tenant'
import { readShardNodes, readTenantShard } from '@goodword/server/engine/cluster/tenant-shard'
import { allStatements } from '@goodword/server/engine/driver/statement'
import type { Context } from '@goodword/server/frame/context'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { type ClusterNode, HOST, SUPERUSER } from '@goodword/server/testing/cluster/cluster-node'
import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { measureSizes } from '../growth/measure-sizes.ts'
import { planGrowth } from '../growth/plan.ts'
import { planText } from '../growth/plan-text.ts'
import { threeFigures, wholeText } from '../report/cells.ts'
import { machineText, readMachine } from '../report/machine.ts'
import { type ComparedOperation, compareOperations, type MeasuredTenant } from './compare-operations.ts'
import { createFilledTenant } from './filled-tenant.ts'
import { GIANT, type GiantStep, measureGiant } from './giant-tenant.ts'
import { type ManyTenants, measureManyTenants } from './many-tenants.ts'
import { identify, nextNumber } from './operations.ts'
import { type ClusterOptions, readClusterOptions } from './options.ts'
import { type OpenedDatabase, openCluster, openPlain } from './routes.ts'
import { execute, type Servers, startServers, waitForDisk } from './servers.ts'

const MEASURED = 'measured'
/** The referrals whose sizes are measured, and with which operations are compared. */
const REFERRALS = 10_000
const QUICK_REFERRALS = 1000

/** `npm run bench -- cluster`: what a cluster costs and carries, and a plan for growth. */
export async function benchCluster(args: readonly string[]): Promise<void> {
  const options = readClusterOptions(args)
  if (!options.isPlanOnly) await onServers(options, measureCluster)
  // On a database of its own: the referrals of the comparison have fewer rows than those of a year.
  await onServers(options, plan)
}

type Measure = (servers: Servers, onPlain: MeasuredTenant, options: ClusterOptions) => Promise<void>

async function onServers(options: ClusterOptions, measure: Measure): Promise<void> {
  const servers = await startServers()
  try {
    report('Migrating …')
    const database = await openPlain(servers)
    const tenant = await createFilledTenant(database, MEASURED, options.isQuick ? QUICK_REFERRALS : REFERRALS)
    console.log(`Measured on ${machineText(await readMachine(database.owner))}.\n`)
    await measure(servers, { database, tenant }, options)
    await database.close()
  } finally {
    await servers.stop()
  }
}

async function measureCluster(
  servers: Servers,
  onPlain: MeasuredTenant,
  { rounds, isQuick, tenants, giant }: ClusterOptions,
): Promise<void> {
  const { database: plain } = onPlain
  const cluster = await openCluster(servers)
  await waitForDisk(servers)
  const onCluster = {
    database: cluster,
    tenant: await createFilledTenant(cluster, MEASURED, isQuick ? QUICK_REFERRALS : REFERRALS),
  }
  for (const { owner } of [plain, cluster]) await owner.query('vacuum analyze')
  const measured = [onPlain, onCluster]
  show(operationsText(await compareOperations(measured, { rounds, isQuick }, report)))
  show(statementsText(await compareStatements(servers, measured, isQuick)))
  report(`Creating ${tenants} tenants …`)
  show(manyTenantsText(await measureManyTenants(servers, plain, cluster, tenants, { rounds, isQuick })))
  report('Filling the giant tenant …')
  show(giantText(await measureGiant(cluster, [Math.ceil(giant / 10), giant], isQuick, report)))
  show(isolationText(await measureIsolation(cluster, GIANT, MEASURED as TenantId)))
  await cluster.close()
}

async function plan(
  { plain: node }: Servers,
  { database: { owner, operator } }: MeasuredTenant,
  { assumed }: ClusterOptions,
): Promise<void> {
  report('Measuring sizes …')
  const address = { host: HOST, port: node.port, user: SUPERUSER, database: CLUSTER_DATABASE }
  const sizes = await measureSizes({ owner, operator, address, tenantId: MEASURED as TenantId })
  show(planText(sizes, assumed, planGrowth(sizes, assumed)))
}

function show(text: string): void {
  console.log(`${text}\n`)
}

function report(line: string): void {
  console.error(`[${Math.round(performance.now() / 1000)} s] ${line}`)
}

function operationsText(operations: readonly ComparedOperation[]): string {
  return markdownTable(
    ['ms per call', 'plain', 'by the coordinator', 'times', 'by a worker', 'times'],
    operations.map(({ name, plain, coordinator, worker }) => [
      name,
      threeFigures(plain),
      threeFigures(coordinator),
      (coordinator / plain).toFixed(2),
      threeFigures(worker),
      (worker / plain).toFixed(2),
    ]),
  )
}

const MAX_STATEMENTS = 20

function statementsText(statements: readonly ComparedStatement[]): string {
  const cells = (time: StatementTime | null) =>
    time === null ? ['', ''] : [threeFigures(time.planMs), threeFigures(time.runMs)]
  return markdownTable(
    ['ms per statement', 'plain: plan', 'run', 'coordinator: plan', 'run', 'worker: plan', 'run'],
    statements
      .filter((it) => it.coordinator !== null)
      .slice(0, MAX_STATEMENTS)
      .map(({ name, plain, coordinator, worker }) => [
        `\`${name}\``,
        ...cells(plain),
        ...cells(coordinator),
        ...cells(worker),
      ]),
  )
}

function manyTenantsText({ tenants, rows }: ManyTenants): string {
  const cells = (work: ManyTenants['rows'][number]['work']) =>
    [0, 1, 2].flatMap((index) => {
      const node = work[index]
      return node === undefined ? ['', ''] : [wholeText(node.processorMs), wholeText(node.transactions)]
    })
  return markdownTable(
    [
      `${tenants} tenants`,
      'new users/s',
      'plain or coordinator: processor ms',
      'transactions',
      'worker 1: processor ms',
      'transactions',
      'worker 2: processor ms',
      'transactions',
    ],
    rows.map((it) => [it.name, wholeText(it.writesPerSecond), ...cells(it.work)]),
  )
}

function giantText(steps: readonly GiantStep[]): string {
  return markdownTable(
    [
      'one tenant with',
      'MB of its shard',
      'bytes per referral',
      'attributions/s',
      'ms per look-up',
      'ms per page of 50',
    ],
    steps.map((it) => [
      `${wholeText(it.referrals)} referrals`,
      wholeText(it.shardBytes / 1e6),
      wholeText(it.shardBytes / it.referrals),
      wholeText(it.writesPerSecond),
      threeFigures(it.lookUpMs),
      threeFigures(it.pageMs),
    ]),
  )
}

function isolationText({ shardBytes, ms, ofTenant, ofOther }: MeasuredIsolation): string {
  return markdownTable(
    ['isolating it', ''],
    [
      ['MB of its shard', wholeText(shardBytes / 1e6)],
      ['seconds', (ms / 1000).toFixed(1)],
      ['longest wait of a write of the tenant, seconds', (ofTenant.longestMs / 1000).toFixed(1)],
      [
        'longest wait of a write of a tenant in another shard, seconds',
        (ofOther.longestMs / 1000).toFixed(1),
      ],
      [
        'writes meanwhile, of the tenant and of the other',
        `${wholeText(ofTenant.count)} and ${wholeText(ofOther.count)}`,
      ],
    ],
  )
}

/** A statement as each server that it was sent to took it; null where it was not sent to it. */
type ComparedStatement = {
  readonly name: string
  readonly plain: StatementTime
  readonly coordinator: StatementTime | null
  readonly worker: StatementTime | null
}

/** Lets every operation run again, and compares what its statements took on the servers. The costliest come first. */
async function compareStatements(
  { plain, coordinator, workers: [worker] }: Servers,
  measured: readonly MeasuredTenant[],
  isQuick: boolean,
): Promise<readonly ComparedStatement[]> {
  const servers = [plain, coordinator, worker]
  for (const it of servers) await countStatements(it)
  await compareOperations(measured, { rounds: 1, isQuick }, () => undefined)
  const [onPlain, onCoordinator, onWorker] = await Promise.all(servers.map(readStatementTimes))
  const compared = [...(onPlain ?? [])].map(([name, time]) => ({
    name,
    plain: time,
    coordinator: onCoordinator?.get(name) ?? null,
    worker: onWorker?.get(name) ?? null,
  }))
  return compared.sort((a, b) => totalOf(b) - totalOf(a))
}

function totalOf({ coordinator }: ComparedStatement): number {
  return coordinator === null ? 0 : coordinator.calls * (coordinator.planMs + coordinator.runMs)
}

/** The average time of a statement in the server that it was sent to; milliseconds. */
type StatementTime = {
  readonly name: string
  readonly calls: number
  readonly planMs: number
  readonly runMs: number
}

type CountedStatement = {
  readonly text: string
  readonly calls: string
  readonly planMs: number
  readonly runMs: number
}

/** Statements are counted from now on. */
async function countStatements(node: ClusterNode): Promise<void> {
  await execute(node, CLUSTER_DATABASE, ['select public.pg_stat_statements_reset()'])
}

/** The registered statements that the server ran since they are counted, by name. */
async function readStatementTimes(node: ClusterNode): Promise<ReadonlyMap<string, StatementTime>> {
  const rows = await execute<CountedStatement>(node, CLUSTER_DATABASE, [counted])
  const names = new Map(allStatements().map(({ name, text }) => [shapeOf(text), name]))
  const times = new Map<string, StatementTime>()
  for (const { text, calls, planMs, runMs } of rows) {
    const name = names.get(shapeOf(text))
    if (name !== undefined) times.set(name, { name, calls: Number(calls), planMs, runMs })
  }
  return times
}

// Planning that uses a stored plan is not counted as a plan, so the total is divided by the calls.
const counted = `
select s.query as text, s.calls, s.total_plan_time / s.calls as "planMs", s.total_exec_time / s.calls as "runMs"
from public.pg_stat_statements s
where s.toplevel and s.calls > 0`

/** A statement without its constants, for which the server writes parameters. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The time of isolating a tenant, while it and a tenant of another shard were written to. */
type MeasuredIsolation = {
  readonly shardBytes: number
  readonly ms: number
  readonly ofTenant: Writes
  readonly ofOther: Writes
}

type Writes = { readonly count: number; readonly longestMs: number }

async function measureIsolation(
  { operator, routes }: OpenedDatabase,
  tenantId: TenantId,
  other: TenantId,
): Promise<MeasuredIsolation> {
  const [route] = routes
  if (route === undefined) throw new Error('the cluster has no route')
  const shard = await readTenantShard(operator.db, tenantId)
  const nodes = await readShardNodes(operator.db)
  const target = nodes.find((it) => it.nodeId !== shard.nodeId)?.node ?? null
  const plan = await planIsolation(operator, tenantId, target)
  const writers = [tenantId, other].map((it) => startWriter(route.ctx, it))
  const { ms } = await isolateTenant(operator, plan, () => undefined)
  const [ofTenant, ofOther] = await Promise.all(writers.map((stop) => stop()))
  if (ms === undefined || ofTenant === undefined || ofOther === undefined)
    throw new Error('nothing was isolated')
  return { shardBytes: shard.bytes, ms, ofTenant, ofOther }
}

/** Writes one new user after the other until it is stopped; no write may fail. */
function startWriter(ctx: Context, tenantId: TenantId): () => Promise<Writes> {
  let isStopped = false
  let count = 0
  let longestMs = 0
  const writing = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await identify(ctx, tenantId, nextNumber())
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      count += 1
    }
  })()
  return async () => {
    isStopped = true
    await writing
    return { count, longestMs }
  }
}
