import { noteRuns, propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BilledSubscription } from '../bills/bill-discount.ts'
import { billDiscounts } from '../bills/bill-discount.ts'
import { dayOf } from '../bills/bill-time.ts'
import type { BillingStep } from '../bills/billing-interval.ts'
import { percentagesOn, queueOf } from '../bills/queue.ts'
import { type CountedBill, usedMonths } from '../bills/used-months.ts'
import { type Credit, redeem } from '../rewards/redemption.ts'
import {
  amountOf,
  cancelReward,
  isQueued,
  type Reward,
  type RewardSpec,
  referrerReward,
  reviveReward,
} from '../rewards/reward.ts'
import { USD } from '../testing/bills.ts'
import { NaiveQueue } from '../testing/naive-queue.ts'
import { addDays, addMonths } from '../values/interval.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'
import type { CheckedPercentage, EarlierBill } from './months-on-bills.ts'
import { turnOf } from './turns-on-bills.ts'

// A referrer's bills, by the rules and by a model that uses none of them, with random calendars of rewards: percentages that add up
// and that are queued, also from milestones, credit, rewards that are taken back and given again, and subscriptions that change.

const DAY_MS = 86_400_000
/** Stories go on for years: their first February has 29 days, the second one 28. */
const START = Date.UTC(2027, 8, 1)
const MORNING = 6 * 3_600_000
const NOON = 12 * 3_600_000

type Deed =
  | {
      readonly kind: 'earn'
      readonly percent: number
      readonly isQueued: boolean
      readonly months: number | null
      readonly holdDays: number
    }
  | { readonly kind: 'credit'; readonly cents: number; readonly months: number | null }
  | { readonly kind: 'takeBack' | 'giveAgain'; readonly reward: number }
  | { readonly kind: 'rhythm'; readonly months: number }
  | { readonly kind: 'price'; readonly cents: number }
  | { readonly kind: 'pause' }

const queued = fc.record({
  kind: fc.constant('earn' as const),
  percent: fc.constantFrom(20, 50, 100),
  isQueued: fc.constant(true),
  months: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  holdDays: fc.constantFrom(0, 0, 10, 40),
})
const added = fc.record({
  kind: fc.constant('earn' as const),
  percent: fc.constantFrom(10, 30, 60, 100),
  isQueued: fc.constant(false),
  months: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 6 }),
  holdDays: fc.constantFrom(0, 14),
})
const reward = fc.nat({ max: 12 })
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: queued },
  { weight: 2, arbitrary: added },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      cents: fc.integer({ min: 1, max: 30_00 }),
      months: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), reward }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('giveAgain' as const), reward }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rhythm' as const), months: fc.constantFrom(1, 1, 3, 12) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('price' as const), cents: fc.constantFrom(0, 7, 9_99, 10_00) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
)
/** Deeds, each some days after the one before. */
const stories = fc.record({
  billingDay: fc.integer({ min: 1, max: 31 }),
  everyMonths: fc.constantFrom(1, 1, 3, 12),
  /** Weeks from bill to bill, whatever the months say; 0 where bills follow months. */
  everyWeeks: fc.constantFrom(0, 0, 0, 1, 2, 4),
  deeds: fc.array(fc.tuple(fc.integer({ min: 0, max: 45 }), deeds), { minLength: 20, maxLength: 60 }),
})
type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never

/** A referrer by the rules. */
class Referrer {
  readonly rewards = new Map<string, Reward>()
  readonly outs = new Map<string, { from: number; until: number }[]>()
  readonly bills: (CountedBill & EarlierBill)[] = []
  price = 10_00
  everyMonths = 1
  everyWeeks = 0

  get step(): BillingStep {
    return this.everyWeeks > 0 ? { days: 7 * this.everyWeeks } : { months: this.everyMonths }
  }

  earn(spec: RewardSpec, holdDays: number, now: number): string {
    const id = `r${String(this.rewards.size).padStart(3, '0')}`
    this.rewards.set(id, referrerReward(spec, now, holdDays))
    return id
  }

  takeBack(id: string, now: number): boolean {
    const before = this.rewards.get(id)
    if (before === undefined || before.cancelledAt !== null) return false
    const after = cancelReward(before, now)
    this.rewards.set(id, after)
    if (after === before) return false
    this.outs.set(id, [...(this.outs.get(id) ?? []), { from: now, until: Number.POSITIVE_INFINITY }])
    return true
  }

