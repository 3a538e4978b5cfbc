import type { Card } from '../../model/card.ts'
import type { ChargedCard } from '../../model/transaction.ts'

type Chargeable = Pick<Card, 'number' | 'expirationMonth' | 'expirationYear' | 'cardholderName'> & {
  readonly token: string | null
}

/** A card, or the card of a nonce, as a transaction keeps it. */
export function chargedCardOf({
  number,
  expirationMonth,
  expirationYear,
  cardholderName,
  token,
}: Chargeable): ChargedCard {
  return { number, expirationMonth, expirationYear, cardholderName, token }
}
