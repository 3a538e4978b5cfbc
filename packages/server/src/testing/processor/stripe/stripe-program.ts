import { createTenant, type NamedKeys } from '../../../administration/tenants/create-tenant.ts'
import { drainTenant } from '../../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import type { WireAnswer } from '../../requests/wire-rules.ts'
import { LANDING_PAGE, type TestService } from '../../test-service.ts'
import { testRunner } from '../../test-worker.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import { givenStripeShop, type StripeShop } from './stripe-shop.ts'

export type StripeProgram = {
  readonly shop: StripeShop
  readonly keys: NamedKeys
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ) => Promise<WireAnswer>
  /** Moves the program's clock, and runs every job that is due by then. Returns the kinds of those that ran. */
  readonly runJobs: (now: number) => Promise<readonly string[]>
}

let made = 0

/** A test program that is connected to nothing, and an account at the local Stripe. */
export async function givenStripeProgram(
  service: TestService,
  sandbox: LocalSandbox,
  now?: string,
): Promise<StripeProgram> {
  made += 1
  const shop = await givenStripeShop(sandbox, now)
  const alias = `stripe_program_${made}`
  const { test: keys } = await createTenant(service.operator, { alias, landingPage: LANDING_PAGE })
  const call: StripeProgram['call'] = (method, path, body, idempotencyKey) =>
    service.call(method, path, {
      alias: keys.alias,
      key: keys.apiKey,
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
      ...(body === undefined ? {} : { body }),
    })
  return {
    shop,
    keys,
    call,
    runJobs: async (until) => {
      await call('POST', '/test/clock', { now: until })
      const options = { handlers: jobHandlers, random: () => 1 }
      const { runner, runs } = testRunner(service.ctx, async () => null, options)
      const isDone = await drainTenant(runner, keys.alias, until, 600_000)
      if (!isDone) throw new Error(`jobs are left after ${JSON.stringify(runs)}`)
      return runs.map(({ kind }) => kind)
    },
  }
}
