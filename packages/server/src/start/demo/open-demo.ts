import { baseUrlOf, type Config } from '../../config.ts'
import { type Demo, ensureDemo } from '../../operations/administration/demo/ensure-demo.ts'
import { Context, type ContextOptions } from '../../operations/foundation/context.ts'
import type { OpenStorage } from '../open-storage.ts'
import { asOwner } from '../prepare-storage.ts'
import type { Reports } from './child-program.ts'
import type { DemoProcessor, LocalGateway } from './local-gateway.ts'
import { startLocalBraintree } from './start-local-braintree.ts'
import { startLocalStripe } from './start-local-stripe.ts'

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

/** The demo's payment gateway; null without a demo, and where it cannot start. */
export async function openGateway(
  config: Config,
  storage: OpenStorage,
  processor: DemoProcessor,
  reports: Reports,
): Promise<LocalGateway | null> {
  if (!hasDemo(config, storage)) return null
  const { sandboxPort, dataDir } = config
  if (processor === 'stripe') return startLocalStripe(sandboxPort, reports)
  return startLocalBraintree(sandboxPort, dataDir, reports)
}

function hasDemo({ demo }: Config, { location }: OpenStorage): boolean {
  return demo !== 'off' && location !== null
}
