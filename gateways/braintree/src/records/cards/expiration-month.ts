import type { Card } from '../../model/card.ts'

type Expiring = Pick<Card, 'expirationMonth' | 'expirationYear'>

/** A card is good until its month is over. */
export function isExpired(card: Expiring, now: number): boolean {
  return monthOf(card) < monthAt(now)
}

/** Months are counted from the year 0. */
export function monthOf({ expirationYear, expirationMonth }: Expiring): number {
  return Number(expirationYear) * 12 + Number(expirationMonth) - 1
}

export function monthAt(now: number): number {
  const date = new Date(now)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
