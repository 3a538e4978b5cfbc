import type { NamedKeys } from '../../../administration/tenants/create-tenant.ts'
import { type Merchant, merchantAt, newTestTenant } from '../../merchant.ts'
import { runDueJobs } from '../../run-due-jobs.ts'
import type { TestService } from '../../test-service.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import { givenStripeShop, type StripeShop } from './stripe-shop.ts'

export type StripeProgram = {
  readonly shop: StripeShop
  readonly keys: NamedKeys
  readonly call: Merchant['request']
  /** Moves the program's clock, and runs every job that is due by then. Returns the kinds of those that ran. */
  readonly runJobs: (now: number) => Promise<readonly string[]>
}

/** A test program that is connected to nothing, and an account at the local Stripe. */
export async function givenStripeProgram(
  service: TestService,
  sandbox: LocalSandbox,
  now?: string,
): Promise<StripeProgram> {
  const shop = await givenStripeShop(sandbox, now)
  const keys = await newTestTenant(service)
  const { request: call } = merchantAt(service.call, keys)
  return {
    shop,
    keys,
    call,
    runJobs: async (until) => {
      await call('POST', '/test/clock', { now: until })
      const { runs } = await runDueJobs(service.ctx, keys.alias, until)
      return runs.map(({ kind }) => kind)
    },
  }
}
