import { dayOf } from '@goodword/domain/bills/bill-time'
import type { AccountId } from '@goodword/domain/values/ids'
import { reportBill } from '../../billing/bills/report-bill.ts'
import { reportedBillsOf } from '../../billing/connections/processor-client.ts'
import { manualConnector } from '../../connectors/manual/open-manual.ts'
import { merchantAt, newTestTenant } from '../merchant.ts'
import type { TestService } from '../test-service.ts'
import type { ProcessorSubject } from './processor-subject.ts'

const DAY_MS = 86_400_000

type Subscription = { readonly accountId: AccountId; readonly price: number; next: number | null }

/** The subject of the connector contract where the merchant's own system bills: it takes off the discount that it reads. */
export async function givenManualSubject(service: TestService): Promise<ProcessorSubject> {
  const keys = await newTestTenant(service)
  const { alias } = keys
  const { request: call } = merchantAt(service.call, keys)
  await call('PUT', '/connection', { processor: 'manual' })
  let customers = 0
  let now = Date.parse('2040-01-31T12:00:00Z')
  await call('POST', '/test/clock', { now })
  const bills = reportedBillsOf(service.ctx.db, alias)
  const subscriptions = new Map<string, Subscription>()
  const credentials = { processor: 'manual', environment: 'sandbox', tenant: alias }
  const report = async (
    subscriptionId: string,
    date: number,
    price: number,
    nextBillDate?: number | null,
  ) => {
    const subscription = subscriptions.get(subscriptionId)
    if (subscription === undefined) throw new Error('no such subscription')
    const [newest] = await bills.ofSubscriptions([subscriptionId])
    const discount = Math.min(price, (newest?.nextDiscount.minor ?? 0) / 100)
    const { accountId } = subscription
    const bill = { accountId, subscriptionId, date, price, discount }
    const { row } = await reportBill(service.ctx, alias, {
      ...bill,
      ...(nextBillDate === undefined ? {} : { nextBillDate }),
    })
    const next = row.next_bill_date
    subscription.next = next === null ? null : Date.parse(`${next}T06:00:00Z`)
  }
  const pass = async (days: number) => {
    now += days * DAY_MS
    await call('POST', '/test/clock', { now })
  }
  const nothingIsCalled = async () => {
    throw new Error('nothing is called')
  }
  return {
    credentials,
    impossible: [{ tenant: '' }],
    secrets: [],
    account: alias,
    discountId: 'referral_discount',
    addCustomer: async () => {
      customers += 1
      const accountId = `account_${customers}`
      await call('POST', '/user', { accountId, id: 'user' })
      return accountId
    },
    subscribe: async (customer, { trialDays, price = '30.00' } = {}) => {
      const id = `subscription_${subscriptions.size}`
      // The account is its own customer.
      subscriptions.set(id, { accountId: customer as AccountId, price: Number(price), next: null })
      if (trialDays === undefined) await report(id, now, Number(price))
      else await report(id, now, 0, now + trialDays * DAY_MS)
      return id
    },
    open: ({ credentials: other = {} } = {}) =>
      manualConnector.open(
        { ...credentials, ...other },
        { allowLocalTargets: true, reportedBills: (tenant) => reportedBillsOf(service.ctx.db, tenant) },
      ),
    cancel: async (id) => {
      const [newest] = await bills.ofSubscriptions([id])
      // A day has one bill.
      if (newest?.day === dayOf(now)) await pass(1)
      await report(id, now, 0, null)
    },
    addOtherDiscount: nothingIsCalled,
    doublePrice: nothingIsCalled,
    advanceDays: async (days) => {
      await pass(days)
      for (const [id, it] of subscriptions) {
        for (; it.next !== null && it.next <= now; ) await report(id, it.next, it.price)
      }
    },
    discountOf: async (id) => {
      const [newest] = await bills.ofSubscriptions([id])
      const minor = newest?.nextDiscount.minor ?? 0
      return minor === 0 ? null : { amount: (minor / 100).toFixed(2), quantity: 1 }
    },
    refundsOf: async () => [],
    fail: nothingIsCalled,
    failures: nothingIsCalled,
    recover: nothingIsCalled,
    deny: nothingIsCalled,
  }
}
