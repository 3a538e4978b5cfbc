import type { BillDiscount, WaitingReason } from '@goodword/domain/bills/bill-discount'
import type { SubscriptionRow } from '../../rows/subscriptions.ts'

const DAY_MS = 86_400_000
/** The time before a bill at which a customer is read as a whole: it may have another subscription by now. */
const BEFORE_BILL_MS = DAY_MS / 2
const MAX_MS = 60 * DAY_MS

type Planned = { readonly row: SubscriptionRow; readonly bill: BillDiscount | null }

/** When a customer is to be read before the bills that have a discount, although no notification came; null for never. */
export function readBeforeBills(planned: readonly Planned[], now: number): number | null {
  const moments = planned.flatMap(({ row, bill }) => {
    const at = row.is_listed && bill?.bill != null ? bill.bill.from - BEFORE_BILL_MS : now
    return at > now ? [at] : []
  })
  return moments.length === 0 ? null : Math.min(...moments)
}

type Waiting = {
  readonly waiting: WaitingReason | null
  readonly isReferred: boolean
  readonly boundAt: number
}

/**
 * When to see whether a customer that is referred or has a reward has subscribed, although no notification came: after a day,
 * and then ever more seldom.
 */
export function readUnsubscribed({ waiting, isReferred, boundAt }: Waiting, now: number): number | null {
  if (waiting === null && !isReferred) return null
  return now + Math.min(Math.max(DAY_MS, (now - boundAt) / 2), MAX_MS)
}
