import { createHash } from 'node:crypto'
import type { CardNumber } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'

/** Describes a card number: `4111111111111111` is a Visa card with the bin 411111. */
export function cardNumberOf(whole: string): CardNumber {
  return { whole, bin: whole.slice(0, 6), last4: whole.slice(-4), cardType: cardTypeOf(whole) }
}

/** Whether the last digit is the one that the others call for (Luhn). */
export function isWellFormed(number: string): boolean {
  if (!/^\d+$/.test(number)) return false
  let sum = 0
  for (const [place, digit] of Array.from(number).reverse().entries()) {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Brands by the first digits, the longer ranges first. `Unknown` is a brand that the gateway takes no money from. */
const brands: readonly (readonly [pattern: RegExp, cardType: string])[] = [
  [/^(637095|637568|637599|637609|637612)/, 'Hiper'],
  [/^606282/, 'Hipercard'],
  [/^(506699|5067|509|636368|636297|504175|438935|451416|4576|650[0-5])/, 'Elo'],
  [/^3[47]/, 'American Express'],
  [/^(30[0-5]|36|38|39)/, 'Diners Club'],
  [/^(6011|64[4-9]|65)/, 'Discover'],
  [/^35/, 'JCB'],
  [/^62/, 'UnionPay'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'MasterCard'],
  [/^(50|5[6-9]|6304|67)/, 'Maestro'],
  [/^4/, 'Visa'],
]

function cardTypeOf(number: string): string {
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? 'Unknown'
}

/** The eight digits that name the bank of a card; six are the older name. */
export function extendedBinOf({ whole }: CardNumber): string {
  return whole.slice(0, 8)
}

/** Identifies a card number without revealing it. */
export function uniqueNumberOf(merchant: Merchant, number: CardNumber): string {
  return createHash('md5').update(`${merchant.id} ${number.whole}`).digest('hex')
}
