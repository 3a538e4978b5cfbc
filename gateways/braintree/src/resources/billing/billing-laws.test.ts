import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Gateway } from '../../gateway.ts'
import { addDays, type Day, dayOf, momentOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Cents, moneyText } from '../../model/money.ts'
import type { Params } from '../../model/params.ts'
import type { Subscription } from '../../model/subscription.ts'
import { periodAmount } from '../../records/amounts.ts'
import { givenCall, givenGateway } from '../../testing/given-call.ts'
import { decline } from '../../testing/given-decline.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { givenPlan, givenTemplate } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { retryCharge } from '../subscriptions/retry-charge.ts'
import { proratedAmount, updateSubscription } from '../subscriptions/update-subscription.ts'
import { nextBillingAt, runBilling } from './run-billing.ts'

type Step =
  | { readonly kind: 'days pass'; readonly days: number }
  | { readonly kind: 'price'; readonly price: Cents; readonly prorates: boolean }
  | { readonly kind: 'discount'; readonly amount: Cents; readonly cycles: number; readonly prorates: boolean }
  | { readonly kind: 'no discount'; readonly prorates: boolean }
  | { readonly kind: 'card'; readonly isGood: boolean }
  | { readonly kind: 'retry by hand'; readonly amount: Cents | null }

const cents = fc.integer({ min: 0, max: 20_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: 0, max: 70 }) }),
  fc.record({ kind: fc.constant('price' as const), price: cents, prorates: fc.boolean() }),
  fc.record({
    kind: fc.constant('discount' as const),
    amount: cents,
    cycles: fc.integer({ min: 1, max: 4 }),
    prorates: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('no discount' as const), prorates: fc.boolean() }),
  fc.record({ kind: fc.constant('card' as const), isGood: fc.boolean() }),
  fc.record({
    kind: fc.constant('retry by hand' as const),
    amount: fc.option(fc.integer({ min: 1, max: 20_000 })),
  }),
)

const beginning = fc.record({
  day: fc.integer({ min: 0, max: 800 }),
  price: cents,
  months: fc.integer({ min: 1, max: 3 }),
  cycles: fc.option(fc.integer({ min: 1, max: 6 })),
  trialDays: fc.option(fc.integer({ min: 1, max: 40 })),
  billingDayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
  reverts: fc.boolean(),
  retries: fc.constantFrom([10, 10] as const, [3, 5] as const, [1, null] as const, [null, null] as const),
  afterRetries: fc.constantFrom(
    'cancel' as const,
    'wait_for_next_billing_date' as const,
    'stay_past_due' as const,
  ),
})

test('what was charged is what was billed; no balance is lost, no cycle billed twice, no day between periods', () => {
  fc.assert(
    fc.property(beginning, fc.array(step, { maxLength: 25 }), (begins, steps) => {
      const life = new Life(begins)
      for (const each of steps) life.apply(each)
      life.apply({ kind: 'days pass', days: 100 })
    }),
    { numRuns: 300 },
  )
})

type Beginning = typeof beginning extends fc.Arbitrary<infer T> ? T : never

/** One subscription, with a record of its bills and periods beside the engine. */
class Life {
  readonly merchant: Merchant
  readonly gateway: Gateway
  readonly periods: { readonly start: Day; readonly end: Day }[] = []
  billed: Cents = 0

  constructor(begins: Beginning) {
    this.merchant = givenMerchant()
    this.gateway = givenGateway(this.merchant)
    this.merchant.clock.at += begins.day * 86_400_000
    this.merchant.settings = {
      ...this.merchant.settings,
      duplicateCheckingSeconds: null,
      revertsOnProrationFailure: begins.reverts,
      retryAfterDays: begins.retries,
      afterRetries: begins.afterRetries,
    }
    const trial = begins.trialDays === null ? null : ({ duration: begins.trialDays, unit: 'day' } as const)
    givenPlan(this.merchant, 'plan', { price: begins.price, billingFrequency: begins.months, trial })
    givenTemplate(this.merchant, 'discount', 'reward', 100)
    const { token } = givenSubscriber(this.merchant)
    const given: Record<string, string | number> = { id: 'it', plan_id: 'plan', payment_method_token: token }
    if (begins.cycles !== null) given.number_of_billing_cycles = begins.cycles
    if (begins.billingDayOfMonth !== null) given.billing_day_of_month = begins.billingDayOfMonth
    createSubscription(givenCall(this.gateway, this.merchant, { subscription: given }))
    this.noteBill(0)
    this.check()
  }

