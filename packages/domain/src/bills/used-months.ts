import { addDays, addMonths } from '../values/interval.ts'
import type { BillingStep } from './billing-interval.ts'

const DAY_MS = 86_400_000

/** A bill that was made, with the percentages that counted for it. */
export type CountedBill = {
  /** Our key of its subscription. */
  readonly subscriptionId: string
  /** `YYYY-MM-DD`, the first day of its period. */
  readonly date: string
  readonly madeAt: number
  /** How long its period is. */
  readonly step: BillingStep
  readonly percentages: readonly string[]
}

/** How much of the months of a percentage the bills of a subscription have used up. */
export type UsedMonths = {
  /** `YYYY-MM-DD` of the first bill that it counted for; null as long as there is none. */
  readonly firstDate: string | null
  readonly months: number
  /** The days of bills that are made every so many days. */
  readonly days: number
}

export const UNUSED: UsedMonths = { firstDate: null, months: 0, days: 0 }

/** A subscription of which bills are counted. */
export type CountedSubscription = {
  /** Our key of it. */
  readonly key: string
  readonly createdAt: number
}

/**
 * Counts the months of a percentage that the bills of a subscription have used. A later subscription continues the count of
 * the earlier ones, so that a replacement does not restart the months.
 *
 * @param before the months before bills were kept
 * @param together joins them with what the bills of earlier subscriptions used: as a rule these are the same months
 */
export function usedMonths(
  percentage: string,
  { key, createdAt }: CountedSubscription,
  ledger: readonly CountedBill[],
  before = UNUSED,
  together = longer,
): UsedMonths {
  const counted = ledger.filter((it) => it.percentages.includes(percentage))
  const own = counted.filter((it) => it.subscriptionId === key)
  const earlier = counted.filter((it) => it.subscriptionId !== key && it.madeAt < createdAt)
  return own.reduce(withBill, together(before, mostUsed(percentage, earlier)))
}

/** The most that any of the subscriptions of these bills had used up. */
function mostUsed(percentage: string, bills: readonly CountedBill[]): UsedMonths {
  const subscriptions = [...Map.groupBy(bills, (it) => it.subscriptionId)]
  return subscriptions
    .map(([key, own]) => {
      const createdAt = Math.min(...own.map((it) => it.madeAt))
      return usedMonths(percentage, { key, createdAt }, bills)
    })
    .reduce(longer, UNUSED)
}

/** Adds what was used later, as by bills after what went by before bills were kept. */
export function addUsed(before: UsedMonths, { firstDate, months, days }: UsedMonths): UsedMonths {
  return {
    firstDate: before.firstDate ?? firstDate,
    months: before.months + months,
    days: before.days + days,
  }
}

function longer(one: UsedMonths, other: UsedMonths): UsedMonths {
  return lengthOf(other) > lengthOf(one) ? other : one
}

function lengthOf({ months, days }: UsedMonths): number {
  return months * 31 + days
}

/**
 * Since when the bills of an account are in the ledger: since they are kept of a subscription, or since the day of the first one
 * that is there already, as a friend's first bill from before its account was linked.
 */
export function ledgerBegin(keptFrom: number, dates: readonly string[]): number {
  return Math.min(keptFrom, ...dates.map((it) => Date.parse(it) - 1))
}

/** Adds a bill. */
export function withBill(used: UsedMonths, { date, step }: Pick<CountedBill, 'date' | 'step'>): UsedMonths {
  const firstDate = used.firstDate === null || date < used.firstDate ? date : used.firstDate
  return 'months' in step
    ? { ...used, firstDate, months: used.months + step.months }
    : { ...used, firstDate, days: used.days + step.days }
}

/** How many more bills there are, of a rhythm, in what is left of the months of a percentage. */
export type BillsLeft = {
  /** How many periods are within as a whole. */
  readonly whole: number
  /** A part of one more period is within. */
  readonly hasPart: boolean
}

/** @param next the next bill, and how long its period and those that follow are */
export function billsLeft(
  months: number,
  used: UsedMonths,
  { date, step }: Pick<CountedBill, 'date' | 'step'>,
): BillsLeft {
  const first = Date.parse(used.firstDate ?? date)
  const end = addMonths(first, months)
  const after = (more: number) => addDays(addMonths(first, used.months + more), used.days)
  if ('days' in step) {
    const leftMs = end - after(0)
    return { whole: Math.max(0, Math.ceil(leftMs / (step.days * DAY_MS))), hasPart: false }
  }
  let whole = Math.max(0, Math.floor((months - used.months) / step.months))
  while (whole > 0 && after(whole * step.months) > end) whole -= 1
  return { whole, hasPart: after(whole * step.months) < end }
}
