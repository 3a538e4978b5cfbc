import { addDays, addMonths } from '../values/interval.ts'
import { dayOf } from './bill-time.ts'
import { type BillingInterval, stepOf } from './billing-interval.ts'

/** A bill and the next one after it, as days `YYYY-MM-DD`; null if there is no next one. */
export type BilledDay = { readonly day: string; readonly nextDay: string | null }

/**
 * The day of the bill after one, `YYYY-MM-DD`. A bill on the last day of a short month was on schedule if the one before it says
 * so: the subscription is billed on the later day of the month then.
 *
 * @param day of the bill that was made
 * @param before the bill before it; null for the first one
 */
export function nextBillDay(day: string, interval: BillingInterval, before: BilledDay | null): string {
  const step = stepOf(interval)
  if ('days' in step) return dayOf(addDays(Date.parse(day), step.days))
  const isOnSchedule = before !== null && before.nextDay === day
  const dayOfMonth = isOnSchedule ? Math.max(dayIn(before.day), dayIn(day)) : dayIn(day)
  // Of a month that has every day, so that a shorter one takes its last.
  const month = addMonths(Date.parse(`${day.slice(0, 7)}-01`), step.months)
  const last = dayIn(dayOf(addMonths(month, 1) - 1))
  return dayOf(addDays(month, Math.min(dayOfMonth, last) - 1))
}

function dayIn(day: string): number {
  return Number(day.slice(8, 10))
}
