import { type DiscountEntry, giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { findPrice } from '../../lookup/find.ts'
import { readTaxRates, type TaxRatesOf } from '../../lookup/tax-rates.ts'
import type { Customer } from '../../model/customer.ts'
import { newId } from '../../model/ids.ts'
import type { SubscriptionItem } from '../../model/subscription.ts'
import { amountOfUnits } from '../../money/price-amounts.ts'
import { invalid, missing } from '../../wire/api-error.ts'
import type { Metadata } from '../../wire/metadata.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { readPriceData } from '../read-price.ts'

/** An item as a request gives it. */
export type WantedItem = {
  readonly id: string | null
  readonly isDeleted: boolean
  readonly price: (work: Work) => string | null
  readonly quantity: number | undefined
  readonly metadata: (before: Metadata) => Metadata
  readonly discounts: readonly DiscountEntry[] | null | undefined
  readonly taxRates: TaxRatesOf
  readonly param: string
}

/** Reads `items`. @throws {ApiError} */
export function readItems(params: Params, key = 'items'): readonly WantedItem[] {
  return (params.parts(key) ?? []).map(readItem)
}

export function readItem(item: Params): WantedItem {
  const price = item.text('price')
  const data = item.part('price_data')
  const make = data == null ? undefined : readPriceData(data)
  item.accept('metadata', 'clear_usage')
  return {
    id: item.text('id') ?? null,
    isDeleted: item.flag('deleted') ?? false,
    price: (work) => make?.(work).id ?? price ?? null,
    quantity: item.integer('quantity', 0) ?? undefined,
    metadata: (before) => item.metadata(before),
    discounts: readDiscounts(item),
    taxRates: readTaxRates(item, 'tax_rates'),
    param: item.nameOf('price'),
  }
}

type Owner = { readonly customer: Customer; readonly currency: string | null; readonly subscription: string }

/** The items of a subscription after a request: those that it names are changed, added or removed. @throws {ApiError} */
export function changedItems(
  work: Work,
  before: readonly SubscriptionItem[],
  wanted: readonly WantedItem[],
  owner: Owner,
): readonly SubscriptionItem[] {
  let items = before
  for (const each of wanted) {
    if (each.id === null) {
      items = [...items, newItem(work, each, owner)]
      continue
    }
    const item = items.find(({ id }) => id === each.id)
    if (item === undefined) throw missing('subscription item', each.id, 'items[0][id]')
    const others = items.filter((other) => other !== item)
    if (each.isDeleted) items = others
    else items = items.map((other) => (other === item ? changedItem(work, item, each, owner) : other))
  }
  return items
}

function newItem(work: Work, wanted: WantedItem, owner: Owner): SubscriptionItem {
  const price = wanted.price(work)
  if (price === null)
    throw invalid('Missing required param: items[0][price].', wanted.param, 'parameter_missing')
  findPrice(work.account, price, wanted.param)
  const id = newId(work.account, 'si', 14)
  const made = {
    id,
    created: work.now,
    price,
    quantity: wanted.quantity ?? 1,
    metadata: wanted.metadata({}),
    discounts: [],
    taxRates: wanted.taxRates(work.account, []),
  }
  return { ...made, discounts: discountsOf(work, made, wanted, owner) }
}

function changedItem(work: Work, item: SubscriptionItem, wanted: WantedItem, owner: Owner): SubscriptionItem {
  const price = wanted.price(work) ?? item.price
  findPrice(work.account, price, wanted.param)
  const changed = {
    ...item,
    price,
    quantity: wanted.quantity ?? item.quantity,
    metadata: wanted.metadata(item.metadata),
    taxRates: wanted.taxRates(work.account, item.taxRates),
  }
  return { ...changed, discounts: discountsOf(work, changed, wanted, owner) }
}

function discountsOf(
  work: Work,
  item: SubscriptionItem,
  { discounts }: WantedItem,
  { customer, currency, subscription }: Owner,
): readonly string[] {
  if (discounts === undefined) return item.discounts
  const price = findPrice(work.account, item.price)
  const own = currency ?? price.currency
  return giveDiscounts(work, discounts ?? [], {
    customer,
    currency: own,
    amount: amountOfUnits(price, item.quantity, own),
    reusable: item.discounts,
    subscription,
    subscriptionItem: item.id,
  })
}
