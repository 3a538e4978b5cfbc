import { createHash } from 'node:crypto'
import type { CardNumber } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'

/** Identifies a card number without revealing it. */
export function uniqueNumberOf(merchant: Merchant, number: CardNumber): string {
  return createHash('md5').update(`${merchant.id} ${number.whole}`).digest('hex')
}
