import { type Demo, ensureDemo } from '../../administration/demo/ensure-demo.ts'
import { baseUrlOf, type Config } from '../../config.ts'
import { Context, type ContextOptions } from '../../frame/context.ts'
import type { OpenStorage } from '../open-storage.ts'
import { asOwner } from '../prepare-storage.ts'
import type { Reports } from './child-program.ts'
import type { DemoGateway, DemoProcessor } from './local-gateway.ts'
import { isBraintreeInstalled, startLocalBraintree } from './start-local-braintree.ts'
import { isStripeInstalled, startLocalStripe } from './start-local-stripe.ts'

/** The demo's merchant, created by the first start; null without a demo. */
export async function openDemo(
  config: Config,
  storage: OpenStorage,
  parts: Pick<ContextOptions, 'clock' | 'ids' | 'secretBox'>,
): Promise<Demo | null> {
  if (!hasDemo(config, storage)) return null
  const { dataDir, port } = config
  const baseUrl = baseUrlOf(config, port)
  return asOwner(storage, (db) => ensureDemo(new Context({ ...parts, db, baseUrl }), dataDir))
}

/** Starts the demo's payment gateway. Null without a demo, and where the gateway is not installed. */
export function openGateway(
  config: Config,
  storage: OpenStorage,
  processor: DemoProcessor,
  reports: Reports,
): Promise<DemoGateway | null> | null {
  if (!hasDemo(config, storage)) return null
  const { sandboxPort, dataDir } = config
  if (processor === 'stripe') return isStripeInstalled() ? startLocalStripe(sandboxPort, reports) : null
  return isBraintreeInstalled() ? startLocalBraintree(sandboxPort, dataDir, reports) : null
}

function hasDemo({ demo }: Config, { location }: OpenStorage): boolean {
  return demo !== 'off' && location !== null
}
