import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, timeOfDay } from '../bills/bill-time.ts'
import { type BillingInterval, MONTHLY, stepOf } from '../bills/billing-interval.ts'
import { countedEnd, countsForBill, type DatedBill, type Percentage } from '../bills/counted-bills.ts'
import { type CountedBill, usedMonths } from '../bills/used-months.ts'
import { percent, utc } from '../testing/bills.ts'
import { addDays, addMonths } from '../values/interval.ts'
import { type CheckedPercentage, type EarlierBill, hadMonthsLeft } from './months-on-bills.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function percentage(fields: Partial<Percentage>): CheckedPercentage {
  return { ...percent(10, { id: 'p', ...fields }), isOutAt: () => false }
}

/** The fate of a bill of a subscription. */
const fates = ['PAID', 'ZERO', 'VOIDED', 'FREE_TIME', 'DAY_MOVED', 'PAUSED'] as const
type Fate = (typeof fates)[number]

type Story = {
  readonly side: 'REFERRED' | 'FRIEND_SIGNUP'
  readonly months: number
  readonly interval: BillingInterval
  readonly startsAt: number
  readonly convertedAt: number
  readonly trialDays: number
  readonly fates: readonly Fate[]
}

const intervals: readonly BillingInterval[] = [
  MONTHLY,
  { unit: 'MONTH', count: 3 },
  { unit: 'MONTH', count: 6 },
  { unit: 'MONTH', count: 12 },
  { unit: 'YEAR', count: 1 },
  { unit: 'WEEK', count: 1 },
]

const stories: fc.Arbitrary<Story> = fc
  .record({
    side: fc.constantFrom('REFERRED' as const, 'FRIEND_SIGNUP' as const),
    months: fc.integer({ min: 1, max: 24 }),
    interval: fc.constantFrom(...intervals),
    start: fc.integer({ min: 0, max: 4 * 366 }),
    hour: fc.constantFrom(0, 6, 23),
    trialDays: fc.constantFrom(0, 14, 60, 90),
    conversion: fc.integer({ min: 0, max: 60 * 24 }),
    fates: fc.array(fc.constantFrom<Fate>('PAID', 'PAID', 'PAID', ...fates), { maxLength: 60 }),
  })
  .map(({ start, hour, conversion, ...it }) => {
    const startsAt = Date.UTC(2023, 0, 1) + start * DAY_MS + hour * HOUR_MS
    return { ...it, startsAt, convertedAt: startsAt + conversion * HOUR_MS }
  })

/** A subscription whose bills are made by the calendar of the test; bills after the list of fates are all paid. */
function* billsOf({ startsAt, trialDays, interval, fates: wanted }: Story) {
  const step = stepOf(interval)
  let [anchor, turns] = [addDays(startsAt, trialDays), 0]
  for (let index = 0; ; index += 1) {
    const fate = wanted[index] ?? 'PAID'
    if (fate === 'FREE_TIME') anchor = addDays(anchor, 45)
    if (fate === 'DAY_MOVED' && index > 0) anchor = addDays(anchor, 5)
    const at = 'months' in step ? addMonths(anchor, turns * step.months) : addDays(anchor, turns * step.days)
    turns += 1
    const billingDay = new Date(anchor).getUTCDate()
    yield { at, fate, billingDay }
  }
}

type Kept = CountedBill & EarlierBill

/** Bills of a story with whether each has the percentage, until it has none left, and those that follow. */
function run(
  story: Story,
  judge: (percentage: CheckedPercentage, bill: DatedBill, kept: readonly Kept[]) => boolean,
) {
  const isFriend = story.side === 'REFERRED'
  const begin = isFriend ? story.startsAt - HOUR_MS : story.convertedAt
  const it = percentage({
    source: story.side,
    months: story.months,
    givenAt: begin,
    billsAfter: isFriend ? null : begin,
  })
  const kept: Kept[] = []
  const discounted: string[] = []
  const left: (number | null)[] = []
  let followers = 0
  for (const { at, fate, billingDay } of billsOf(story)) {
    const bill: DatedBill = {
      date: dayOf(at),
      billingDay,
      billingInterval: story.interval,
      timeOfDayMs: timeOfDay(at),
      madeAt: new Map(),
      used: new Map([['p', usedMonths('p', { key: 's', createdAt: story.startsAt }, kept)]]),
    }
    const { date: nextBillDate, ...due } = bill
    left.push(countedEnd(it, [{ ...due, nextBillDate }], at - 1)?.billsLeft ?? null)
    const counts = judge(it, bill, kept)
    const isPriced = fate !== 'ZERO' && fate !== 'VOIDED' && fate !== 'PAUSED'
    if (counts && isPriced) discounted.push(bill.date)
    if (isPriced || fate === 'ZERO') {
      kept.push({
        subscriptionId: 's',
        date: bill.date,
        madeAt: at,
        step: stepOf(story.interval),
        percentages: counts && isPriced ? ['p'] : [],
        priceMinor: isPriced ? 10_00 : 0,
        isVoided: false,
      })
    }
    if (at > begin && isPriced && !counts) followers += 1
    if (followers > 3) return { discounted, left, kept, percentage: it }
  }
  throw new Error('the bills of a story have no end')
}

