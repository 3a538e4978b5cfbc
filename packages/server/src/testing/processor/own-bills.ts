import { expect } from 'vitest'
import { merchantAt, newTestTenant } from '../merchant.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import type { TestService } from '../test-service.ts'

/** When they begin. */
export const OWN_BILLS_START = Date.parse('2040-01-31T12:00:00Z')
type Reported = { readonly date?: string; readonly price?: number; readonly discount?: number }

/** A test program whose own system makes the bills, at noon on 31 January 2040. Both sides have 10 % for so many months. */
export async function givenOwnBills(service: TestService, months = 2) {
  const keys = await newTestTenant(service)
  const { request: call, user } = merchantAt(service.call, keys)
  const connected = await call('PUT', '/connection', { processor: 'manual' })
  const reward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: months } as const
  await service.setProgram({ referredReward: reward, referrerReward: reward }, keys.alias)
  await call('POST', '/test/clock', { now: OWN_BILLS_START })
  let now = OWN_BILLS_START
  const runJobs = async () => {
    const { runs, lines } = await runDueJobs(service.ctx, keys.alias, now)
    expect(runs.filter((it) => it.outcome === 'retried').length === 0 ? [] : lines).toEqual([])
  }
  return {
    keys,
    connected,
    call,
    runJobs,
    user,
    moveTo: async (time: string) => {
      now = Date.parse(`${time}Z`)
      await call('POST', '/test/clock', { now })
      await runJobs()
    },
    report: async (
      accountId: string,
      { date = new Date(now).toISOString(), ...bill }: Reported = {},
      more = {},
    ) => {
      const amounts = { price: 30, discount: 0, ...bill }
      const body = {
        accountId,
        subscriptionId: `${accountId}_sub`,
        date: Date.parse(date),
        ...amounts,
        ...more,
      }
      const answer = await call('POST', '/bills', body)
      await runJobs()
      return answer
    },
    /** The expected discount on the next bill of the account. */
    wanted: async (accountId: string) => {
      const { discounts } = (await call('GET', `/discounts?accountId=${accountId}`)).body
      return (discounts as readonly { readonly expectedAmount: number }[]).map((it) => it.expectedAmount)
    },
    bills: async (accountId: string) => {
      const { body } = await call('GET', `/bills?order=OLDEST&accountId=${accountId}`)
      return (body.bills as readonly Record<string, unknown>[]).map(
        (it) =>
          `${new Date(Number(it.date)).toISOString().slice(0, 10)} ${it.price} ${it.expectedDiscount} ${it.actualDiscount} ${it.charged} ${it.state}`,
      )
    },
    events: async (type: string) => (await call('GET', `/events?type=${type}`)).body.events,
  }
}
