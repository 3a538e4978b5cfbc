import type { TenantId } from '@goodword/domain/ids'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { HOST, SUPERUSER } from '@goodword/server/testing/cluster/cluster-node'
import { measureSizes } from '../growth/measure-sizes.ts'
import { planGrowth } from '../growth/plan.ts'
import { planText } from '../growth/plan-text.ts'
import { machineText, readMachine } from '../report/machine.ts'
import { giantText, isolationText, manyTenantsText, operationsText, statementsText } from './cluster-text.ts'
import { compareOperations } from './compare-operations.ts'
import { compareStatements } from './compare-statements.ts'
import { createFilledTenant } from './filled-tenant.ts'
import { GIANT, measureGiant } from './giant-tenant.ts'
import { measureIsolation } from './isolation.ts'
import { measureManyTenants } from './many-tenants.ts'
import { type ClusterOptions, clusterUsage, readClusterOptions } from './options.ts'
import { type OpenedDatabase, openCluster, openPlain } from './routes.ts'
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
  const servers = await startServers()
  try {
    report('Migrating …')
    const plain = await openPlain(servers)
    const tenant = await createFilledTenant(plain, MEASURED, options.isQuick ? QUICK_REFERRALS : REFERRALS)
    console.log(`Measured on ${machineText(await readMachine(plain.owner))}.\n`)
    if (!options.isPlanOnly) {
      const cluster = await openCluster(servers)
      await measureCluster(servers, { database: plain, tenant }, cluster, options)
      await cluster.close()
    }
    await plan(servers, plain, options)
    await plain.close()
  } finally {
    await servers.stop()
  }
}

async function measureCluster(
  servers: Servers,
  onPlain: Parameters<typeof compareOperations>[0][number],
  cluster: OpenedDatabase,
  { rounds, isQuick, tenants, giant }: ClusterOptions,
): Promise<void> {
  const { database: plain } = onPlain
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
}

async function plan(
  { plain: node }: Servers,
  { owner, operator }: OpenedDatabase,
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
