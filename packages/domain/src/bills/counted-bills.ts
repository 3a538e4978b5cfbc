import type { RewardSource } from '../rewards/reward.ts'
import { addMonths, startOfDay } from '../values/interval.ts'
import type { Rate } from '../values/rate.ts'
import { type BillTime, billTime, dayOf } from './bill-time.ts'
import { type BillingInterval, stepOf } from './billing-interval.ts'
import { addUsed, billsLeft, UNUSED, type UsedMonths } from './used-months.ts'

/** A percentage that an account has or will have. Times are milliseconds of the tenant's clock. */
export type Percentage = {
  readonly id: string
  readonly source: RewardSource
  readonly rate: Rate
  readonly givenAt: number | null
  readonly expiresAt: number | null
  readonly cancelledAt: number | null
  /** How many months it lasts; null for ever. */
  readonly months: number | null
  /** Its months are bills made after this moment; null as long as they have not begun. */
  readonly billsAfter: number | null
  /** How many of its months were left at that moment, for one that is queued and went on by time because no bills were seen. */
  readonly monthsLeft?: number | null
  /** When it was earned, for one that is used after others that were earned before; null for one that adds up with others. */
  readonly queuedAt: number | null
  /** When it was the one in use, for one that is queued, as long as no bills were seen. */
  readonly turns?: readonly PastTurn[]
}

