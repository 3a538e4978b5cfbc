/** Amounts are whole numbers of a currency's smallest unit; products of two are computed without loss. */

/** A share of an amount, rounded half away from zero. */
export function shareOf(amount: number, numerator: number, denominator: number): number {
  if (denominator === 0) return 0
  const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)]
  const half = divisor / 2n + (divisor % 2n)
  const size = product < 0n ? 0n - product : product
  const rounded = (size + (divisor % 2n === 0n ? divisor / 2n : half - 1n)) / divisor
  return Number(product < 0n ? 0n - rounded : rounded)
}

/** Splits an amount by weights without losing any of it: what rounding leaves goes to the largest remainders. */
export function spread(amount: number, weights: readonly number[]): readonly number[] {
  const whole = weights.reduce((sum, each) => sum + each, 0)
  if (whole === 0) return weights.map(() => 0)
  const divisor = BigInt(whole)
  const parts = weights.map((weight, place) => {
    const product = BigInt(amount) * BigInt(weight)
    return { place, share: Number(product / divisor), remainder: product % divisor }
  })
  const shares = parts.map(({ share }) => share)
  const left = amount - shares.reduce((sum, each) => sum + each, 0)
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder - a.remainder) || a.place - b.place)
  for (const { place } of byRemainder.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

const minimums: Readonly<Record<string, number>> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  eur: 50,
  inr: 50,
  nzd: 50,
  sgd: 50,
  gbp: 30,
  jpy: 50,
  dkk: 250,
  nok: 300,
  sek: 300,
  czk: 1_500,
  pln: 200,
  hkd: 400,
  mxn: 1_000,
  huf: 17_500,
}

/** The smallest amount that a card can be charged. */
export function minimumCharge(currency: string): number {
  return minimums[currency] ?? 50
}
