import type { TenantId } from '@goodword/domain/values/ids'
import type { Config } from '../../config.ts'
import type { Demo } from '../../operations/administration/demo/ensure-demo.ts'
import { giveDemoPage, leadDemoTo } from '../../operations/administration/demo/lead-demo-to.ts'
import { connectProcessor } from '../../operations/billing/connections/connect-processor.ts'
import { removeConnection } from '../../operations/billing/connections/remove-connection.ts'
import type { Context } from '../../operations/foundation/context.ts'
import { readTestClock } from '../../operations/foundation/tenants/test-clock.ts'
import { loadConnection } from '../../store/processor/connections.ts'
import type { Reports } from './child-program.ts'
import type { LocalGateway } from './local-gateway.ts'
import { type Shop, startShop } from './start-shop.ts'

/**
 * Opens the example shop for the demo merchant. With a local payment gateway the demo's test program is connected to it, and
 * the shop charges test cards there; without one, the shop uses the live program and reports payments itself.
 */
export async function startDemo(
  ctx: Context,
  demo: Demo,
  gateway: LocalGateway | null,
  { shopPort, dataDir }: Config,
  reports: Reports,
): Promise<Shop | null> {
  const connected = gateway !== null && (await connect(ctx, demo, gateway, reports)) ? gateway : null
  const tenant = connected === null ? demo.live : demo.test
  const shop = await startShop(shopPort, ctx.baseUrl, tenant, connected, dataDir, reports)
  if (shop !== null) await leadDemoTo(ctx, tenant.alias, shop.url)
  // Its e-mails can be read in test mode alone.
  await giveDemoPage(ctx, demo.test.alias)
  return shop
}

async function connect(
  ctx: Context,
  { test }: Demo,
  gateway: LocalGateway,
  reports: Reports,
): Promise<boolean> {
  try {
    await leaveFormerGateway(ctx, test.alias, gateway)
    const connection = await connectProcessor(ctx, test.alias, gateway.credentials)
    const { now } = await readTestClock(ctx, test.alias)
    await gateway.follow({ ...connection, now })
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    reports.notice(`The demo could not be connected to the local payment gateway. ${reason}`)
    return false
  }
}

/** The gateway of an earlier start is gone, or is another one: its subscriptions cannot be there. */
async function leaveFormerGateway(ctx: Context, tenantId: TenantId, gateway: LocalGateway): Promise<void> {
  const present = await ctx.readTenant(tenantId, loadConnection)
  if (present === null) return
  if (gateway.isKept && present.processor === gateway.credentials.processor) return
  await removeConnection(ctx, tenantId)
}
