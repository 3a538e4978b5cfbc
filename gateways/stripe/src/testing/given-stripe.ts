import Stripe from 'stripe'
import { emptyStripeAccount, type StripeAccount } from '../model/account.ts'
import { type Sandbox, startSandbox } from '../start.ts'

/** When the clocks of tests stand: noon of 31 January 2026, in seconds. */
export const START = Date.UTC(2026, 0, 31, 12) / 1000

export type GivenStripe = {
  readonly sandbox: Sandbox
  readonly account: StripeAccount
  readonly stripe: Stripe
  /** Calls the control API, below the account. @throws {Error} with the answer */
  control(method: string, path: string, body?: object): Promise<unknown>
  close(): Promise<void>
}

/** A sandbox with one account, whose clock stands, and the official SDK as a program of a merchant's would make it. */
export async function givenStripe(): Promise<GivenStripe> {
  const key = 'sk_test_given'
  const clock = { at: START * 1000, runsSince: null }
  const account = emptyStripeAccount('acct_given', [{ key, permissions: null }], clock)
  const sandbox = await startSandbox({ port: 0, accounts: [account] })
  return {
    sandbox,
    account,
    stripe: sdkFor(sandbox, key),
    async control(method, path, body = {}) {
      const address = `${sandbox.url}/sandbox/accounts/${account.id}${path}`
      const answer = await fetch(address, { method, ...(method !== 'GET' && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(await answer.text())
      return await answer.json()
    },
    close: () => sandbox.close(),
  }
}

export function sdkFor({ port }: Pick<Sandbox, 'port'>, key: string): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
