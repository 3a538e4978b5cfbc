import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billTime, dayOf } from '../bills/bill-time.ts'
import { billsSince, monthsBefore, monthsUnseen, type Percentage } from '../bills/counted-bills.ts'
import { isQueued, percentagesOn } from '../bills/queue.ts'
import { type DatedPercentage, queueTurns } from '../bills/queue-turns.ts'
import { usedMonths } from '../bills/used-months.ts'
import { percent } from '../testing/bills.ts'
import { addMonths } from '../values/interval.ts'
import type { EarlierBill } from './months-on-bills.ts'
import { turnOf } from './turns-on-bills.ts'

const DAY_MS = 86_400_000
const MORNING = 6 * 3_600_000
const START = Date.UTC(2028, 0, 20)
const at = (day: number) => START + day * DAY_MS + 12 * 3_600_000
const KEY = 'subscription'
const MONTHLY = { months: 1 }

const queues = fc.array(
  fc.record({
    months: fc.integer({ min: 1, max: 3 }),
    earned: fc.integer({ min: 0, max: 100 }),
    leaves: fc.option(fc.integer({ min: 1, max: 150 }), { freq: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Percentages with the turns that they had by their time. */
function withTurns(dated: readonly DatedPercentage[]) {
  const turns = queueTurns(dated)
  return dated.map((it) => ({
    ...it,
    turns: turns.filter(({ id }) => id === it.id),
    isOutAt: () => false,
  }))
}

test('no month of a queue is given twice when bills are seen later, and the check of bills agrees', () => {
  fc.assert(
    fc.property(
      queues,
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 0, max: 140 }),
      (given, day, linked) => {
        const keptFrom = at(linked)
        const dated = given.map(({ months, earned, leaves }, index): DatedPercentage => {
          const cancelledAt = leaves === null ? null : at(earned + leaves)
          const times = {
            givenAt: at(earned),
            billsAfter: at(earned),
            monthsLeft: months,
            queuedAt: at(earned) + index,
            cancelledAt,
          }
          return { ...percent(50, { id: `p${index}`, source: 'FRIEND_SIGNUP', months, ...times }), outs: [] }
        })
        const all = withTurns(dated)
        const billed = new Map(all.map(({ id }) => [id, 0]))
        const percentages: string[][] = []
        const bills: EarlierBill[] = []
        for (const date of billDates(day, keptFrom)) {
          const { from: madeAt } = billTime(date, MORNING)
          const calendar = {
            billingDay: day,
            billingInterval: { unit: 'MONTH', count: 1 },
            timeOfDayMs: MORNING,
          } as const
          const next = { ...calendar, madeAt: new Map<string, number>(), date }
          const ledger = bills.map((bill, index) => ({ ...bill, percentages: percentages[index] ?? [] }))
          const begin = { key: KEY, createdAt: START }
          const used = new Map(
            all.map((it) => [it.id, usedMonths(it.id, begin, ledger, monthsBefore(it, next, keptFrom))]),
          )
          const present = all.filter((it) => it.cancelledAt === null || it.cancelledAt > madeAt)
          const on = percentagesOn(present.map(uncancelled), { ...next, used }).filter(isQueued)
          const inLedger = {
            bill: next,
            madeAt,
            step: MONTHLY,
            key: KEY,
            createdAt: START,
            keptFrom,
            earlier: bills,
          }
          expect(turnOf(all, inLedger)?.id ?? null).toBe(on[0]?.id ?? null)
          for (const { id } of on) billed.set(id, (billed.get(id) ?? 0) + 1)
          percentages.push(on.map(({ id }) => id))
          bills.push({ subscriptionId: KEY, date, madeAt, step: MONTHLY, priceMinor: 3000, isVoided: false })
        }
        for (const { id, months, cancelledAt, turns: own } of all) {
          const isOver = own.some((it) => it.isLast && (it.until ?? keptFrom) <= keptFrom)
          const days = isOver ? (months ?? 0) : own.flatMap((it) => billDaysIn(day, it, keptFrom)).length
          const sum = days + (billed.get(id) ?? 0)
          if (cancelledAt === null) expect(sum).toBe(months)
          else expect(sum).toBeLessThanOrEqual(months ?? 0)
        }
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

/** What was decided for a bill did not know of a later cancellation. */
function uncancelled(it: Percentage): Percentage {
  return { ...it, cancelledAt: null }
}

/** The days of bills after a moment, for longer than any queue is. */
function billDates(day: number, after: number, step = 1): readonly string[] {
  const first = Date.UTC(2028, 0, day)
  const dates = Array.from({ length: 30 }, (_, index) => dayOf(addMonths(first, index * step)))
  return dates.filter((date) => billTime(date, MORNING).from > after)
}

/** The days on which bills were made in a turn, before bills were seen. */
function billDaysIn(
  day: number,
  { from, until }: { readonly from: number; readonly until: number | null },
  keptFrom: number,
): readonly string[] {
  const end = Math.min(until ?? keptFrom, keptFrom)
  return billDates(day, from).filter((date) => billTime(date, MORNING).from <= end)
}

const eras = fc.record({
  given: fc.array(
    fc.record({
      months: fc.integer({ min: 1, max: 3 }),
      /** How many of the months bills had used when they were seen no more. */
      used: fc.integer({ min: 0, max: 3 }),
      earned: fc.integer({ min: -200, max: 60 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  former: fc.record({
    day: fc.integer({ min: 1, max: 31 }),
    step: fc.constantFrom(1, 3, 12),
    /** How many further bills there were, which no percentage was on. */
    others: fc.integer({ min: 0, max: 2 }),
  }),
  day: fc.integer({ min: 1, max: 31 }),
  step: fc.constantFrom(1, 3, 12),
  linked: fc.integer({ min: 1, max: 140 }),
})

test('no month of a queue is given twice or lost when bills are seen, then not, and then of another customer, whatever the rhythms', () => {
  fc.assert(
    fc.property(eras, ({ given, former, day, step, linked }) => {
      const [removedAt, keptFrom] = [at(0), at(linked)]
      const formerBills: (EarlierBill & { readonly percentages: readonly string[] })[] = []
      const bill = (percentages: readonly string[]) => (date: string) =>
        formerBills.push({
          ...{ subscriptionId: 'former', date, madeAt: billTime(date, MORNING).from },
          ...{ step: { months: former.step }, priceMinor: 3000, isVoided: false, percentages },
        })
      formerDates(former, former.others).forEach(bill([]))
      const dated = given.map(({ months, used, earned }, index): DatedPercentage => {
        const id = `p${index}`
        const isFormer = earned <= 0
        const dates = isFormer ? formerDates(former, Math.ceil(Math.min(used, months) / former.step)) : []
        dates.forEach(bill([id]))
        const left = Math.max(0, months - dates.length * former.step)
        const begin = { billsAfter: isFormer ? removedAt : at(earned), monthsLeft: left }
        const times = { givenAt: Math.max(at(earned), removedAt), ...begin, queuedAt: at(earned) + index }
        return { ...percent(50, { id, source: 'FRIEND_SIGNUP', months, ...times }), outs: [] }
      })
      const all = withTurns(dated)
      const billed = new Map(all.map(({ id }) => [id, 0]))
      const bills = [...formerBills]
      for (const date of billDates(day, keptFrom, step)) {
        const { from: madeAt } = billTime(date, MORNING)
        const calendar = { billingDay: day, billingInterval: { unit: 'MONTH', count: step } } as const
        const next = { ...calendar, timeOfDayMs: MORNING, madeAt: new Map<string, number>(), date }
        const begin = { key: KEY, createdAt: keptFrom }
        const used = new Map(
          all.map((it) => {
            const since = billsSince(it, bills)
            const before = monthsUnseen(it, next, { keptFrom, createdAt: keptFrom, bills: since })
            return [it.id, usedMonths(it.id, begin, since, before)]
          }),
        )
        const on = percentagesOn(all, { ...next, used })
        const inLedger = { bill: next, madeAt, step: { months: step }, ...begin, keptFrom, earlier: bills }
        expect(turnOf(all, inLedger)?.id ?? null).toBe(on[0]?.id ?? null)
        for (const { id } of on) billed.set(id, (billed.get(id) ?? 0) + step)
        bills.push({
          ...{ subscriptionId: KEY, date, madeAt, step: { months: step }, priceMinor: 3000, isVoided: false },
          percentages: on.map(({ id }) => id),
        })
      }
      for (const { id, monthsLeft, turns: own } of all) {
        const left = monthsLeft ?? 0
        const isOver = own.some((it) => it.isLast && (it.until ?? keptFrom) <= keptFrom)
        const days = isOver ? left : own.flatMap((it) => billDaysIn(day, it, keptFrom)).length
        const sum = days + (billed.get(id) ?? 0)
        expect(sum).toBeGreaterThanOrEqual(left)
        // The last bill may be longer than what was left.
        expect(sum).toBeLessThan(left + step)
      }
    }),
    { numRuns: propertyRuns(100) },
  )
})

/** The days of so many bills of the customer from before, the last of them in the month before the first day. */
function formerDates({ day, step }: { day: number; step: number }, bills: number): readonly string[] {
  const last = Date.UTC(2027, 11, day)
  return Array.from({ length: bills }, (_, index) => dayOf(addMonths(last, (index + 1 - bills) * step)))
}
