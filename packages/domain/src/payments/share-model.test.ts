import { noteRuns, propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf, withinMonthlyLimit } from '../bills/shared-payments.ts'
import { redemptionEntries } from '../rewards/ledger.ts'
import { redeem } from '../rewards/redemption.ts'
import { amountOf, type ShareSpec, unitOf } from '../rewards/reward.ts'
import { type ShareCredit, standingOf } from '../rewards/share-account.ts'
import { NaiveShares } from '../testing/naive-shares.ts'
import { TestLedger } from '../testing/test-ledger.ts'
import { addDays, addMonths } from '../values/interval.ts'
import type { Currency } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'
import { type KnownPayment, type SharedReferral, settleReferrer } from './referrers-shares.ts'

// A referrer's shares of the payments of friends, by the rules and cent by cent, with random calendars of payments that arrive late and
// out of order, refunds, voids, disputes lost and won, denials, friends who leave, and credit that is spent and expires.

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000
const CURRENCIES = ['USD', 'EUR'] as const

type Deed =
  | {
      readonly kind: 'pay'
      readonly friend: number
      readonly cents: number
      readonly months: number
      readonly daysAgo: number
    }
  | { readonly kind: 'refund'; readonly payment: number; readonly cents: number }
  | { readonly kind: 'reverse' | 'win'; readonly payment: number }
  | { readonly kind: 'deny' | 'approve' | 'leave'; readonly friend: number }
  | { readonly kind: 'spend'; readonly currency: (typeof CURRENCIES)[number]; readonly cents: number }

const friend = fc.nat({ max: 2 })
const payment = fc.nat({ max: 15 })
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      friend,
      cents: fc.integer({ min: 1, max: 200 }),
      months: fc.constantFrom(0, 1, 1, 1, 12),
      daysAgo: fc.constantFrom(0, 0, 0, 3, 30),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      payment,
      cents: fc.integer({ min: 1, max: 150 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reverse' as const, 'win' as const), payment }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('deny' as const, 'approve' as const, 'approve' as const, 'leave' as const),
      friend,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      currency: fc.constantFrom(...CURRENCIES),
      cents: fc.integer({ min: 1, max: 60 }),
    }),
  },
)
const stories = fc.record({
  percent: fc.constantFrom(1, 8, 20, 33, 100),
  months: fc.constantFrom(1, 3, 12, 36),
  /** Weeks that a payment pays for which else would be for a month; 0 where friends pay by months. */
  weeks: fc.constantFrom(0, 0, 1, 2),
  creditMonths: fc.option(fc.constantFrom(1, 3)),
  holdDays: fc.constantFrom(0, 0, 20),
  mostInMonth: fc.constantFrom(5, 40, 1_000_000),
  deeds: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), deeds), { minLength: 10, maxLength: 60 }),
})
type Story = typeof stories extends fc.Arbitrary<infer Value> ? Value : never

type Friend = {
  firstPaidAt: number | null
  endedAt: number | null
  isApproved: boolean
  payments: KnownPayment[]
}

/** A referrer by the rules. One friend of three pays in another currency. */
class Referrer {
  readonly terms: Omit<Story, 'deeds'>
  readonly friends: Friend[] = [0, 1, 2].map(() => ({
    firstPaidAt: null,
    endedAt: null,
    isApproved: true,
    payments: [],
  }))
  readonly ledgers = new Map(CURRENCIES.map((it) => [it as string, new TestLedger()]))
  credits: readonly ShareCredit[] = []
  spent = new Map<string, number>(CURRENCIES.map((it) => [it, 0]))
  #ids = 0

  constructor(terms: Omit<Story, 'deeds'>) {
    this.terms = terms
  }