  giveAgain(id: string, now: number): boolean {
    const before = this.rewards.get(id)
    if (before === undefined || before.cancelledAt === null) return false
    this.rewards.set(id, reviveReward(before))
    this.outs.set(
      id,
      (this.outs.get(id) ?? []).map((it) => ({ ...it, until: Math.min(it.until, now) })),
    )
    return true
  }

  bill(at: number, billingDay: number) {
    const date = dayOf(at)
    const percentages = this.#percentages()
    const key = { key: 's', createdAt: START }
    const used = new Map(percentages.map(({ id }) => [id, usedMonths(id, key, this.bills)]))
    const credits = [...this.rewards]
      .map(([id, it]): Credit<string> => ({ id, reward: it }))
      .filter((it) => it.reward.spec.type === 'CREDIT')
    const subscription: BilledSubscription = {
      id: 's',
      status: 'ACTIVE',
      price: { minor: this.price, currency: USD },
      otherChangesMinor: 0,
      balanceMinor: 0,
      nextBillDate: date,
      billingDay,
      billingInterval:
        this.everyWeeks > 0
          ? { unit: 'WEEK', count: this.everyWeeks }
          : { unit: 'MONTH', count: this.everyMonths },
      timeOfDayMs: MORNING,
      madeAt: new Map(),
      reserved: [],
      amountStep: 1,
      used,
    }
    const lots = credits
      .filter((it) => it.reward.cancelledAt === null)
      .map(({ reward: { spec, redeemed, expiresAt } }) => ({ minor: amountOf(spec) - redeemed, expiresAt }))
    const [bill] = billDiscounts(
      { percentages, credits: new Map([[USD, lots]]), subscriptions: [subscription] },
      at,
    ).bills
    if (bill === undefined) throw new Error('there is no bill')
    for (const { id, reward: it } of redeem(credits, bill.creditMinor, at) ?? []) this.rewards.set(id, it)
    const next = { ...subscription, date, used }
    const on = percentagesOn(percentages, next).map(({ id }) => id)
    const checked = turnOf(percentages, {
      bill: next,
      madeAt: at,
      step: this.step,
      ...key,
      keptFrom: 0,
      earlier: this.bills,
    })
    const first = [...queueOf(percentages, next)].find(([, { position }]) => position === 0)?.[0] ?? null
    if (this.price > 0)
      this.bills.push({
        subscriptionId: 's',
        date,
        madeAt: at,
        step: this.step,
        percentages: on,
        priceMinor: this.price,
        isVoided: false,
      })
    return {
      percentage: bill.percentageMinor,
      credit: bill.creditMinor,
      on,
      checked: checked?.id ?? null,
      first,
    }
  }

  #percentages(): readonly CheckedPercentage[] {
    return [...this.rewards].flatMap(
      ([id, { spec, source, givenAt, expiresAt, cancelledAt, billsAfter, createdAt }]) => {
        if (spec.type !== 'PCT_DISCOUNT') return []
        const months = spec.monthsDiscountIsValid ?? null
        const times = {
          givenAt,
          expiresAt,
          cancelledAt,
          billsAfter,
          queuedAt: isQueued(spec) ? createdAt : null,
        }
        const outs = this.outs.get(id) ?? []
        const isOutAt = (moment: number) => outs.some((it) => it.from <= moment && moment < it.until)
        return [
          { id, source, rate: rateFromPercent(spec.discountPercent) ?? NO_RATE, months, ...times, isOutAt },
        ]
      },
    )
  }
}

let steps = 0

