import type { Rate, Tax } from '../model/tax-rate.ts'
import { fractionOf } from './apply-discounts.ts'
import { shareOf } from './shares.ts'

/**
 * The taxes of a line by what its discounts have left of it. Inclusive ones are in that already, exclusive ones come on top;
 * each is rounded by itself.
 */
export function taxesOf(left: number, rates: readonly Rate[], step: number): readonly Tax[] {
  const inclusive = rates.filter(({ isInclusive }) => isInclusive)
  const denominator = 10 ** Math.max(0, ...rates.map(({ percentage }) => decimalsOf(percentage)))
  const all = inclusive.reduce((sum, rate) => sum + scaled(rate, denominator), 100 * denominator)
  const included = inclusive.map((rate) => shareOf(left, scaled(rate, denominator), all, step))
  const taxable = left - included.reduce((sum, amount) => sum + amount, 0)
  return rates.map((rate) => {
    const amount = rate.isInclusive
      ? (included[inclusive.indexOf(rate)] ?? 0)
      : shareOf(taxable, ...fractionOf(rate.percentage), step)
    return { rate, amount, taxable }
  })
}

/** A percentage as a whole number of parts of a percent. */
function scaled({ percentage }: Rate, parts: number): number {
  const [numerator, denominator] = fractionOf(percentage)
  return (numerator * parts * 100) / denominator
}

function decimalsOf(percentage: string): number {
  return percentage.split('.')[1]?.length ?? 0
}
