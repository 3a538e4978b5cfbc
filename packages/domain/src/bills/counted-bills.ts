import type { RewardSource } from '../rewards/reward.ts'
import { addMonths, startOfDay } from '../values/interval.ts'
import type { Rate } from '../values/rate.ts'
import { type BillTime, billTime, dayOf } from './bill-time.ts'
import { type BillingInterval, MONTHLY, stepOf } from './billing-interval.ts'

/** A percentage that an account has or will have. Times are milliseconds of the tenant's clock. */
export type Percentage = {
  readonly source: RewardSource
  readonly rate: Rate
  readonly givenAt: number | null
  readonly expiresAt: number | null
  readonly cancelledAt: number | null
  /** How many months it lasts; null for ever. */
  readonly months: number | null
  /** Its months are bills made after this moment; null as long as they have not begun. */
  readonly billsAfter: number | null
}

/** When the bills of a subscription are made. */
export type BillCalendar = {
  /** 1 to 31; a month without that day has its bill on the last day. Null if it is not known. */
  readonly billingDay: number | null
  /** Null if it is not known. */
  readonly billingInterval: BillingInterval | null
  /** Milliseconds since 00:00 UTC at which its bills are made; null until that is known. */
  readonly timeOfDayMs: number | null
  /** When bills were made, by their date, as far as payments show it. */
  readonly madeAt: ReadonlyMap<string, number>
}

/** A bill of the past, or the next one. The date is `YYYY-MM-DD`. */
export type DatedBill = BillCalendar & { readonly date: string }

/**
 * Whether a percentage counts for the bill of a subscription with this date. N months of a referral's percentage are the
 * first N monthly bills of the subscription after a moment, however long the months are; of one that is billed every so many
 * days, the bills within N calendar months of the first one after the moment. Any other percentage counts for the bills that
 * are made within its time.
 *
 * @param time when the bill was made, if that is known better than from its calendar
 */
export function countsForBill(
  percentage: Percentage,
  bill: DatedBill,
  time: BillTime = timeOf(bill, bill.date),
): boolean {
  const { givenAt, cancelledAt, expiresAt } = percentage
  if (cancelledAt !== null || givenAt === null || givenAt >= time.until) return false
  if (!isCounted(percentage)) return expiresAt === null || expiresAt > time.from
  const { billsAfter, months } = percentage
  if (billsAfter === null) return true
  const step = stepOf(bill.billingInterval ?? MONTHLY)
  if ('months' in step) return monthlyBillsUntil(bill, billsAfter) <= months
  return Date.parse(bill.date) < endByDays(bill, step.days, billsAfter, months)
}

type Counted = Percentage & { readonly months: number }

/** Before its first bill was seen, a friend's percentage counts for every bill, also where it converted already. */
function isCounted(percentage: Percentage): percentage is Counted {
  const { source, months, billsAfter } = percentage
  return months !== null && (source === 'REFERRED' || billsAfter !== null)
}

/**
 * How many monthly bills there are after a moment until this one, itself included. Of another rhythm the months between
 * its bills are counted as well, so that N months are N / k bills of every k months, and at least those within.
 */
function monthlyBillsUntil(bill: DatedBill, moment: number): number {
  const day = billingDayOf(bill)
  const [first, last] = [monthOf(moment), monthOf(Date.parse(bill.date))]
  const isFirstAfter = isMadeAfter(bill, dateIn(first, day), moment)
  const isBeforeDay = bill.date < dateIn(last, day)
  return last - first + (isFirstAfter ? 1 : 0) - (isBeforeDay ? 1 : 0)
}

function isMadeAfter(bill: BillCalendar, date: string, moment: number): boolean {
  return timeOf(bill, date).until - 1 > moment
}

/** So many calendar months after the day of the first bill that is made after a moment. */
function endByDays(bill: DatedBill, days: number, moment: number, months: number): number {
  const [due, stepMs] = [Date.parse(bill.date), days * DAY_MS]
  const onDay = due - Math.floor((due - startOfDay(moment)) / stepMs) * stepMs
  const first = isMadeAfter(bill, dayOf(onDay), moment) ? onDay : onDay + stepMs
  return addMonths(first, months)
}

export type DueSubscription = BillCalendar & { readonly nextBillDate: string | null }

const DAY_MS = 86_400_000

/**
 * When a percentage ends by the bills of the account's live subscriptions: with the day of the last bill that it counts
 * for, or now when it counts for no further one. Null when no bill decides it.
 */
export function countedEnd(
  percentage: Percentage,
  subscriptions: readonly DueSubscription[],
  now: number,
): number | null {
  const bills = subscriptions.flatMap(({ nextBillDate: date, ...it }) =>
    date === null ? [] : [{ ...it, date }],
  )
  if (!isCounted(percentage) || bills.length === 0) return null
  const { billsAfter, months, expiresAt } = percentage
  if (billsAfter === null && expiresAt === null) return null
  const ends = bills.flatMap((bill) => {
    // As long as there was no first bill, the next one is taken for it.
    const after = billsAfter ?? Date.parse(bill.date) - 1
    return lastBillEnd(bill, after, months)
  })
  if (ends.length > 0) return Math.max(...ends)
  return expiresAt === null ? now : Math.min(expiresAt, now)
}

/** None if the next bill does not count. */
function lastBillEnd(next: DatedBill, after: number, months: number): readonly number[] {
  const step = stepOf(next.billingInterval ?? MONTHLY)
  const due = Date.parse(next.date)
  if ('days' in step) {
    const [leftMs, stepMs] = [endByDays(next, step.days, after, months) - 1 - due, step.days * DAY_MS]
    return leftMs < 0 ? [] : [due + leftMs - (leftMs % stepMs) + DAY_MS]
  }
  const left = months - monthlyBillsUntil(next, after)
  if (left < 0) return []
  const until = left - (left % step.months)
  return [(until === 0 ? due : Date.parse(dateIn(monthOf(due) + until, billingDayOf(next)))) + DAY_MS]
}

function timeOf({ timeOfDayMs, madeAt }: BillCalendar, date: string): BillTime {
  const from = madeAt.get(date)
  return from === undefined ? billTime(date, timeOfDayMs) : { from, until: from + 1 }
}

function billingDayOf({ billingDay, date }: DatedBill): number {
  return billingDay ?? new Date(date).getUTCDate()
}

/** Months since the year 0. */
function monthOf(instantMs: number): number {
  const date = new Date(instantMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** `YYYY-MM-DD`; the last day of a month that is too short. January has every day. */
function dateIn(month: number, day: number): string {
  return new Date(addMonths(Date.UTC(Math.floor(month / 12), 0, day), month % 12)).toISOString().slice(0, 10)
}
