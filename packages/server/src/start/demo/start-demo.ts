import type { Config } from '../../config.ts'
import type { Demo } from '../../operations/administration/demo/ensure-demo.ts'
import { giveDemoPage, leadDemoTo } from '../../operations/administration/demo/lead-demo-to.ts'
import { connectLocalAccount } from '../../operations/billing/connections/local-gateway.ts'
import type { Context } from '../../operations/foundation/context.ts'
import type { Reports } from './child-program.ts'
import type { DemoGateway } from './local-gateway.ts'
import { type Shop, startShop } from './start-shop.ts'

/**
 * Opens the example shop for the demo merchant. With a local payment gateway the demo's test program is connected to it, and
 * the shop charges test cards there; without one, the shop uses the live program and reports payments itself.
 */
export async function startDemo(
  ctx: Context,
  demo: Demo,
  gateway: DemoGateway | null,
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
  gateway: DemoGateway,
  reports: Reports,
): Promise<boolean> {
  try {
    await connectLocalAccount(ctx, test.alias, gateway, gateway.credentials)
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    reports.notice(`The demo could not be connected to the local payment gateway. ${reason}`)
    return false
  }
}