  settle(now: number): void {
    const change = this.#settled(now)
    const news = new Map(change.credits.map(({ after }) => [after.id, after]))
    const known = new Set(this.credits.map((it) => it.id))
    this.credits = [
      ...this.credits.map((it) => news.get(it.id) ?? it),
      ...[...news.values()].filter((it) => !known.has(it.id)),
    ]
    const payments = new Map(change.payments.map((it) => [it.reference, it]))
    for (const it of this.friends) it.payments = it.payments.map((one) => payments.get(one.reference) ?? one)
    for (const currency of CURRENCIES) {
      const own = change.entries.filter(({ rewardId }) => this.#unitOf(rewardId) === currency)
      this.ledgers.get(currency)?.add(own, now)
    }
    expect(this.#settled(now)).toEqual({ payments: [], credits: [], entries: [] })
  }

  #settled(now: number) {
    const { holdDays } = this.terms
    return settleReferrer(this.referrals(), this.credits, { now, holdDays, newId: () => `c${this.#ids++}` })
  }

  referrals(): readonly SharedReferral[] {
    const { percent, months, creditMonths, mostInMonth } = this.terms
    const spec: ShareSpec = {
      type: 'PAYMENT_SHARE',
      sharePercent: percent,
      monthsShareIsValid: months,
      maxCreditPerMonth: mostInMonth,
      ...(creditMonths !== null && { monthsCreditIsValid: creditMonths }),
    }
    return this.friends.map((it) => ({ ...it, spec, firstPaidAt: it.firstPaidAt ?? 0, after: null }))
  }

  payments(currency: string): readonly (KnownPayment & { readonly isApproved: boolean })[] {
    return this.friends.flatMap(({ payments, isApproved }) =>
      payments.filter((it) => it.paid.currency === currency).map((it) => ({ ...it, isApproved })),
    )
  }

  #unitOf(id: string): string | undefined {
    const reward = this.credits.find((it) => it.id === id)?.reward
    return reward === undefined ? undefined : unitOf(reward.spec)
  }

  ofCurrency(currency: string): readonly ShareCredit[] {
    return this.credits.filter(({ reward }) => unitOf(reward.spec) === currency)
  }

  spend(currency: string, most: number, now: number, name: string): number {
    const amount = Math.min(most, this.available(currency, now))
    for (const { id, reward, taken } of redeem(this.ofCurrency(currency), amount, now) ?? []) {
      this.ledgers.get(currency)?.add(redemptionEntries(name, id, reward, taken, now), now)
      this.credits = this.credits.map((it) => (it.id === id ? { ...it, reward } : it))
    }
    this.spent.set(currency, (this.spent.get(currency) ?? 0) + amount)
    return amount
  }

  available(currency: string, now: number): number {
    const open = this.ofCurrency(currency).filter(({ reward: { cancelledAt, expiresAt, givenAt } }) => {
      return (
        cancelledAt === null && (expiresAt === null || expiresAt > now) && givenAt !== null && givenAt <= now
      )
    })
    return open.reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
  }

  debt(currency: string): number {
    return this.payments(currency).reduce((sum, { state }) => sum + state.debtMinor, 0)
  }
}

let steps = 0

function live({ deeds: all, ...terms }: Story): void {
  const referrer = new Referrer(terms)
  const model = new NaiveShares({
    ...terms,
    monthOf: (day) => new Date(addDays(START, day)).toISOString().slice(0, 7),
    monthsLater: (day, months) => (addMonths(addDays(START, day), months) - START) / DAY_MS,
  })
  const names: string[] = []
  let day = 40
  for (const [wait, deed] of all) {
    day += wait
    const now = addDays(START, day)
    does(referrer, model, deed, { day, now, names })
    referrer.settle(now)
    model.settle(day)
    steps += 1
    for (const currency of CURRENCIES) {
      const found = { available: referrer.available(currency, now), debt: referrer.debt(currency) }
      expect(found).toEqual({ available: model.available(currency, day), debt: model.debt(currency) })
      expect(referrer.ledgers.get(currency)?.balance(now)).toBe(found.available)
      holdLaws(referrer, currency, now)
    }
  }
  for (const ledger of referrer.ledgers.values())
    for (const moment of ledger.moments) expect(ledger.balance(moment)).toBeGreaterThanOrEqual(0)
}

