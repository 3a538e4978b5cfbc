import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redemptionEntries } from '../rewards/ledger.ts'
import { redeem } from '../rewards/redemption.ts'
import { amountOf, cancelReward, type Reward, reviveReward } from '../rewards/reward.ts'
import {
  type ShareAccount,
  type ShareCredit,
  settleShares,
  standingOf,
  type WantedShare,
} from '../rewards/share-account.ts'
import { NaiveShares } from '../testing/naive-shares.ts'
import { TestLedger } from '../testing/test-ledger.ts'
import { addDays, addMonths } from '../values/interval.ts'
import type { Currency } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'
import { byTime, type FriendPayment, sharesOf, withinMonthlyLimit } from './shared-payments.ts'

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
  payments: FriendPayment[]
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
  readonly accounts = new Map<string, ShareAccount>(CURRENCIES.map((it) => [it, { states: [], credits: [] }]))
  readonly ledgers = new Map(CURRENCIES.map((it) => [it as string, new TestLedger()]))
  spent = new Map<string, number>(CURRENCIES.map((it) => [it, 0]))
  #ids = 0

  constructor(terms: Omit<Story, 'deeds'>) {
    this.terms = terms
  }

  settle(now: number): void {
    for (const currency of CURRENCIES) {
      const before = this.accounts.get(currency) as ShareAccount
      const change = settleShares(before, this.wanted(currency), now, () => `c${this.#ids++}`)
      const ledger = this.ledgers.get(currency)
      for (const it of change.credits)
        if (!before.credits.some(({ id }) => id === it.id))
          ledger?.change(it.id, null, untaken(it.reward), now)
      ledger?.add(change.entries, now)
      this.accounts.set(currency, change)
      const again = settleShares(change, this.wanted(currency), now, () => 'again')
      expect(again).toEqual({ ...change, entries: [] })
    }
  }

  wanted(currency: string): readonly WantedShare[] {
    const { percent, months, creditMonths, holdDays, mostInMonth } = this.terms
    const all = this.friends.flatMap(({ payments, firstPaidAt, endedAt, isApproved }) => {
      const terms = { rate: (percent * 100) as Rate, months, firstPaidAt: firstPaidAt ?? 0, endedAt }
      const shares = new Map(sharesOf(payments, terms).map((it) => [it.reference, it]))
      return payments.map((it) => ({
        ...it,
        shareMinor: 0,
        keptMinor: 0,
        ...shares.get(it.reference),
        isApproved,
      }))
    })
    const own = all.filter((it) => it.paid.currency === currency).toSorted(byTime)
    return withinMonthlyLimit(own, mostInMonth).map(({ reference, paidAt, keptMinor, isApproved }) => {
      return {
        payment: reference,
        paidAt,
        keptMinor,
        isApproved,
        unit: currency,
        months: creditMonths,
        holdDays,
      }
    })
  }

  /** The referrer's side of a friend is denied or approved. */
  decide(index: number, isDenied: boolean, now: number): void {
    const friendOf = this.friends[index]
    if (friendOf === undefined) return
    friendOf.isApproved = !isDenied
    const own = new Set(friendOf.payments.map((it) => it.reference))
    for (const [currency, account] of this.accounts) {
      const credits = account.credits.map((it): ShareCredit => {
        if (!own.has(it.payment)) return it
        const after = isDenied ? cancelReward(it.reward, now) : reviveReward(it.reward)
        if (after !== it.reward) this.ledgers.get(currency)?.change(it.id, it.reward, after, now)
        return { ...it, reward: after }
      })
      this.accounts.set(currency, { ...account, credits })
    }
  }

  spend(currency: string, most: number, now: number, name: string): number {
    const account = this.accounts.get(currency) as ShareAccount
    const amount = Math.min(most, this.available(currency, now))
    for (const { id, reward, taken } of redeem(account.credits, amount, now) ?? []) {
      this.ledgers.get(currency)?.add(redemptionEntries(name, id, reward, taken, now), now)
      const credits = (this.accounts.get(currency) as ShareAccount).credits
      this.accounts.set(currency, {
        ...account,
        credits: credits.map((it) => (it.id === id ? { ...it, reward } : it)),
      })
    }
    this.spent.set(currency, (this.spent.get(currency) ?? 0) + amount)
    return amount
  }

  available(currency: string, now: number): number {
    const open = this.accounts
      .get(currency)
      ?.credits.filter(({ reward: { cancelledAt, expiresAt, givenAt } }) => {
        return (
          cancelledAt === null &&
          (expiresAt === null || expiresAt > now) &&
          givenAt !== null &&
          givenAt <= now
        )
      })
    return (open ?? []).reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
  }

  debt(currency: string): number {
    return this.accounts.get(currency)?.states.reduce((sum, it) => sum + it.debtMinor, 0) ?? 0
  }
}

/** The credit as it was given, before a debt was taken from it. */
function untaken(reward: Reward): Reward {
  return { ...reward, redeemed: 0, takenBack: 0, redeemedAt: null }
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
        step: months === 0 ? null : { months },
      })
      model.pay({ name: reference, friend: deed.friend, currency, day: day - daysAgo, cents, months })
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
      referrer.decide(deed.friend, deed.kind === 'deny', now)
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
  const { states, credits } = referrer.accounts.get(currency) as ShareAccount
  const wanted = new Map(referrer.wanted(currency).map((it) => [it.payment, it]))
  for (const it of states) {
    const { keptMinor = 0, isApproved = true } = wanted.get(it.payment) ?? {}
    if (isApproved) expect(standingOf(it)).toBe(keptMinor)
    else expect(standingOf(it)).toBeLessThanOrEqual(keptMinor)
    expect(Math.min(it.givenMinor, it.takenMinor, it.debtMinor, it.expiredMinor)).toBeGreaterThanOrEqual(0)
  }
  for (const { reward } of credits) {
    expect(reward.takenBack).toBeLessThanOrEqual(reward.redeemed)
    expect(reward.redeemed).toBeLessThanOrEqual(amountOf(reward.spec))
  }
  // A debt stands only where no credit could be taken.
  if (referrer.debt(currency) > 0) expect(referrer.available(currency, now)).toBe(0)
  const kept = [...wanted.values()].reduce((sum, it) => sum + it.keptMinor, 0)
  const spent = referrer.spent.get(currency) ?? 0
  expect(spent - referrer.debt(currency)).toBeLessThanOrEqual(kept)
}

test('whatever comes, shares and debts are those that are counted cent by cent', () => {
  fc.assert(fc.property(stories, live), { numRuns: 4 * Number(process.env.GOODWORD_TEST_RUNS ?? 25) })
})
