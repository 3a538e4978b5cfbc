import { giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { emit } from '../../events/emit.ts'
import { findCustomer, findOneTimePrice } from '../../lookup/find.ts'
import { readTaxRates } from '../../lookup/tax-rates.ts'
import { newId } from '../../model/ids.ts'
import type { InvoiceItem } from '../../model/invoice.ts'
import type { Subscription } from '../../model/subscription.ts'
import { amountOfUnits, amountsIn } from '../../money/price-amounts.ts'
import { invoiceItemJson } from '../../objects/invoice-json.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { readPriceData } from '../read-price.ts'

const MAX_ITEMS = 20

/** Puts an item into the next invoice of a subscription. @throws {ApiError} */
export type AddItem = (work: Work, subscription: Subscription) => void

/** Reads `add_invoice_items`. @throws {ApiError} */
export function readAddedItems(params: Params): readonly AddItem[] {
  const parts = params.parts('add_invoice_items') ?? []
  if (parts.length > MAX_ITEMS) throw invalid(`You may pass up to ${MAX_ITEMS} items.`, 'add_invoice_items')
  return parts.map(readAddedItem)
}

function readAddedItem(item: Params): AddItem {
  const [priceId, data] = [item.text('price'), item.part('price_data')]
  const make = data == null ? undefined : readPriceData(data)
  if (priceId == null && make === undefined) {
    throw invalid('You must specify price or price_data.', item.nameOf('price'), 'parameter_missing')
  }
  const [quantity, entries] = [item.integer('quantity', 0) ?? 1, readDiscounts(item) ?? []]
  const [taxRates, metadata] = [readTaxRates(item, 'tax_rates'), item.metadata()]
  const isDiscountable = item.flag('discountable') ?? true
  item.accept('period')
  return (work, subscription) => {
    const { account, now } = work
    const price = findOneTimePrice(account, make?.(work).id ?? priceId ?? '')
    const { currency } = subscription
    if (amountsIn(price, currency) === null) {
      throw invalid('The currency of the price is not that of the subscription.', item.nameOf('price'))
    }
    const made: InvoiceItem = {
      id: newId(account, 'ii'),
      created: now,
      customer: subscription.customer,
      currency,
      subscription: subscription.id,
      subscriptionItem: null,
      isProration: false,
      price: price.id,
      product: price.product,
      periodStart: subscription.periodStart,
      periodEnd: subscription.periodEnd,
      invoice: null,
      amount: amountOfUnits(price, quantity, currency),
      quantity,
      description: account.products.get(price.product)?.name ?? null,
      isDiscountable,
      discounts: [],
      taxRates: taxRates(account, []),
      metadata,
    }
    const customer = findCustomer(account, subscription.customer)
    const { id: invoiceItem, amount } = made
    made.discounts = giveDiscounts(work, entries, { customer, currency, amount, reusable: [], invoiceItem })
    account.invoiceItems.set(made.id, made)
    emit(work, 'invoiceitem.created', {
      object: invoiceItemJson(account, made),
      subscriptionId: subscription.id,
    })
  }
}
