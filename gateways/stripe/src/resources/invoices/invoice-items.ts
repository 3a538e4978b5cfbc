import { giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { invoiceSubject, lineOfItem } from '../../billing/make-invoice.ts'
import { emit } from '../../events/emit.ts'
import { checkDraft, findInvoice, findInvoiceItem, findSubscription } from '../../lookup/billing.ts'
import { findCustomer, findOneTimePrice, findPrice } from '../../lookup/find.ts'
import { readTaxRates } from '../../lookup/tax-rates.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { Price } from '../../model/catalog.ts'
import type { Customer } from '../../model/customer.ts'
import { newId } from '../../model/ids.ts'
import type { Invoice, InvoiceItem } from '../../model/invoice.ts'
import { checkAmount } from '../../money/currencies.ts'
import { amountOfUnits, amountsIn } from '../../money/price-amounts.ts'
import { invoiceItemJson } from '../../objects/invoice-json.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { byFlag, isCreated, list, same } from '../list-route.ts'
import { del, post, type Route, retrieve } from '../route.ts'

export const invoiceItemRoutes: readonly Route[] = [
  post('/invoiceitems', 'invoice', (params) => {
    const create = readNewItem(params)
    return (work) => {
      const item = create(work)
      emit(work, 'invoiceitem.created', {
        object: invoiceItemJson(work.account, item),
        subscriptionId: item.subscription,
      })
      return invoiceItemJson(work.account, item)
    }
  }),
  list('/invoiceitems', 'invoice', findInvoiceItem, {
    filters: {
      created: isCreated,
      customer: same('customer'),
      invoice: same('invoice'),
      pending: byFlag((it, pending) => pending === (it.invoice === null)),
    },
    view: (it, { account }) => invoiceItemJson(account, it),
  }),
  retrieve('/invoiceitems/:id', 'invoice', findInvoiceItem, (it, { account }) =>
    invoiceItemJson(account, it),
  ),
  post('/invoiceitems/:id', 'invoice', (params, { id }) => {
    const [amount, quantity] = [params.integer('amount'), params.integer('quantity', 0)]
    const [description, isDiscountable] = [params.text('description'), params.flag('discountable')]
    const [entries, taxRates] = [readDiscounts(params), readTaxRates(params, 'tax_rates')]
    params.accept('metadata')
    return (work) => {
      const { account } = work
      const item = findInvoiceItem(account, id)
      const draft = draftOf(account, item)
      if (amount != null) {
        checkAmount(amount, item.currency, 'amount')
        item.amount = amount
      }
      item.taxRates = taxRates(account, item.taxRates)
      if (quantity != null) {
        item.quantity = quantity
        if (item.price !== null)
          item.amount = amountOfUnits(findPrice(account, item.price), quantity, item.currency)
      }
      if (description !== undefined) item.description = description
      if (isDiscountable !== undefined) item.isDiscountable = isDiscountable
      item.metadata = params.metadata(item.metadata)
      if (entries !== undefined) item.discounts = discountsOf(work, item, entries ?? [])
      if (draft !== null) replaceLine(work, draft, item)
      tellDraft(work, draft)
      return invoiceItemJson(account, item)
    }
  }),
  del('/invoiceitems/:id', 'invoice', (_params, { id }) => (work) => {
    const { account } = work
    const item = findInvoiceItem(account, id)
    const draft = draftOf(account, item)
    if (draft !== null) draft.lines = draft.lines.filter(({ invoiceItem }) => invoiceItem !== item.id)
    account.invoiceItems.delete(item.id)
    tellDraft(work, draft)
    emit(work, 'invoiceitem.deleted', {
      object: invoiceItemJson(account, item),
      subscriptionId: item.subscription,
    })
    return { id: item.id, object: 'invoiceitem', deleted: true }
  }),
]

/** Reads an item for a draft or for the next invoice. @throws {ApiError} */
function readNewItem(params: Params): (work: Work) => InvoiceItem {
  const fields = readFields(params)
  return (asked) => {
    const customer = findCustomer(asked.account, fields.customer, 'customer')
    const work = byClock(asked, customer.testClock)
    const { account, now } = work
    const draft = draftFor(account, customer, fields.invoice)
    if (fields.subscription !== null) findSubscription(account, fields.subscription, 'subscription')
    const price = fields.price === null ? null : findOneTimePrice(account, fields.price)
    const currency = fields.currency ?? draft?.currency ?? price?.currency ?? account.settings.currency
    const amount = amountOf(fields, price, currency)
    const made: InvoiceItem = {
      id: newId(account, 'ii'),
      created: now,
      customer: customer.id,
      currency,
      subscription: fields.subscription ?? draft?.subscription ?? null,
      subscriptionItem: null,
      isProration: false,
      price: price?.id ?? null,
      product: price?.product ?? null,
      periodStart: fields.periodStart ?? now,
      periodEnd: fields.periodEnd ?? now,
      invoice: draft?.id ?? null,
      amount,
      quantity: fields.amount === null ? fields.quantity : 1,
      description: fields.description,
      isDiscountable: fields.isDiscountable ?? amount >= 0,
      discounts: [],
      taxRates: fields.taxRates(account, []),
      metadata: fields.metadata,
    }
    checkAmount(amount, made.currency, 'amount')
    if (draft !== null) checkFit(draft, made, fields.taxBehavior)
    made.discounts = discountsOf(work, made, fields.discounts)
    account.invoiceItems.set(made.id, made)
    if (draft !== null) draft.lines = [...draft.lines, lineOfItem(work, made)]
    tellDraft(work, draft)
    return made
  }
}

function readFields(params: Params) {
  const period = params.part('period')
  params.accept('tax_code')
  return {
    customer: params.neededText('customer'),
    invoice: params.text('invoice') ?? null,
    subscription: params.text('subscription') ?? null,
    amount: params.integer('amount') ?? null,
    currency: params.currency('currency'),
    price: params.part('pricing')?.text('price') ?? null,
    quantity: params.integer('quantity', 0) ?? 1,
    unitAmount: params.integer('unit_amount') ?? params.decimal('unit_amount_decimal') ?? null,
    description: params.text('description') ?? null,
    isDiscountable: params.flag('discountable'),
    discounts: readDiscounts(params) ?? [],
    metadata: params.metadata(),
    periodStart: period?.neededInteger('start', 0),
    periodEnd: period?.neededInteger('end', 0),
    taxRates: readTaxRates(params, 'tax_rates'),
    taxBehavior: params.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified',
  }
}

function draftFor(account: StripeAccount, { id }: Customer, invoiceId: string | null): Invoice | null {
  if (invoiceId === null) return null
  const draft = findInvoice(account, invoiceId, 'invoice')
  checkDraft(draft)
  if (draft.customer === id) return draft
  throw invalid(`The invoice ${draft.id} is not of the customer ${id}.`, 'invoice')
}

type Sum = Pick<ReturnType<typeof readFields>, 'amount' | 'quantity' | 'unitAmount'>

function amountOf({ amount, quantity, unitAmount }: Sum, price: Price | null, currency: string): number {
  if (price !== null && amountsIn(price, currency) === null) {
    throw invalid(`The price ${price.id} has no amount in ${currency}.`, 'pricing[price]')
  }
  const units =
    price === null ? Number(unitAmount ?? Number.NaN) * quantity : amountOfUnits(price, quantity, currency)
  const sum = amount ?? units
  if (Number.isSafeInteger(sum)) return sum
  throw invalid('You must specify amount, pricing or unit_amount.', 'amount', 'parameter_missing')
}

function checkFit(draft: Invoice, made: InvoiceItem, taxBehavior: string): void {
  if (draft.automaticTax) checkAutomaticTax(made, taxBehavior)
  if (draft.currency === made.currency) return
  throw invalid(`The currency ${made.currency} is not that of the invoice, ${draft.currency}.`, 'currency')
}

/** Stripe cannot compute the tax of some items. @throws {ApiError} */
function checkAutomaticTax({ amount, taxRates }: InvoiceItem, behavior: string): void {
  if (amount >= 0 && taxRates.length === 0 && behavior !== 'unspecified') return
  throw invalid(
    'Items with manually specified tax rates, negative amounts or `tax_behavior=unspecified` cannot be added to an invoice with automatic tax.',
    amount < 0 ? 'amount' : 'tax_behavior',
  )
}

function discountsOf(
  work: Work,
  item: InvoiceItem,
  entries: Parameters<typeof giveDiscounts>[1],
): readonly string[] {
  const customer = findCustomer(work.account, item.customer)
  const { currency, amount, id, discounts: reusable } = item
  return giveDiscounts(work, entries, { customer, currency, amount, reusable, invoiceItem: id })
}

/** The draft that an item is of; null while it waits. @throws {ApiError} when its invoice is closed */
function draftOf(account: StripeAccount, { invoice }: InvoiceItem): Invoice | null {
  if (invoice === null) return null
  const draft = findInvoice(account, invoice)
  checkDraft(draft)
  return draft
}

/** An item of a draft changes what that comes to. */
function tellDraft(work: Work, draft: Invoice | null): void {
  if (draft !== null) emit(work, 'invoice.updated', invoiceSubject(work, draft))
}

function replaceLine(work: Work, draft: Invoice, item: InvoiceItem): void {
  draft.lines = draft.lines.map((line) => {
    return line.invoiceItem === item.id ? { ...lineOfItem(work, item), id: line.id } : line
  })
}
