import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Demo, ensureDemo } from '../../administration/demo/ensure-demo.ts'
import { baseUrlOf, type Config } from '../../config.ts'
import { Context, type ContextOptions } from '../../frame/context.ts'
import type { OpenStorage } from '../open-storage.ts'
import { asOwner } from '../prepare-storage.ts'
import { type Reports, startChildProgram } from './child-program.ts'
import { ask, type DemoGateway, type DemoProcessor, withoutSetupChecks } from './local-gateway.ts'

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

const STRIPE_PROGRAM = fileURLToPath(new URL('../../../../../gateways/stripe/src/main.ts', import.meta.url))

const IS_PAST = 400
const IS_THERE = 409

function isStripeInstalled(): boolean {
  return existsSync(STRIPE_PROGRAM)
}

/**
 * Starts the local Stripe with an account of the example shop. It keeps nothing: each start has an account of its own, whose
 * ids are no others than those that the service knows from before. Null if it cannot start, with a notice of the reason.
 */
async function startLocalStripe(port: number, reports: Reports): Promise<DemoGateway | null> {
  const stripe = await startChildProgram({
    program: STRIPE_PROGRAM,
    args: ['--port', `${port}`],
    env: {},
    ready: /"url":"([^"]+)"/,
    name: 'local Stripe',
    portSetting: 'SANDBOX_PORT',
    ...withoutSetupChecks(reports),
  })
  if (stripe === null) return null
  const url = stripe.ready[1] ?? ''
  const start = randomBytes(4).toString('hex')
  const controlOf = (account: string) => `${url}/sandbox/accounts/${account}`
  const openAccount = async (owner: string) => {
    const name = `${owner}_${start}`
    const [account, secretKey, apiKey] = [`acct_${name}`, `sk_test_${name}`, `rk_test_${name}`]
    await ask('POST', `${url}/sandbox/accounts`, { id: account, keys: [secretKey, apiKey] }, [IS_THERE])
    const credentials = { processor: 'stripe', environment: url, apiKey } as const
    return { account, secretKey, credentials }
  }
  const { account, secretKey, credentials } = await openAccount('larkfield')
  return {
    processor: 'stripe',
    url,
    control: controlOf(account),
    credentials,
    shopSettings: { STRIPE_URL: url, STRIPE_SECRET_KEY: secretKey },
    isKept: false,
    testCard: '4242 4242 4242 4242',
    openAccount: async (tenantId) => (await openAccount(tenantId)).credentials,
    // The service registers its webhook itself, and coupons are made when they are needed.
    async setUp({ merchantId, missingSetup, clockUrl, now }) {
      const control = controlOf(merchantId)
      // A rehearsal of an earlier start may have moved the program far ahead.
      const to = new Date(now).toISOString()
      await ask('POST', `${control}/clock/advance`, { to }, [IS_PAST])
      await ask('PUT', `${control}/barrier`, { url: clockUrl })
      if (missingSetup.some(({ item }) => item === 'WEBHOOK')) await causeEvent(url, control)
    },
    close: stripe.close,
  }
}

/** The first notification shows that the webhook works: it comes with the first event of a customer. */
async function causeEvent(url: string, control: string): Promise<void> {
  const { keys } = await ask<{ readonly keys: readonly { readonly key: string }[] }>('GET', control)
  const headers = { authorization: `Bearer ${keys[0]?.key}` }
  const call = (method: string, path: string) =>
    fetch(`${url}/v1/customers${path}`, { method, headers, signal: AbortSignal.timeout(10_000) })
  const customer: unknown = await (await call('POST', '')).json()
  await call('DELETE', `/${Object(customer).id}`)
}

const BRAINTREE_PROGRAM = fileURLToPath(
  new URL('../../../../../gateways/braintree/src/main.ts', import.meta.url),
)
const BRAINTREE_FIXTURES = fileURLToPath(
  new URL('../../../../../examples/shop/gateway-fixtures.json', import.meta.url),
)
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

function isBraintreeInstalled(): boolean {
  return existsSync(BRAINTREE_PROGRAM) && existsSync(BRAINTREE_FIXTURES)
}

/**
 * Starts the local Braintree gateway with the example shop's merchant; customers, subscriptions and its clock are kept in the
 * data directory. Null if it cannot start, with a notice of the reason.
 */
async function startLocalBraintree(
  port: number,
  dataDir: string,
  reports: Reports,
): Promise<DemoGateway | null> {
  const { merchants }: Fixtures = JSON.parse(await readFile(BRAINTREE_FIXTURES, 'utf8'))
  const [merchant] = merchants
  const [keys] = merchant.keys
  const gateway = await startChildProgram({
    program: BRAINTREE_PROGRAM,
    args: ['--port', `${port}`, '--fixtures', BRAINTREE_FIXTURES, '--file', join(dataDir, STATE_FILE)],
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
