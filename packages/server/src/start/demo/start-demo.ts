import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoRewards } from '../../administration/demo/demo-rewards.ts'
import type { Demo } from '../../administration/demo/ensure-demo.ts'
import { giveDemoPage, giveDemoRewards, leadDemoTo } from '../../administration/demo/lead-demo-to.ts'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { connectLocalAccount } from '../../billing/connections/local-gateway.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../frame/context.ts'
import { type Reports, startChildProgram } from './child-program.ts'
import type { DemoGateway } from './local-gateway.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../examples/shop/src/main.ts', import.meta.url))

/** The file in the data directory. */
const CUSTOMERS_FILE = 'shop-customers.json'

/**
 * Opens the example shop for the demo merchant. With a local payment gateway the demo's test program is connected to it, and
 * the shop charges test cards there; without one, the shop uses the live program and reports payments itself.
 */
export async function startDemo(
  ctx: Context,
  demo: Demo,
  gateway: DemoGateway | null,
  rewards: DemoRewards | null,
  { shopPort, dataDir }: Config,
  reports: Reports,
): Promise<Shop | null> {
  const connected = gateway !== null && (await connect(ctx, demo, gateway, reports)) ? gateway : null
  const tenant = connected === null ? demo.live : demo.test
  const shop = await startShop(shopPort, ctx.baseUrl, tenant, connected, dataDir, reports)
  if (shop !== null) await leadDemoTo(ctx, tenant.alias, shop.url)
  const ofLive = await giveDemoRewards(ctx, demo.live.alias, rewards)
  const ofTest = await giveDemoRewards(ctx, demo.test.alias, rewards)
  // Its e-mails can be read in test mode alone.
  await giveDemoPage(ctx, demo.test.alias)
  return shop === null ? null : { ...shop, rewards: connected === null ? ofLive : ofTest }
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

type RunningShop = { readonly url: string; readonly close: () => Promise<void> }

/** The shop, and what the program that it uses gives referrers; null for a reward that is not one of the demo's. */
type Shop = RunningShop & { readonly rewards: DemoRewards | null }

/**
 * Starts the example shop with the keys of a demo tenant, and those of its account at the local gateway if there is one. Its
 * customers are kept where the gateway keeps theirs. Null if it is not installed or cannot start, with a notice of the reason.
 */
async function startShop(
  port: number,
  goodwordUrl: string,
  { alias, apiKey, signingKey }: NamedKeys,
  gateway: DemoGateway | null,
  dataDir: string,
  reports: Reports,
): Promise<RunningShop | null> {
  if (!existsSync(PROGRAM)) return null
  const shop = await startChildProgram({
    program: PROGRAM,
    env: {
      PORT: `${port}`,
      ...(gateway?.isKept === false ? {} : { CUSTOMERS_FILE: join(dataDir, CUSTOMERS_FILE) }),
      GOODWORD_URL: goodwordUrl,
      GOODWORD_TENANT: alias,
      GOODWORD_API_KEY: apiKey,
      GOODWORD_SIGNING_KEY: signingKey,
      ...gateway?.shopSettings,
    },
    ready: /running at (\S+)\n/,
    name: 'example shop',
    portSetting: 'SHOP_PORT',
    ...reports,
  })
  return shop === null ? null : { url: shop.ready[1] ?? '', close: shop.close }
}
