import type { TenantId } from '@goodword/domain/values/ids'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { HOST, SUPERUSER } from '@goodword/server/testing/cluster/cluster-node'
import { measureSizes } from '../growth/measure-sizes.ts'
import { planGrowth } from '../growth/plan.ts'
import { planText } from '../growth/plan-text.ts'
import { machineText, readMachine } from '../report/machine.ts'
import { giantText, isolationText, manyTenantsText, operationsText, statementsText } from './cluster-text.ts'
import { compareOperations, type MeasuredTenant } from './compare-operations.ts'
import { compareStatements } from './compare-statements.ts'
import { createFilledTenant } from './filled-tenant.ts'
import { GIANT, measureGiant } from './giant-tenant.ts'
import { measureIsolation } from './isolation.ts'
import { measureManyTenants } from './many-tenants.ts'
import { type ClusterOptions, clusterUsage, readClusterOptions } from './options.ts'
import { openCluster, openPlain } from './routes.ts'
import { type Servers, startServers, waitForDisk } from './servers.ts'

const MEASURED = 'measured'
/** The referrals whose sizes are measured, and with which operations are compared. */
const REFERRALS = 10_000
const QUICK_REFERRALS = 1000

/** `npm run bench -- cluster`: what a cluster costs and carries, and a plan for growth. */
export async function benchCluster(args: readonly string[]): Promise<void> {
  const options = readClusterOptions(args)
  if (options === null) console.log(clusterUsage)
  else await run(options)
}

async function run(options: ClusterOptions): Promise<void> {
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
