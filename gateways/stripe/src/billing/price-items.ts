import { findPrice } from '../lookup/find.ts'
import { applyDiscounts, type Terms } from '../money/apply-discounts.ts'
import { stepOf } from '../money/currencies.ts'
import type { Work } from '../work.ts'
import { amountOf } from './renew.ts'

type Item = { readonly price: string; readonly quantity: number }

export type PricedItem = { readonly amount: number; readonly off: number }

/** The prices of items before there is an invoice, and the discounts on each. */
export function priceItems(
  { account }: Pick<Work, 'account'>,
  items: readonly Item[],
  terms: readonly Terms[],
  currency: string,
): readonly PricedItem[] {
  const step = stepOf(currency)
  const lines = items.map(({ price, quantity }, place) => {
    const { product } = findPrice(account, price)
    const amount = amountOf({ account }, { price, quantity }, currency)
    return { id: `${place}`, amount, isDiscountable: true, product, terms: [] }
  })
  const taken = applyDiscounts(lines, terms, step)
  return lines.map(({ id, amount }) => {
    return { amount, off: (taken.get(id) ?? []).reduce((sum, each) => sum + each.amount, 0) }
  })
}
