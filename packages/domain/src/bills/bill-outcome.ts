import type { Part } from '../rewards/credit-reservation.ts'
import { isLive } from './bill-discount.ts'
import { isBilled, type ProcessorSubscription, type UnpaidBill } from './processor-payment.ts'

/** Credit that is kept for one bill, with what else is taken off that bill. Amounts are minor units. */
export type ReservedBill = {
  /** How many bills the subscription has had with it. */
  readonly cycle: number
  /** `YYYY-MM-DD` on which it is due. */
  readonly date: string
  readonly percentageMinor: number
  readonly creditMinor: number
  /** The rewards that the credit is taken from, the soonest to expire first. */
  readonly parts: readonly Part[]
}

/** How much of the reserved credit a bill used; `open` while the bill can still be made or paid. */
export type BillOutcome = { readonly kind: 'open' } | { readonly kind: 'closed'; readonly usedMinor: number }

/**
 * The outcome of a bill with reserved credit. The payment has the amount that was really taken off: first the percentage,
 * then credit. A bill without a payment came to nothing, so that all of the credit was used. Of a subscription that
 * ended unpaid nothing was, nor of a bill that was voided.
 *
 * @param isMadeUp whether a customer who paid too much is credited with it: then the bill uses all of the credit once it is paid
 */
export function billOutcome(
  bill: ReservedBill,
  subscription: ProcessorSubscription,
  isMadeUp = false,
): BillOutcome {
  const isOver = !isLive(subscription)
  if (subscription.billCount < bill.cycle) return isOver ? { kind: 'closed', usedMinor: 0 } : { kind: 'open' }
  const unpaid = unpaidStateOf(bill, subscription)
  if (unpaid !== null)
    return isOver || unpaid === 'GIVEN_UP' ? { kind: 'closed', usedMinor: 0 } : { kind: 'open' }
  const attempts = subscription.payments.filter(
    (it) => it.type === 'SALE' && isReservedFor(bill, subscription, it.periodStart),
  )
  // The newest payment comes first. Later ones of the same period are prorated charges.
  const payment = attempts.findLast(isBilled)
  if (payment !== undefined) {
    if (isMadeUp) return { kind: 'closed', usedMinor: bill.creditMinor }
    const used = payment.discountAmount - bill.percentageMinor
    return { kind: 'closed', usedMinor: Math.min(Math.max(used, 0), bill.creditMinor) }
  }
  const isPastDue = subscription.status === 'PAST_DUE'
  if (attempts.length === 0 && !isPastDue) return { kind: 'closed', usedMinor: bill.creditMinor }
  const isGivenUp = isOver || (subscription.billCount > bill.cycle && !isPastDue)
  return isGivenUp ? { kind: 'closed', usedMinor: 0 } : { kind: 'open' }
}

/** Where a bill stands that was made and not paid; null for another one, or where the processor does not say it. */
export function unpaidStateOf(
  bill: Pick<ReservedBill, 'cycle' | 'date'>,
  subscription: Pick<ProcessorSubscription, 'billCount' | 'unpaidBills'>,
): UnpaidBill['state'] | null {
  const found = subscription.unpaidBills?.find((it) => isReservedFor(bill, subscription, it.periodStart))
  return found?.state ?? null
}

/**
 * Whether credit is kept for the bill whose period begins on a day. The date of a bill may have been moved while it was the next
 * one; later bills have later periods.
 */
export function isReservedFor(
  { cycle, date }: Pick<ReservedBill, 'cycle' | 'date'>,
  { billCount }: Pick<ProcessorSubscription, 'billCount'>,
  periodStart: string | null,
): boolean {
  if (periodStart === null) return false
  return billCount === cycle ? periodStart >= date : periodStart === date
}
