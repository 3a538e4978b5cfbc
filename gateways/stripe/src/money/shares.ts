/** Amounts are whole numbers of a currency's smallest unit; products of two are computed without loss. */

/** A share of an amount, rounded half away from zero to a multiple of the currency's step. */
export function shareOf(amount: number, numerator: number, denominator: number, step = 1): number {
  if (denominator === 0) return 0
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator) * BigInt(step)]
  const size = product < 0n ? 0n - product : product
  const rounded = ((size * 2n + divisor) / (divisor * 2n)) * BigInt(step)
  return Number(product < 0n ? 0n - rounded : rounded)
}

/**
 * Splits an amount by weights without losing any of it: each part is a multiple of the currency's step, and what rounding
 * leaves goes to the largest remainders.
 */
export function spread(amount: number, weights: readonly number[], step = 1): readonly number[] {
  const whole = weights.reduce((sum, each) => sum + each, 0)
  if (whole === 0) return weights.map(() => 0)
  const [steps, divisor] = [Math.floor(amount / step), BigInt(whole)]
  const parts = weights.map((weight, place) => {
    const product = BigInt(steps) * BigInt(weight)
    return { place, share: Number(product / divisor), remainder: product % divisor }
  })
  const shares = parts.map(({ share }) => share)
  const left = steps - shares.reduce((sum, each) => sum + each, 0)
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.place - b.place)
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares.map((each) => each * step)
}