  get it(): Subscription {
    const subscription = this.merchant.subscriptions.get('it')
    if (subscription === undefined) throw new Error('subscription not found')
    return subscription
  }

  get paid(): Cents {
    const transactions = Array.from(this.merchant.transactions.values())
    const paid = transactions.filter(({ processorResponse }) => processorResponse.code === '1000')
    return paid.reduce((sum, { amount }) => sum + amount, 0)
  }

  apply(now: Step): void {
    if (now.kind === 'days pass') this.passes(now.days)
    else if (now.kind === 'card') decline(this.merchant, now.isGood ? 'another card' : null)
    else if (now.kind === 'retry by hand') this.retries(now.amount)
    else this.changes(now)
    this.check()
  }

  passes(days: number): void {
    const end = this.merchant.clock.at + days * 86_400_000
    for (;;) {
      const due = nextBillingAt(this.merchant)
      if (due === null || due > end) break
      this.merchant.clock.at = Math.max(due, this.merchant.clock.at)
      const cycle = this.it.currentBillingCycle
      runBilling(this.gateway, this.merchant, this.merchant.clock.at)
      this.noteBill(cycle)
      this.check()
    }
    this.merchant.clock.at = end
  }

  retries(amount: Cents | null): void {
    const { merchant, gateway, it } = this
    if (it.balance <= 0 || it.status !== 'Past Due') return
    const wanted = { amount: amount ?? it.balance, submitsForSettlement: true, user: 'merchant_public' }
    retryCharge(gateway, merchant, merchant.clock.at, it, wanted)
  }

  /** The price difference of the running period is part of the bill: it is paid, or in the balance. */
  changes(now: Exclude<Step, { kind: 'days pass' | 'card' | 'retry by hand' }>): void {
    const before = this.paid + this.it.balance
    const amountBefore = periodAmount(this.it)
    const given: Params =
      now.kind === 'price' ? { price: moneyText(now.price) } : { discounts: this.discounts(now) }
    const subscription = { ...given, options: { prorate_charges: now.prorates } }
    updateSubscription(givenCall(this.gateway, this.merchant, { subscription }, { id: 'it' }))
    const difference = this.paid + this.it.balance - before
    const { billingPeriodStart: periodStart, billingPeriodEnd: periodEnd } = this.it
    if (!now.prorates || periodStart === null || periodEnd === null) expect(difference).toBe(0)
    else {
      const change = { oldAmount: amountBefore, newAmount: periodAmount(this.it), periodStart, periodEnd }
      const share = proratedAmount({ ...change, today: dayOf(this.merchant.clock.at) })
      expect([0, share]).toContain(difference)
    }
    this.billed += difference
  }

  discounts(now: Step): Params {
    const has = this.it.discounts.length > 0
    if (now.kind !== 'discount') return { remove: has ? ['reward'] : [] }
    const terms = { amount: moneyText(now.amount), number_of_billing_cycles: now.cycles }
    if (has) return { update: [{ existing_id: 'reward', ...terms }] }
    return { add: [{ inherited_from_id: 'reward', ...terms }] }
  }

  noteBill(cycleBefore: number): void {
    const { it } = this
    expect(it.currentBillingCycle - cycleBefore).toBeLessThanOrEqual(1)
    if (it.currentBillingCycle === cycleBefore) return
    if (it.billingPeriodStart === null || it.billingPeriodEnd === null)
      throw new Error('bill without a period')
    const last = this.periods.at(-1)
    expect(it.billingPeriodStart).toBe(last === undefined ? it.firstBillingDate : addDays(last.end, 1))
    this.periods.push({ start: it.billingPeriodStart, end: it.billingPeriodEnd })
    this.billed += periodAmount(it)
  }

  check(): void {
    const { it, merchant } = this
    const today = dayOf(merchant.clock.at)
    expect(this.paid + it.balance).toBe(this.billed)
    expect(it.currentBillingCycle).toBe(this.periods.length)
    expect(it.numberOfBillingCycles ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(this.periods.length)
    for (const { start, end } of this.periods) expect(start <= end).toBe(true)
    if (it.status === 'Active' && it.pastDueSince !== null)
      throw new Error('an active subscription has an unpaid bill')
    if (it.status === 'Past Due') expect(it.balance).toBeGreaterThan(0)
    const due = nextBillingAt(merchant)
    if (due !== null) expect(due >= momentOf(today)).toBe(true)
  }
}
