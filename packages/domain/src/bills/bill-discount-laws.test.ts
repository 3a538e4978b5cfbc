import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billsOf, NOW, USD } from '../testing/bills.ts'
import type { Currency } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'
import { isLive, liveStatuses } from './bill-discount.ts'
import type { Percentage } from './counted-bills.ts'

const moments = fc.option(fc.integer({ min: -40, max: 40 }).map((days) => NOW + days * 86_400_000))
const percentages: fc.Arbitrary<Percentage> = fc.record({
  id: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5'),
  source: fc.constantFrom('REFERRED' as const, 'FRIEND_SIGNUP' as const, 'MANUAL' as const),
  rate: fc.integer({ min: 0, max: 100_00 }).map((it) => it as Rate),
  givenAt: moments,
  expiresAt: moments,
  cancelledAt: fc.option(fc.constant(NOW), { freq: 5 }),
  months: fc.option(fc.integer({ min: 1, max: 3 })),
  billsAfter: moments,
  queuedAt: fc.option(fc.constantFrom(NOW, NOW + 1)),
})
const expiries = fc.option(
  fc.constantFrom('2026-03-02', '2026-03-15').map((it) => Date.parse(`${it}T00:00Z`)),
)
const lots = (max: number) =>
  fc.array(fc.record({ minor: fc.integer({ min: 0, max }), expiresAt: expiries }), { maxLength: 3 })
const subscriptions = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('s1', 's2', 's3', 's4'),
    status: fc.constantFrom(...liveStatuses, 'CANCELLED' as const, 'EXPIRED' as const),
    price: fc.record({
      minor: fc.integer({ min: 0, max: 20_00 }),
      currency: fc.constantFrom(USD, 'EUR' as Currency),
    }),
    otherChangesMinor: fc.integer({ min: -25_00, max: 10_00 }),
    balanceMinor: fc.integer({ min: -10_00, max: 10_00 }),
    nextBillDate: fc.option(fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-31')),
    billingDay: fc.option(fc.integer({ min: 1, max: 31 })),
    billingInterval: fc.option(
      fc.record({
        unit: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const, 'YEAR' as const),
        count: fc.constantFrom(1, 3),
      }),
    ),
    madeAt: fc.constant(new Map<string, number>()),
    timeOfDayMs: fc.option(fc.integer({ min: 0, max: 86_399_999 })),
    amountStep: fc.constantFrom(1, 10),
    reserved: lots(5_00),
    used: fc
      .dictionary(
        fc.constantFrom('p1', 'p2'),
        fc.record({
          firstDate: fc.constant('2026-01-31'),
          months: fc.integer({ min: 0, max: 3 }),
          days: fc.constantFrom(0, 7),
        }),
      )
      .map((it) => new Map(Object.entries(it))),
  }),
  { selector: (it) => it.id, maxLength: 4 },
)
const accounts = fc.record({
  percentages: fc.array(percentages, { maxLength: 5 }),
  credits: fc.record({ USD: lots(20_00), EUR: lots(20_00) }),
  claimed: fc.record({ USD: fc.integer({ min: 0, max: 10_00 }) }),
  subscriptions,
})

test('whatever is on the bills: no bill falls below zero by a discount, and no credit is spent twice, expired or claimed', () => {
  fc.assert(
    fc.property(accounts, (given) => {
      const { bills } = billsOf(given)
      const used = new Map<string, number>()
      for (const bill of bills) {
        const it = given.subscriptions.find((one) => one.id === bill.subscriptionId)
        if (it === undefined) throw new Error('bill of an unknown subscription')
        const { minor } = bill.expected
        expect(minor).toBe(bill.percentageMinor + bill.creditMinor)
        expect(bill.percentageMinor).toBeGreaterThanOrEqual(0)
        expect(bill.creditMinor).toBeGreaterThanOrEqual(0)
        expect(minor).toBeLessThanOrEqual(it.price.minor)
        if (minor > 0) expect(it.price.minor + it.otherChangesMinor - minor).toBeGreaterThanOrEqual(0)
        const own = given.credits[it.price.currency as 'USD' | 'EUR']
        const all = [...own, ...it.reserved]
        const valid = all.filter(
          ({ expiresAt }) => expiresAt === null || expiresAt >= (bill.bill?.until ?? 0),
        )
        expect(bill.creditMinor).toBeLessThanOrEqual(sumOf(valid))
        used.set(it.price.currency, (used.get(it.price.currency) ?? 0) + bill.creditMinor)
      }
      for (const [currency, minor] of used) {
        const live = given.subscriptions.filter((it) => it.price.currency === currency && isLive(it))
        const all = [...given.credits[currency as 'USD' | 'EUR'], ...live.flatMap((it) => it.reserved)]
        const claimed = currency === 'USD' ? given.claimed.USD : 0
        expect(minor).toBeLessThanOrEqual(Math.max(0, sumOf(all) - claimed))
      }
    }),
    { numRuns: 3000 },
  )
})

function sumOf(all: readonly { readonly minor: number }[]): number {
  return all.reduce((sum, { minor }) => sum + minor, 0)
}

test('the order in which subscriptions and rewards are listed means nothing', () => {
  fc.assert(
    fc.property(accounts, (given) => {
      const reversed = {
        ...given,
        percentages: given.percentages.toReversed(),
        subscriptions: given.subscriptions.toReversed(),
      }
      expect(billsOf(reversed)).toEqual(billsOf(given))
    }),
  )
})
