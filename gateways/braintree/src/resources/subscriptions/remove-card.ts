import type { Card } from '../../model/card.ts'
import type { Call } from '../../protocol/route.ts'
import { cardsOf, subscriptionsOf } from '../../records/cards/cards-of.ts'
import { cancelSubscription } from '../billing/cancel-subscription.ts'
import { makeDefault } from '../cards/vault-card.ts'

/** Takes a card out of the vault; the subscriptions that it paid end at once. The newest other card becomes the default. */
export function removeCard({ gateway, merchant, now, user }: Call, card: Card): void {
  for (const subscription of subscriptionsOf(merchant, card.token)) {
    if (subscription.status === 'Canceled' || subscription.status === 'Expired') continue
    cancelSubscription(gateway, merchant, subscription, { user, source: 'api', timestamp: now })
  }
  merchant.cards.delete(card.token)
  const [next] = cardsOf(merchant, card.customerId)
  if (card.isDefault && next !== undefined) makeDefault(merchant, next)
}
