import { shareOf, spread } from './shares.ts'

/** The terms of a discount. */
export type Terms = {
  readonly discount: string
  readonly off:
    | { readonly kind: 'percent'; readonly percent: string }
    | { readonly kind: 'amount'; readonly amount: number }
  /** The products that it is for; null for all. */
  readonly products: readonly string[] | null
}

export type DiscountedLine = {
  readonly id: string
  readonly amount: number
  readonly isDiscountable: boolean
  readonly product: string | null
  /** The line's own discounts. */
  readonly terms: readonly Terms[]
}

export type Taken = { readonly discount: string; readonly amount: number }

/**
 * Computes the discounts on each line of an invoice. A line's own come before those of the invoice. In each group
 * percentages are taken first, each from the rest of the one before, rounded for each line; then amounts, spread over the
 * lines by the rest of each. Nothing falls below zero, and the rest of an amount is not carried over.
 *
 * @param step what the currency's amounts are multiples of
 */
export function applyDiscounts(
  lines: readonly DiscountedLine[],
  ofInvoice: readonly Terms[],
  step = 1,
): ReadonlyMap<string, readonly Taken[]> {
  const taken = new Map<string, Taken[]>(lines.map(({ id }) => [id, []]))
  const leftOf = ({ id, amount }: DiscountedLine) => {
    return amount - (taken.get(id) ?? []).reduce((sum, each) => sum + each.amount, 0)
  }
  const take = ({ id }: DiscountedLine, discount: string, amount: number) => {
    if (amount > 0) taken.get(id)?.push({ discount, amount })
  }
  const apply = (terms: readonly Terms[], among: readonly DiscountedLine[]) => {
    const open = among.filter(({ isDiscountable, amount }) => isDiscountable && amount > 0)
    for (const { discount, off, products } of terms) {
      if (off.kind !== 'percent') continue
      const [numerator, denominator] = fractionOf(off.percent)
      for (const line of open.filter((each) => isFor(each, products))) {
        take(line, discount, shareOf(leftOf(line), numerator, denominator, step))
      }
    }
    for (const { discount, off, products } of terms) {
      if (off.kind !== 'amount') continue
      const fitting = open.filter((each) => isFor(each, products))
      const weights = fitting.map(leftOf)
      const whole = weights.reduce((sum, each) => sum + each, 0)
      const shares = spread(Math.min(off.amount, whole), weights, step)
      for (const [place, line] of fitting.entries()) take(line, discount, shares[place] ?? 0)
    }
  }
  for (const line of lines) apply(line.terms, [line])
  apply(ofInvoice, lines)
  return taken
}

/** `12.5` percent as 125 of 1,000. */
export function fractionOf(percent: string): readonly [numerator: number, denominator: number] {
  const [whole = '0', decimals = ''] = percent.split('.')
  return [Number(`${whole}${decimals}`), 100 * 10 ** decimals.length]
}

function isFor({ product }: DiscountedLine, products: readonly string[] | null): boolean {
  return products === null || (product !== null && products.includes(product))
}