const byLedger = (it: CheckedPercentage, bill: DatedBill) => countsForBill(it, bill)

function byCheck(story: Story) {
  return (it: CheckedPercentage, bill: DatedBill, kept: readonly Kept[]) => {
    const madeAt = Date.parse(bill.date) + (bill.timeOfDayMs ?? 0)
    if (it.givenAt === null || it.givenAt >= madeAt) return false
    const step = stepOf(story.interval)
    const ledger = { key: 's', createdAt: story.startsAt, keptFrom: 0, earlier: kept }
    return hadMonthsLeft(it, { bill, madeAt, step, ...ledger })
  }
}

/** How many bills N months are: whole periods, and of weeks as many as begin within N calendar months of the first. */
function billsWanted({ months, interval }: Story, first: string): number {
  const step = stepOf(interval)
  if ('months' in step) return months / step.months
  const end = addMonths(Date.parse(first), months)
  let count = 0
  for (let at = Date.parse(first); at < end; at += step.days * DAY_MS) count += 1
  return count
}

describe('N months of a percentage', () => {
  test('they are N bills with a price, one after the other, whatever is free, moved, voided or paused in between', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { discounted, kept, percentage: it } = run(story, byLedger)
        const priced = kept.filter((bill) => bill.priceMinor > 0 && bill.madeAt > (it.givenAt ?? 0))
        expect(discounted).toEqual(priced.slice(0, discounted.length).map((bill) => bill.date))
        const wanted = billsWanted(story, discounted[0] ?? '2024-01-01')
        if (Number.isInteger(wanted)) expect(discounted).toHaveLength(wanted)
        else expect([Math.floor(wanted), Math.ceil(wanted)]).toContain(discounted.length)
      }),
      { numRuns: 2000 },
    )
  })

  test('the number of bills that are left falls by one with each bill that counted, to none', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { left, discounted } = run({ ...story, interval: MONTHLY, fates: [] }, byLedger)
        const due = left.slice(left.length - discounted.length - 4)
        expect(due).toEqual([...discounted.map((_, index) => story.months - index), 0, 0, 0, 0])
      }),
      { numRuns: 500 },
    )
  })

  test('the check of bills, which counts otherwise, says the same of each bill', () => {
    fc.assert(
      fc.property(stories, (story) => {
        expect(run(story, byCheck(story)).discounted).toEqual(run(story, byLedger).discounted)
      }),
      { numRuns: 2000 },
    )
  })

  test('the check finds a bill too few and a bill too many', () => {
    const story: Story = {
      side: 'FRIEND_SIGNUP',
      months: 3,
      interval: MONTHLY,
      startsAt: utc('2026-01-10T06:00'),
      convertedAt: utc('2026-01-20T12:00'),
      trialDays: 0,
      fates: ['PAID', 'PAID', 'FREE_TIME', 'ZERO'],
    }
    const check = byCheck(story)
    const differing = (counts: (bill: DatedBill) => boolean) => {
      const found: string[] = []
      run(story, (it, bill, kept) => {
        if (counts(bill) !== check(it, bill, kept)) found.push(bill.date)
        return counts(bill)
      })
      return found
    }
    // By the calendar alone the three months would be over in April.
    expect(differing((bill) => bill.date > '2026-01-20' && bill.date < '2026-04-20')).toEqual([
      '2026-04-24',
      '2026-05-24',
      '2026-06-24',
    ])
    expect(differing((bill) => bill.date > '2026-01-20' && bill.date < '2026-08-01')).toEqual(['2026-07-24'])
  })
})

test('months before the bills of a replaced customer were kept are those of the earlier bills, and are not counted twice', () => {
  const earlier = {
    ...{ subscriptionId: 'old', date: '2040-02-29', madeAt: utc('2040-02-29'), step: stepOf(MONTHLY) },
    ...{ percentages: ['p'], priceMinor: 30_00, isVoided: false },
  }
  const it = percentage({
    months: 2,
    givenAt: utc('2040-01-31'),
    billsAfter: utc('2040-01-31'),
    expiresAt: null,
  })
  const [key, createdAt, keptFrom] = ['new', utc('2040-03-10'), utc('2040-03-11')]
  const bill = {
    date: '2040-04-10',
    billingInterval: MONTHLY,
    billingDay: 10,
    timeOfDayMs: 0,
    madeAt: new Map(),
  }
  const before = { firstDate: '2040-02-10', months: 2, days: 0 }
  const used = usedMonths('p', { key, createdAt }, [earlier], before)
  expect(used).toEqual(before)
  const then = {
    bill: { ...bill, used: new Map() },
    madeAt: utc('2040-04-10'),
    step: stepOf(MONTHLY),
    key,
    createdAt,
  }
  expect(hadMonthsLeft(it, { ...then, keptFrom, earlier: [earlier] })).toBe(true)
})
