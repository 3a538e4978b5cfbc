import { expect, test } from 'vitest'
import { momentOf, parseDay } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Params } from '../../model/params.ts'
import { givenCall, givenGateway } from '../../testing/given-call.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { givenPlans } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { nextBillingAt, runBilling } from './run-billing.ts'

test('a merchant without subscriptions has no due moments', () => {
  expect(nextBillingAt(givenMerchant())).toBeNull()
})

test('bills are made at six in the morning, and not before', () => {
  const merchant = given({ id: 'it' })
  expect(nextBillingAt(merchant)).toBe(at('2026-02-28', 6))
  run(merchant, '2026-02-28', 5)
  expect(merchant.subscriptions.get('it')?.currentBillingCycle).toBe(1)
  run(merchant, '2026-02-28', 6)
  expect(merchant.subscriptions.get('it')?.currentBillingCycle).toBe(2)
  expect(nextBillingAt(merchant)).toBe(at('2026-03-31', 6))
})

test('bills that were missed are made in order, each as of its own day', () => {
  const merchant = given({ id: 'first' }, { id: 'second', billing_day_of_month: 15 })
  run(merchant, '2026-04-20', 12)
  const bills = Array.from(merchant.transactions.values()).map(
    ({ createdAt, recurring }) =>
      `${new Date(createdAt).toISOString().slice(0, 13)} ${recurring?.subscriptionId}`,
  )
  expect(bills).toEqual([
    '2026-01-31T12 first',
    '2026-02-15T06 second',
    '2026-02-28T06 first',
    '2026-03-15T06 second',
    '2026-03-31T06 first',
    '2026-04-15T06 second',
  ])
  expect(nextBillingAt(merchant)).toBe(at('2026-04-30', 6))
})

test('a moment that is worked on twice is billed once', () => {
  const merchant = given({ id: 'it' })
  run(merchant, '2026-02-28', 6)
  run(merchant, '2026-02-28', 6)
  expect(merchant.transactions.size).toBe(2)
})

test('a year of a thousand subscriptions is twelve thousand bills', () => {
  const merchant = given(...Array.from({ length: 1000 }, (_, index) => ({ id: `s${index}` })))
  run(merchant, '2026-12-31', 12)
  expect(merchant.transactions.size).toBe(12_000)
})

/** Subscriptions of 12.34 a month that begin at noon of 31 January. */
function given(...paramsList: readonly Params[]): Merchant {
  const merchant = givenMerchant()
  givenPlans(merchant)
  const { token } = givenSubscriber(merchant)
  for (const each of paramsList) {
    const subscription = { payment_method_token: token, plan_id: 'trialless', ...each }
    createSubscription(givenCall(givenGateway(merchant), merchant, { subscription }))
  }
  return merchant
}

function run(merchant: Merchant, day: string, hour: number): void {
  merchant.clock.at = at(day, hour)
  runBilling(givenGateway(merchant), merchant, merchant.clock.at)
}

function at(day: string, hour: number): number {
  const parsed = parseDay(day)
  if (parsed === null) throw new Error(`invalid date: ${day}`)
  return momentOf(parsed, hour)
}
