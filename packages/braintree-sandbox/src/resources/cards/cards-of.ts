import type { Card } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'

/** The cards of a customer, newest first. */
export function cardsOf(merchant: Merchant, customerId: string): readonly Card[] {
  return Array.from(merchant.cards.values())
    .filter((card) => card.customerId === customerId)
    .sort((a, b) => b.sequence - a.sequence)
}

/** The subscriptions that a card pays, newest first. */
export function subscriptionsOf(merchant: Merchant, token: string): readonly Subscription[] {
  return Array.from(merchant.subscriptions.values())
    .filter((each) => each.paymentMethodToken === token)
    .sort((a, b) => b.sequence - a.sequence)
}
