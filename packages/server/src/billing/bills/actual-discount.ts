import type { BillDiscount } from '@goodword/domain/bills/bill-discount'
import type { Capabilities } from '../../connectors/connector.ts'
import type { SubscriptionState } from '../../connectors/processor-state.ts'

/** Our discount on the next bill at the processor, in minor units: of a draft, by all its lines. */
export function actualDiscount({ draft, discount }: SubscriptionState): number {
  if (draft !== undefined) return draft.discountAmount
  return discount === null || discount.billsLeft === 0 ? 0 : discount.amount.minor * discount.quantity
}

/** Our discount on the first bill of a subscription, in minor units: it may have ended with that bill. */
export function firstDiscount(state: SubscriptionState): number {
  const { draft, discount } = state
  const isOver = draft === undefined && discount?.billsLeft === 0
  return isOver ? discount.amount.minor * discount.quantity : actualDiscount(state)
}

/** Whether our discount stands on a subscription, also where its next bill may come to nothing. */
export function hasDiscount({ discount }: SubscriptionState): boolean {
  return discount !== null && discount.billsLeft !== 0
}

/** Whether the discount on the next bill is on the following ones too. */
export function isLasting({ discount }: SubscriptionState): boolean {
  return discount === null || discount.billsLeft === null || discount.billsLeft === 0
}

/**
 * The present discount on the next bill. Before its draft is made, credit that is kept for it counts already: it is taken off
 * the draft.
 */
export function plannedDiscount(
  state: SubscriptionState,
  bill: BillDiscount | null,
  capabilities: Capabilities,
): number {
  if (bill === null || capabilities.bills === 'STANDING' || state.draft !== undefined)
    return actualDiscount(state)
  return isStandingRight(state, bill, capabilities)
    ? bill.expected.minor
    : actualDiscount(state) + bill.creditMinor
}

/** Whether the discount that stands on a subscription is the one that its next bill is to have. */
export function isStandingRight(
  state: SubscriptionState,
  bill: BillDiscount,
  { standing }: Capabilities,
): boolean {
  if (standing === 'AMOUNT') return actualDiscount(state) === bill.expected.minor && isLasting(state)
  const { discount } = state
  if (state.hasOrphanedDiscount === true) return false
  const wanted = bill.discount.applied
  if (discount === null) return wanted === 0
  return discount.rate === wanted && discount.quantity === 1 && isLasting(state)
}
