import type { Card } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'

/** The cards of a customer, newest first. */
export function cardsOf(merchant: Merchant, customerId: string): readonly Card[] {
  const found: Card[] = []
  for (const card of merchant.cards.values()) if (card.customerId === customerId) found.push(card)
  return found.sort((a, b) => b.sequence - a.sequence)
}

/** The subscriptions that a card pays, newest first. */
export function subscriptionsOf(merchant: Merchant, token: string): readonly Subscription[] {
  const found: Subscription[] = []
  for (const each of merchant.subscriptions.values()) if (each.paymentMethodToken === token) found.push(each)
  return found.sort((a, b) => b.sequence - a.sequence)
}