function does(
  referrer: Referrer,
  model: NaiveShares,
  deed: Deed,
  { day, now, names }: { readonly day: number; readonly now: number; readonly names: string[] },
): void {
  switch (deed.kind) {
    case 'pay': {
      const reference = `p${String(names.length).padStart(3, '0')}`
      names.push(reference)
      const { cents, months, daysAgo } = deed
      const days = months === 1 ? 7 * referrer.terms.weeks : 0
      const paidAt = addDays(now, -daysAgo)
      const currency = (deed.friend === 2 ? 'EUR' : 'USD') as Currency
      const one = referrer.friends[deed.friend]
      if (one !== undefined) one.firstPaidAt ??= paidAt
      one?.payments.push({
        reference,
        paidAt,
        paid: { minor: cents, currency },
        refundedMinor: 0,
        isReversed: false,
        deniedAt: null,
        state: { payment: reference, givenMinor: 0, takenMinor: 0, debtMinor: 0, expiredMinor: 0 },
        step: days > 0 ? { days } : months === 0 ? null : { months },
      })
      const period = days > 0 ? { months: 0, days } : { months, days }
      model.pay({ name: reference, friend: deed.friend, currency, day: day - daysAgo, cents, ...period })
      break
    }
    case 'refund':
    case 'reverse':
    case 'win': {
      const name = names[deed.payment]
      if (name === undefined) return
      const cents = deed.kind === 'refund' ? deed.cents : 0
      if (deed.kind === 'refund') model.refund(name, cents)
      else model.reverse(name, deed.kind === 'reverse')
      for (const it of referrer.friends) {
        it.payments = it.payments.map((one) => {
          if (one.reference !== name) return one
          const isReversed = deed.kind === 'refund' ? one.isReversed : deed.kind === 'reverse'
          return { ...one, isReversed, refundedMinor: one.refundedMinor + cents }
        })
      }
      break
    }
    case 'deny':
    case 'approve':
      for (const [index, it] of referrer.friends.entries())
        if (index === deed.friend) it.isApproved = deed.kind === 'approve'
      model.decide(deed.friend, deed.kind === 'deny', day)
      break
    case 'leave': {
      const one = referrer.friends[deed.friend]
      if (one === undefined || one.endedAt !== null) return
      one.endedAt = now
      model.leave(deed.friend, day)
      break
    }
    case 'spend': {
      const spent = referrer.spend(deed.currency, deed.cents, now, `d${steps}`)
      expect(model.spend(deed.currency, deed.cents, day)).toBe(spent)
      break
    }
  }
}

/** What holds at each moment, whatever the model says. */
function holdLaws(referrer: Referrer, currency: string, now: number): void {
  const payments = referrer.payments(currency)
  const all = referrer.referrals().flatMap(({ spec, ...it }) => {
    const rate = (spec.sharePercent * 100) as Rate
    const shares = sharesOf(it.payments, { ...it, rate, months: spec.monthsShareIsValid ?? null })
    const kept = new Map(shares.map((one) => [one.reference, one]))
    return it.payments.flatMap(({ reference, paidAt, paid }) => {
      const share = kept.get(reference)
      return share === undefined
        ? []
        : [{ ...share, paidAt, paid, mostMinor: spec.maxCreditPerMonth ?? null }]
    })
  })
  const inCurrency = all.filter((it) => it.paid.currency === currency)
  const inOrder = inCurrency.toSorted(
    (one, other) => one.paidAt - other.paidAt || (one.reference < other.reference ? -1 : 1),
  )
  const wanted = new Map(withinMonthlyLimit(inOrder).map((it) => [it.reference, it.keptMinor]))
  for (const { reference, state, isApproved } of payments) {
    const keptMinor = wanted.get(reference) ?? 0
    if (isApproved) expect(standingOf(state)).toBe(keptMinor)
    else expect(standingOf(state)).toBeLessThanOrEqual(keptMinor)
    const { givenMinor, takenMinor, debtMinor, expiredMinor } = state
    expect(Math.min(givenMinor, takenMinor, debtMinor, expiredMinor)).toBeGreaterThanOrEqual(0)
  }
  for (const { reward } of referrer.ofCurrency(currency)) {
    expect(reward.takenBack).toBeLessThanOrEqual(reward.redeemed)
    expect(reward.redeemed).toBeLessThanOrEqual(amountOf(reward.spec))
  }
  // A debt stands only where no credit could be taken.
  if (referrer.debt(currency) > 0) expect(referrer.available(currency, now)).toBe(0)
  const kept = [...wanted.values()].reduce((sum, it) => sum + it, 0)
  const spent = referrer.spent.get(currency) ?? 0
  expect(spent - referrer.debt(currency)).toBeLessThanOrEqual(kept)
}

test('whatever comes, shares and debts are those that are counted cent by cent', () => {
  fc.assert(fc.property(stories, live), { numRuns: 4 * propertyRuns(25) })
  noteRuns(`changes of shares: ${steps}`)
})
