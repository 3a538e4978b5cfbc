import { type Money, roundedDown, roundedHalfUp, shareOf } from '../values/money.ts'
import { cappedRate, FULL_RATE, NO_RATE, type Rate } from '../values/rate.ts'

/** How finely a payment processor takes amounts, and who rounds a percentage to that. */
export type Rounding = {
  /** The finest amount that the processor takes, in minor units: 1, or more where it takes no single minor units. */
  readonly amountStep: number
  /** The processor is given the percentage and rounds it, a half step up; absent where it is given the rounded amount. */
  readonly roundsShares?: true
}

/** The discount of a rate on a price, in minor units, rounded as the processor rounds and never above the price. */
export function roundedShare(price: Money, rate: Rate, { amountStep, roundsShares }: Rounding): number {
  if (!roundsShares) return roundedDown(shareOf(price, rate).minor, amountStep)
  const steps = roundedHalfUp(exactShare(price, rate), BigInt(FULL_RATE) * BigInt(amountStep))
  return Math.min(Number(steps) * amountStep, roundedDown(price.minor, amountStep))
}

/**
 * Whether an amount is what a processor may make of a rate that it rounds by itself for each line of a bill: at most half a
 * step a line from the exact share.
 */
export function isShareByLines(
  minor: number,
  { price, rate }: { readonly price: Money; readonly rate: Rate },
  lines: number,
  amountStep: number,
): boolean {
  if (rate === NO_RATE || lines === 0) return false
  const difference = BigInt(minor) * BigInt(FULL_RATE) - exactShare(price, rate)
  const size = difference < 0n ? 0n - difference : difference
  return size * 2n <= BigInt(lines) * BigInt(amountStep) * BigInt(FULL_RATE)
}

/** The share, multiplied by the full rate. */
function exactShare({ minor }: Money, rate: Rate): bigint {
  return BigInt(minor) * BigInt(cappedRate(rate))
}
