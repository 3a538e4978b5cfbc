import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Reports, startChildProgram } from './child-program.ts'
import { ask, type DemoGateway, withoutSetupChecks } from './local-gateway.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../gateways/braintree/src/main.ts', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../../../../examples/shop/gateway-fixtures.json', import.meta.url))
/** The file in the data directory. */
const STATE_FILE = 'braintree-sandbox.state'

type Fixtures = {
  readonly merchants: readonly [
    {
      readonly id: string
      readonly keys: readonly [{ readonly publicKey: string; readonly privateKey: string }]
      readonly plans: readonly object[]
    },
  ]
}

/** A merchant, as the gateway answers it. */
type Merchant = {
  readonly customFields: readonly { readonly name: string }[]
  readonly clock: { readonly now: string }
}

export function isBraintreeInstalled(): boolean {
  return existsSync(PROGRAM) && existsSync(FIXTURES)
}

/**
 * Starts the local Braintree gateway with the example shop's merchant; customers, subscriptions and its clock are kept in the
 * data directory. Null if it cannot start, with a notice of the reason.
 */
export async function startLocalBraintree(
  port: number,
  dataDir: string,
  reports: Reports,
): Promise<DemoGateway | null> {
  const { merchants }: Fixtures = JSON.parse(await readFile(FIXTURES, 'utf8'))
  const [merchant] = merchants
  const [keys] = merchant.keys
  const gateway = await startChildProgram({
    program: PROGRAM,
    args: ['--port', `${port}`, '--fixtures', FIXTURES, '--file', join(dataDir, STATE_FILE)],
    env: {},
    ready: /"url":"([^"]+)"/,
    name: 'payment gateway',
    portSetting: 'SANDBOX_PORT',
    ...withoutSetupChecks(reports),
  })
  if (gateway === null) return null
  const url = gateway.ready[1] ?? ''
  const controlOf = (merchantId: string) => `${url}/sandbox/merchants/${merchantId}`
  const credentialsOf = (merchantId: string, { publicKey, privateKey }: typeof keys) =>
    ({ processor: 'braintree', environment: url, merchantId, publicKey, privateKey }) as const
  return {
    processor: 'braintree',
    url,
    control: controlOf(merchant.id),
    credentials: credentialsOf(merchant.id, keys),
    shopSettings: {
      BRAINTREE_URL: url,
      BRAINTREE_MERCHANT_ID: merchant.id,
      BRAINTREE_PUBLIC_KEY: keys.publicKey,
      BRAINTREE_PRIVATE_KEY: keys.privateKey,
    },
    isKept: true,
    testCard: '4111 1111 1111 1111',
    async openAccount(id) {
      const own = { publicKey: `${id}_public`, privateKey: `${id}_private` }
      // There since an earlier time, perhaps: it keeps its customers.
      await ask('POST', `${url}/sandbox/merchants`, { id, keys: [own], plans: merchant.plans }, [409])
      return credentialsOf(id, own)
    },
    async setUp({ merchantId, missingSetup, webhookUrl, clockUrl, now }) {
      const control = controlOf(merchantId)
      const missing = (item: string) => missingSetup.filter((it) => it.item === item).map(({ name }) => name)
      for (const id of missing('DISCOUNT')) {
        await ask('POST', `${control}/discounts`, { id, name: 'Referral Discount', amount: '1.00' })
      }
      const { customFields, clock } = await ask<Merchant>('GET', control)
      const fields = missing('CUSTOM_FIELD')
      if (fields.length > 0) {
        // The list takes the place of the present one.
        await ask('PUT', `${control}/custom-fields`, [...customFields, ...fields.map((name) => ({ name }))])
      }
      // A program whose clock was moved before it was connected.
      if (now - Date.parse(clock.now) > HOUR_MS) {
        await ask('POST', `${control}/clock/advance`, { to: new Date(now).toISOString() })
      }
      // There since an earlier start, perhaps with another address.
      await ask('DELETE', `${control}/destinations/${DESTINATION}`, null, [404])
      await ask('POST', `${control}/destinations`, { id: DESTINATION, url: webhookUrl })
      await ask('PUT', `${control}/barrier`, { url: clockUrl })
      await ask('POST', `${control}/destinations/${DESTINATION}/check`)
    },
    close: gateway.close,
  }
}

const DESTINATION = 'goodword'
const HOUR_MS = 3_600_000
