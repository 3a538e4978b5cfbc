import type { Brand } from './brand.ts'
import { scaledInteger } from './decimal.ts'

/** A share in basis points, a whole number from 0: 10,000 is 100 %. A sum of rates may be more. */
export type Rate = Brand<number, 'Rate'>

export const NO_RATE = 0 as Rate
export const FULL_RATE = 10_000 as Rate

const PERCENT_DECIMALS = 2
const MAX_PERCENT = 100

/** The rate of a percentage from 0 to 100 with at most two decimals; null for any other number. */
export function rateFromPercent(percent: number): Rate | null {
  if (!(percent >= 0 && percent <= MAX_PERCENT)) return null
  const basisPoints = scaledInteger(percent, PERCENT_DECIMALS)
  return basisPoints === null ? null : (basisPoints as Rate)
}

/** The percentage of a rate, for the wire and for people: 1,250 is 12.5. */
export function rateToPercent(rate: Rate): number {
  return rate / 10 ** PERCENT_DECIMALS
}

/** All rates together, uncapped: several rewards may add up to more than 100 %. */
export function sumOfRates(rates: readonly Rate[]): Rate {
  return rates.reduce<number>((sum, rate) => sum + rate, 0) as Rate
}

/** The part of a rate that can be applied to a price: at most 100 %. */
export function cappedRate(rate: Rate): Rate {
  return rate > FULL_RATE ? FULL_RATE : rate
}