/** A time in which a queued percentage counted. */
type PastTurn = {
  readonly from: number
  /** Null for one that has no end. */
  readonly until: number | null
  /** Its months were over with it. */
  readonly isLast: boolean
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

/** A bill by its date, `YYYY-MM-DD`. */
export type BillOfDay = BillCalendar & { readonly date: string }

/** The next bill. */
export type DatedBill = BillOfDay & {
  /** The months of each percentage that earlier bills of the subscription have used, by the percentage's ID. */
  readonly used: ReadonlyMap<string, UsedMonths>
}

/**
 * Whether a percentage counts for the next bill of a subscription. N months of it are N monthly bills of the subscription that
 * it counted for, whenever they were made; of a rhythm of k months N / k bills, and at least those that begin within N calendar
 * months; of one that is billed every so many days, as many as there are in N calendar months. One that ends at a moment counts
 * for the bills that are made before it. The months of one that is queued are only bills: they begin with the first one.
 */
export function countsForBill(percentage: Percentage, bill: DatedBill): boolean {
  const { givenAt, cancelledAt, expiresAt } = percentage
  const time = timeOf(bill, bill.date)
  if (cancelledAt !== null || givenAt === null || givenAt >= time.until) return false
  if (!isCounted(percentage)) return expiresAt === null || expiresAt > time.from
  const { billsAfter } = percentage
  if (billsAfter !== null && billsAfter >= time.until - 1) return false
  return hasBillLeft(percentage, bill)
}

function hasBillLeft(percentage: Counted, bill: DatedBill): boolean {
  const { whole, hasPart } = leftFor(percentage, bill)
  return whole > 0 || (hasPart && (percentage.queuedAt !== null || isWithinMonths(percentage, bill)))
}

function leftFor({ id, months }: Counted, bill: DatedBill) {
  return billsLeft(months, bill.used.get(id) ?? UNUSED, {
    date: bill.date,
    step: stepOf(bill.billingInterval),
  })
}

/** The number of bills that a queued percentage is still on. */
export function billsLeftOf(percentage: Counted, bill: DatedBill): number {
  const { whole, hasPart } = leftFor(percentage, bill)
  return hasPart ? whole + 1 : whole
}

export type Counted = Percentage & { readonly months: number }

/** Whether its months are bills: those of a referral are, and those that a person gave without an end of their own. */
export function isCounted(percentage: Percentage): percentage is Counted {
  const { source, months, billsAfter } = percentage
  return months !== null && (source === 'REFERRED' || billsAfter !== null)
}

/** Whether a bill begins within the calendar months of a percentage. Before its first bill was seen, a friend's have not begun. */
export function isWithinMonths({ months, billsAfter }: Percentage, bill: BillOfDay): boolean {
  return months === null || billsAfter === null || monthlyBillsUntil(bill, billsAfter) <= months
}

/** How many monthly bills there are after a moment until this one, itself included; of other rhythms, with the months between. */
function monthlyBillsUntil(bill: BillOfDay, moment: number): number {
  const day = billingDayOf(bill)
  const isBeforeDay = bill.date < dateIn(monthOf(Date.parse(bill.date)), day)
  return monthOf(Date.parse(bill.date)) - monthsBegun(bill, moment) + (isBeforeDay ? 0 : 1)
}

/** The month of the first bill after a moment, by the day on which the subscription is billed. */
function monthsBegun(bill: BillOfDay, moment: number): number {
  const month = monthOf(moment)
  return isMadeAfter(bill, dateIn(month, billingDayOf(bill)), moment) ? month : month + 1
}

function isMadeAfter(bill: BillCalendar, date: string, moment: number): boolean {
  return timeOf(bill, date).until - 1 > moment
}

/**
 * Counts the months of a percentage before bills were kept, as while the account was not linked with the processor, by the
 * subscription's billing day.
 *
 * @param keptFrom since when bills are kept
 */
export function monthsBefore(percentage: Percentage, bill: BillOfDay, keptFrom: number): UsedMonths {
  const { billsAfter, queuedAt, turns = [], months, monthsLeft = null } = percentage
  const begin = usedUntilThen(percentage)
  if (queuedAt === null)
    return billsAfter === null || billsAfter >= keptFrom ? UNUSED : monthsBetween(bill, billsAfter, keptFrom)
  // Bills were seen when it was earned.
  if (monthsLeft === null) return UNUSED
  const past = turns.filter((it) => it.from < keptFrom)
  const [first] = past
  if (first === undefined) return begin
  // A month that was given by its time is not given again, whenever its bill was made.
  if (months !== null && past.some((it) => it.isLast && it.until !== null && it.until <= keptFrom))
    return { firstDate: begin.firstDate ?? dayOf(first.from), months, days: 0 }
  return past
    .map((it) => monthsBetween(bill, it.from, Math.min(it.until ?? keptFrom, keptFrom)))
    .reduce(addUsed, begin)
}

/** The calendar of the time before bills were kept: on the day of the first of them, where bills have moved to another day since. */
export function calendarBefore(next: BillOfDay, first: string | undefined): BillOfDay {
  if (first === undefined) return next
  const isSameDay = dateIn(monthOf(Date.parse(first)), billingDayOf(next)) === first
  return isSameDay ? next : { ...next, billingDay: new Date(first).getUTCDate() }
}

/** What bills and time had used when bills were seen no more. */
function usedUntilThen({ months, monthsLeft = null, billsAfter }: Percentage): UsedMonths {
  if (months === null || monthsLeft === null || monthsLeft === months || billsAfter === null) return UNUSED
  return { firstDate: dayOf(billsAfter), months: months - monthsLeft, days: 0 }
}

/** Bills that may use up months of queued percentages. */
type SeenBills = {
  /** The moment from which on bills of the next bill's subscription are kept, and when it was made. */
  readonly keptFrom: number
  readonly createdAt: number
  /** The bills that are kept since the percentage last went on by time, of other subscriptions as well. */
  readonly bills: readonly { readonly date: string }[]
}

/**
 * Counts the months of a queued percentage that went by while no bills were seen: until the subscription's bills are, or until the
 * first bill of another one, by whose day they are counted then. What a bill has used, time has not.
 */
export function monthsUnseen(
  percentage: Percentage,
  bill: BillOfDay,
  { keptFrom, createdAt, bills }: SeenBills,
): UsedMonths {
  const since = Math.max(keptFrom, createdAt)
  const [first] = bills.map(({ date }) => date).toSorted()
  if (first === undefined || Date.parse(first) > since) return monthsBefore(percentage, bill, since)
  const calendar = { ...bill, date: first, billingDay: new Date(first).getUTCDate() }
  return monthsBefore(percentage, calendar, Date.parse(first) - 1)
}

/** The bills that use up months of a queued percentage: those that were made since these last went on by time. */
export function billsSince<Bill extends { readonly madeAt: number }>(
  { monthsLeft = null, billsAfter }: Pick<Percentage, 'monthsLeft' | 'billsAfter'>,
  bills: readonly Bill[],
): readonly Bill[] {
  return monthsLeft === null || billsAfter === null ? bills : bills.filter((it) => it.madeAt > billsAfter)
}

/** The months of the bills that were made after a moment and until another one, if they were made on their days. */
function monthsBetween(bill: BillOfDay, after: number, until: number): UsedMonths {
  const step = stepOf(bill.billingInterval)
  if ('months' in step) {
    const [first, last] = [monthsBegun(bill, after), monthsBegun(bill, until)]
    return first === last
      ? UNUSED
      : { firstDate: dateIn(first, billingDayOf(bill)), months: last - first, days: 0 }
  }
  const [due, stepMs] = [Date.parse(bill.date), step.days * DAY_MS]
  const firstAfter = (moment: number) => {
    const onDay = due - Math.floor((due - startOfDay(moment)) / stepMs) * stepMs
    return isMadeAfter(bill, dayOf(onDay), moment) ? onDay : onDay + stepMs
  }
  const [first, last] = [firstAfter(after), firstAfter(until)]
  return first === last ? UNUSED : { firstDate: dayOf(first), months: 0, days: (last - first) / DAY_MS }
}

export type DueSubscription = BillCalendar & {
  readonly nextBillDate: string | null
  readonly used: ReadonlyMap<string, UsedMonths>
}

const DAY_MS = 86_400_000

/** How many bills a percentage is still on, and when the last of them is over, by the present schedule. */
export type ExpectedEnd = {
  readonly billsLeft: number
  /** Null as long as it is not known when its months begin. */
  readonly endsAt: number | null
}

/**
 * The end of a percentage by the bills of the account's live subscriptions: with the day of its last bill, or now when it counts
 * for no further one. Null when no bill decides it.
 */
export function countedEnd(
  percentage: Percentage,
  subscriptions: readonly DueSubscription[],
  now: number,
): ExpectedEnd | null {
  const bills = subscriptions.flatMap(({ nextBillDate: date, ...it }) =>
    date === null ? [] : [{ ...it, date }],
  )
  if (!isCounted(percentage) || bills.length === 0) return null
  const counts = bills.map((bill) => billsOn(percentage, bill))
  const most = Math.max(...counts.map((it) => it.count))
  const { billsAfter, expiresAt } = percentage
  if (billsAfter === null && expiresAt === null) return { billsLeft: most, endsAt: null }
  const ends = counts.filter((it) => it.count > 0).map((it) => it.lastDay + DAY_MS)
  const over = expiresAt === null ? now : Math.min(expiresAt, now)
  return { billsLeft: most, endsAt: ends.length === 0 ? over : Math.max(...ends) }
}

/** How many bills it is still on, from the next one on, and the day of the last. */
function billsOn(percentage: Counted, next: DatedBill): { readonly count: number; readonly lastDay: number } {
  const { whole, hasPart } = leftFor(percentage, next)
  const isOneMore = hasPart && isWithinMonths(percentage, { ...next, date: dateAfter(next, whole) })
  const count = isOneMore ? whole + 1 : whole
  return { count, lastDay: Date.parse(dateAfter(next, count - 1)) }
}

/** The day of the bill that is so many bills after this one, by the present schedule. */
export function dateAfter(bill: BillOfDay, bills: number): string {
  if (bills === 0) return bill.date
  const step = stepOf(bill.billingInterval)
  const due = Date.parse(bill.date)
  return 'days' in step
    ? dayOf(due + bills * step.days * DAY_MS)
    : dateIn(monthOf(due) + bills * step.months, billingDayOf(bill))
}

function timeOf({ timeOfDayMs, madeAt }: BillCalendar, date: string): BillTime {
  const from = madeAt.get(date)
  return from === undefined ? billTime(date, timeOfDayMs) : { from, until: from + 1 }
}

function billingDayOf({ billingDay, date }: BillOfDay): number {
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
