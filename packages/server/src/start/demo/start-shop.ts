import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NamedKeys } from '../../operations/administration/tenants/create-tenant.ts'
import { type Reports, startChildProgram } from './child-program.ts'
import type { DemoGateway } from './local-gateway.ts'

export type Shop = { readonly url: string; readonly close: () => Promise<void> }

const PROGRAM = fileURLToPath(new URL('../../../../../examples/shop/src/main.ts', import.meta.url))
/** The file in the data directory. */
const CUSTOMERS_FILE = 'shop-customers.json'

/**
 * Starts the example shop with the keys of a demo tenant, and those of its account at the local gateway if there is one. Its
 * customers are kept where the gateway keeps theirs. Null if it is not installed or cannot start, with a notice of the reason.
 */
export async function startShop(
  port: number,
  goodwordUrl: string,
  { alias, apiKey, signingKey }: NamedKeys,
  gateway: DemoGateway | null,
  dataDir: string,
  reports: Reports,
): Promise<Shop | null> {
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
