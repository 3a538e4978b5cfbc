import type { SubscriptionState } from '../../../connectors/processor-state.ts'

/** What the processor takes off the next bill for our discount, in minor units. */
export function actualDiscount({ discount }: SubscriptionState): number {
  return discount === null || discount.billsLeft === 0 ? 0 : discount.amount.minor * discount.quantity
}

/** Whether what is taken off the next bill is taken off the following ones too. */
export function isLasting({ discount }: SubscriptionState): boolean {
  return discount === null || discount.billsLeft === null || discount.billsLeft === 0
}