/** Lives a story by the rules and by the model, and compares each bill. */
function live({ billingDay, everyMonths, everyWeeks, deeds: all }: Story): void {
  const referrer = new Referrer()
  referrer.everyMonths = everyMonths
  referrer.everyWeeks = everyWeeks
  const model = new NaiveQueue((day, months) => (addMonths(START + day * DAY_MS, months) - START) / DAY_MS)
  const onBills = new Map<string, number>()
  let periodsToBill = 1
  let [isPaused, hasChanged] = [false, false]
  let [next, wait] = [0, all[0]?.[0] ?? 0]
  for (let day = 1; next < all.length || wait > 0; day += 1) {
    const midnight = START + day * DAY_MS
    if (everyWeeks > 0 ? day % 7 === 0 : isBillingDay(midnight, billingDay)) {
      model.billingDay()
      periodsToBill -= 1
      if (periodsToBill === 0) {
        periodsToBill = everyWeeks > 0 ? everyWeeks : referrer.everyMonths
        if (!isPaused) {
          const { on, checked, first, ...real } = referrer.bill(midnight + MORNING, billingDay)
          const naive = model.bill(day, referrer.price, referrer.step)
          const queuedOn = on.filter((id) => isQueuedReward(referrer.rewards.get(id)))
          expect({ ...real, queued: queuedOn }).toEqual({
            percentage: naive.percentage,
            credit: naive.credit,
            queued: naive.queued === null ? [] : [naive.queued],
          })
          expect(first).toBe(naive.queued)
          // The check has another rule for percentages that add up when the rhythm changes.
          if (naive.queued !== null && !hasChanged) expect(checked).toBe(naive.queued)
          for (const id of referrer.price === 0 ? [] : queuedOn)
            onBills.set(
              id,
              (onBills.get(id) ?? 0) + (everyWeeks > 0 ? (everyWeeks * 7) / 31 : referrer.everyMonths),
            )
          steps += 1
        }
        isPaused = false
      }
    }
    while (wait === 0 && next < all.length) {
      const deed = all[next]?.[1]
      if (deed !== undefined) does(referrer, model, deed, day)
      if (deed?.kind === 'pause') isPaused = true
      if (deed?.kind === 'rhythm' && everyWeeks === 0) hasChanged = true
      steps += 1
      next += 1
      wait = all[next]?.[0] ?? 0
    }
    wait = Math.max(0, wait - 1)
  }
  for (const [id, months] of onBills) {
    const { spec } = referrer.rewards.get(id) as Reward
    const most = spec.type === 'PCT_DISCOUNT' ? spec.monthsDiscountIsValid : undefined
    // The last bill may be longer than what was left.
    if (most !== undefined) expect(months).toBeLessThan(most + 12)
  }
}

function does(referrer: Referrer, model: NaiveQueue, deed: Deed, day: number): void {
  const now = START + day * DAY_MS + NOON
  switch (deed.kind) {
    case 'earn': {
      const { percent, months, holdDays } = deed
      const spec: RewardSpec = {
        type: 'PCT_DISCOUNT',
        discountPercent: percent,
        ...(months === null ? {} : { monthsDiscountIsValid: months }),
        ...(deed.isQueued ? { stacking: 'QUEUE' as const } : {}),
      }
      const id = referrer.earn(spec, holdDays, now)
      model.earnPercentage({ id, percent, isQueued: deed.isQueued, months, dayGiven: day + holdDays })
      break
    }
    case 'credit': {
      const spec: RewardSpec = {
        type: 'CREDIT',
        unit: 'USD',
        credit: deed.cents,
        ...(deed.months === null ? {} : { monthsCreditIsValid: deed.months }),
      }
      const id = referrer.earn(spec, 0, now)
      const ends = referrer.rewards.get(id)?.expiresAt ?? null
      model.earnCredit(
        id,
        deed.cents,
        ends === null ? Number.POSITIVE_INFINITY : Math.floor((ends - START) / DAY_MS),
      )
      break
    }
    case 'takeBack':
    case 'giveAgain': {
      const id = [...referrer.rewards.keys()][deed.reward]
      if (id !== undefined && referrer[deed.kind](id, now)) model[deed.kind](id)
      break
    }
    case 'rhythm':
      referrer.everyMonths = deed.months
      break
    case 'price':
      referrer.price = deed.cents
      break
    case 'pause':
      break
  }
}

function isQueuedReward(it: Reward | undefined): boolean {
  return it !== undefined && isQueued(it.spec)
}

function isBillingDay(midnight: number, billingDay: number): boolean {
  const date = new Date(midnight)
  const isLast = new Date(addDays(midnight, 1)).getUTCDate() === 1
  return date.getUTCDate() === billingDay || (isLast && date.getUTCDate() < billingDay)
}

/** Three months have 13 weeks from February on, and 14 from March on. */
const weeksFromFebruary: Story = {
  billingDay: 1,
  everyMonths: 1,
  everyWeeks: 1,
  deeds: [
    [151, { kind: 'earn', percent: 20, isQueued: true, months: 3, holdDays: 0 }],
    [0, { kind: 'earn', percent: 50, isQueued: true, months: 1, holdDays: 0 }],
    ...[45, 45, 45, 0].map((days): [number, Deed] => [days, { kind: 'price', cents: 10_00 }]),
  ],
}

test('whatever comes, bills have of the queue what a calendar on paper says', () => {
  fc.assert(fc.property(stories, live), { numRuns: 2 * propertyRuns(30), examples: [[weeksFromFebruary]] })
  noteRuns(`bills and changes of queues: ${steps}`)
})
