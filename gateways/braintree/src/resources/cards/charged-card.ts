import { faceOf } from '../../model/card.ts'
import type { ChargedCard } from '../../model/transaction.ts'

/** A card, or the card of a nonce, as a transaction keeps it. */
export function chargedCardOf(card: ChargedCard): ChargedCard {
  return { ...faceOf(card), token: card.token }
}
