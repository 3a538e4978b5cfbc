import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Reports, startChildProgram } from './child-program.ts'
import { ask, type LocalGateway, withoutSetupChecks } from './local-gateway.ts'

const PROGRAM = fileURLToPath(new URL('../../../../stripe-sandbox/src/main.ts', import.meta.url))

const IS_THERE_ALREADY = 400

export function isStripeInstalled(): boolean {
  return existsSync(PROGRAM)
}

/**
 * Starts the local Stripe with an account of the example shop. It keeps nothing: each start has an account of its own, whose
 * ids are no others than those that the service knows from before. Null if it cannot start, with a notice of the reason.
 */
export async function startLocalStripe(port: number, reports: Reports): Promise<LocalGateway | null> {
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
  const name = `larkfield_${randomBytes(4).toString('hex')}`
  const [account, secretKey, apiKey] = [`acct_${name}`, `sk_test_${name}`, `rk_test_${name}`]
  await ask('POST', `${url}/sandbox/accounts`, { id: account, keys: [secretKey, apiKey] })
  const control = `${url}/sandbox/accounts/${account}`
  return {
    url,
    control,
    credentials: { processor: 'stripe', environment: url, apiKey },
    shopSettings: { STRIPE_URL: url, STRIPE_SECRET_KEY: secretKey },
    isKept: false,
    testCard: '4242 4242 4242 4242',
    // The service registers its webhook itself.
    async follow({ clockUrl, now }) {
      // A rehearsal of an earlier start may have moved the program far ahead.
      const to = new Date(now).toISOString()
      await ask('POST', `${control}/clock/advance`, { to }, [IS_THERE_ALREADY])
      await ask('PUT', `${control}/barrier`, { url: clockUrl })
    },
    close: stripe.close,
  }
}
