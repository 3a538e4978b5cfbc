import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Reports, startChildProgram } from './child-program.ts'
import { ask, type DemoGateway, withoutSetupChecks } from './local-gateway.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../gateways/stripe/src/main.ts', import.meta.url))

const IS_PAST = 400
const IS_THERE = 409

export function isStripeInstalled(): boolean {
  return existsSync(PROGRAM)
}

/**
 * Starts the local Stripe with an account of the example shop. It keeps nothing: each start has an account of its own, whose
 * ids are no others than those that the service knows from before. Null if it cannot start, with a notice of the reason.
 */
export async function startLocalStripe(port: number, reports: Reports): Promise<DemoGateway | null> {
  const stripe = await startChildProgram({
    program: PROGRAM,
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
