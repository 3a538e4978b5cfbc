import type { LookClass } from '@goodword/domain/bills/bill-discount'
import type { BillTime } from '@goodword/domain/bills/bill-time'
import type { SubscriptionRow } from '../../rows/subscriptions.ts'

/** When a subscription is compared with the payment processor although no notification came, and how urgent that is. */
export type Look = Pick<SubscriptionRow, 'look_at' | 'look_class'>

/** The stake in a subscription: money on bills at any time, or only whether its bills go on; null for none. */
export type Stake = 'MONEY' | 'BILLS' | null

export const NO_LOOK: Look = { look_at: null, look_class: null }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The time before a bill from which on it counts as near. */
const NEAR_MS = 2 * DAY_MS
const HOURLY_MS = 6 * HOUR_MS
/** How often it is compared in the days before its bill. */
export const NEAR_EVERY_MS = 6 * HOUR_MS

export type LookTerms = {
  readonly stake: Stake
  /** Null when no bill is due. */
  readonly bill: BillTime | null
  readonly hasFailed: boolean
  /** How often it is compared while no bill is near. */
  readonly routineMs: number
}

/**
 * The next comparison: as routine while the bill is far, every few hours in the two days before it, and every hour in the last
 * six hours and until it is seen. Comparisons begin with full hours, so that one request reads many subscriptions.
 */
export function nextLook(terms: LookTerms, now: number): Look {
  if (terms.stake === null) return NO_LOOK
  const [look_class, at] = classAndTime(terms, now)
  return { look_class, look_at: Math.max(startOfHour(at), startOfHour(now) + HOUR_MS) }
}

function classAndTime(
  { stake, bill, hasFailed, routineMs }: LookTerms,
  now: number,
): readonly [LookClass, number] {
  const routineAt = now + routineMs
  // A bill may be overdue for long, as of a subscription that stays past due.
  if (bill === null || now >= bill.until + DAY_MS) return ['AFTER', routineAt]
  if (stake === 'BILLS') return ['AFTER', bill.until + DAY_MS]
  const { from } = bill
  if (now >= from - HOURLY_MS) return ['NEAR', now + HOUR_MS]
  const nearAt = from - NEAR_MS
  if (now >= nearAt) return ['NEAR', Math.min(now + NEAR_EVERY_MS, from - HOURLY_MS)]
  const at = hasFailed ? now + NEAR_EVERY_MS : routineAt
  if (at >= nearAt) return ['NEAR', nearAt]
  return [hasFailed ? 'FAILED' : 'ROUTINE', at]
}

export function startOfHour(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}
