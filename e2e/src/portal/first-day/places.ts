import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type BraintreeSandbox,
  startBraintreeSandbox,
} from '@goodword/server/testing/processor/braintree-sandbox'
import { sdkFor } from '@goodword/server/testing/processor/braintree-shop'
import { makeEnvironment } from '@goodword/server/testing/program'
import { withoutTimeouts } from '@goodword/server/testing/without-timeouts'
import { startNode } from '@goodword/testing/node-program'
import type { StartedGoodword } from '../../testing/start-goodword.ts'
import { startInProcess } from '../../testing/start-in-process.ts'
import { portalSettings } from '../running-portal.ts'

const FIXTURES = resolve(import.meta.dirname, '../../../../examples/shop/gateway-fixtures.json')
const SHOP = resolve(import.meta.dirname, '../../../../examples/shop/src/main.ts')

type MerchantFixture = {
  readonly id: string
  readonly keys: readonly [{ readonly publicKey: string; readonly privateKey: string }]
}

export type Places = {
  readonly goodword: StartedGoodword
  readonly gateway: BraintreeSandbox & MerchantFixture['keys'][0] & { readonly merchantId: string }
  /** The SDK of the merchant's own programs at the gateway. */
  readonly sdk: ReturnType<typeof sdkFor>
  /** An example shop that belongs to no program yet. */
  readonly shopUrl: string
  readonly stop: () => Promise<void>
}

/** The systems of a merchant on the first day: a fresh service, a gateway with their plans and nothing else, and a website. */
export async function openPlaces(): Promise<Places> {
  withoutTimeouts()
  const goodword = await startInProcess(await makeEnvironment(), portalSettings)
  const sandbox = await startBraintreeSandbox()
  const shop = startNode([SHOP], { env: { PORT: '0' } })
  const [, shopUrl = ''] = await shop.waitForOutput(/running at (\S+)/)
  const { id: merchantId, ...fixture } = ownMerchant()
  await sandbox.control('POST', '/merchants', { id: merchantId, ...fixture })
  const [keys] = fixture.keys
  return {
    goodword,
    gateway: { ...sandbox, ...keys, merchantId },
    sdk: sdkFor({ processor: 'braintree', environment: sandbox.url, merchantId, ...keys }),
    shopUrl,
    async stop() {
      shop.child.kill('SIGTERM')
      const { errors } = await shop.ended
      await sandbox.close()
      await goodword.stop()
      if (errors !== '') throw new Error(`The shop reported errors:\n${errors}`)
    },
  }
}

/** The merchant that the local gateway of `npm start` has for programs of one's own. */
function ownMerchant(): MerchantFixture {
  const { merchants }: { merchants: readonly MerchantFixture[] } = JSON.parse(readFileSync(FIXTURES, 'utf8'))
  const found = merchants.find(({ id }) => id === 'my_shop')
  if (found === undefined) throw new Error('merchant my_shop not found in the fixtures of the gateway')
  return found
}
