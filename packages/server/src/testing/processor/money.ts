import { type Money, parseCurrency } from '@goodword/domain/values/money'
import { FULL_RATE, type Rate } from '@goodword/domain/values/rate'
import type { StandingDiscount } from '../../connectors/connector.ts'

export const usd = (minor: number): Money => money(minor, 'USD')
export const eur = (minor: number): Money => money(minor, 'EUR')

const PRICE_MINOR = 30_00

/** This amount off the price of 30.00 that subscriptions of tests have, also as a rate. */
export function off(amount: Money): StandingDiscount {
  const rate = Math.min(FULL_RATE, Math.round((amount.minor * FULL_RATE) / PRICE_MINOR))
  return { amount, rate: rate as Rate }
}

function money(minor: number, code: string): Money {
  const currency = parseCurrency(code)
  if (currency === null) throw new Error(`${code} is not a currency`)
  return { minor, currency }
}
