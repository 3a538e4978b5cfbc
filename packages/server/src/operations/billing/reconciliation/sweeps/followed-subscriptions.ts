import { billTime, dayOf } from '@goodword/domain/bills/bill-time'
import type { SubscriptionRow } from '../../../../store/processor/subscriptions.ts'
import { NEAR_EVERY_MS, nextLook, startOfHour } from './next-look.ts'

/*
 * Where the processor lists its notifications, one request tells of all subscriptions that changed, and their customers are read by
 * those. A comparison of the others would find what was stored: it only moves on to when they are to be compared next.
 */

const DAY_MS = 86_400_000
/** A bill within this time is read when it is made. */
const BILLED_SOON_MS = 31 * DAY_MS
/** How often the others are read all the same: no notification says that what was used, or a pending item, became more. */
const ANYWAY_EVERY_MS = 60 * DAY_MS

/** Whether a subscription is compared, although every notification was read and none was about it. */
export function isReadAnyway(row: SubscriptionRow, now: number): boolean {
  const { state, look_class: lookClass, next_bill_date: billDate, checked_at: checkedAt } = row
  if (state === 'FAILED' || state === 'PENDING') return true
  const isOverdue = billDate !== null && billDate < dayOf(now)
  if (isOverdue && lookClass === 'NEAR') return true
  const isBilledSoon = billDate !== null && !isOverdue && billDate <= dayOf(now + BILLED_SOON_MS)
  return !isBilledSoon && turnOf(row, now) !== turnOf(row, checkedAt)
}

/** The turns of subscriptions begin at different times, so that they are not all read on one day. */
function turnOf({ id }: SubscriptionRow, at: number): number {
  const offset = Number.parseInt(id.slice(-8), 16) % ANYWAY_EVERY_MS
  return Math.floor((at + offset) / ANYWAY_EVERY_MS)
}

/** The row of a subscription that is as it was stored, with when it is compared next: on the day of its bill from the first hour on. */
export function unchangedRow(row: SubscriptionRow, routineMs: number, now: number): SubscriptionRow {
  const { look_class: lookClass, next_bill_date: billDate } = row
  const bill = billDate === null ? null : billTime(billDate, null)
  if (lookClass === 'NEAR' && bill !== null) {
    const at = startOfHour(now + NEAR_EVERY_MS)
    return { ...row, look_at: bill.from > now ? Math.min(at, bill.from) : at, checked_at: now }
  }
  const stake = lookClass === 'AFTER' ? 'BILLS' : 'MONEY'
  return { ...row, ...nextLook({ stake, bill, hasFailed: false, routineMs }, now), checked_at: now }
}
