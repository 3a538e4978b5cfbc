import { giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { invoiceSubject, lineOfItem } from '../../billing/make-invoice.ts'
import { emit } from '../../events/emit.ts'
import { checkDraft, findInvoice, findInvoiceItem, findSubscription } from '../../lookup/billing.ts'
import { findCustomer, findPrice } from '../../lookup/find.ts'
import { readTaxRates } from '../../lookup/tax-rates.ts'
import type { StripeAccount } from '../../model/account.ts'
import { newId } from '../../model/ids.ts'
import type { Invoice, InvoiceItem } from '../../model/invoice.ts'
import { checkAmount } from '../../money/currencies.ts'
import { invoiceItemJson } from '../../objects/invoice-json.ts'
import { invalid } from '../../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { del, get, post, type Route } from '../route.ts'

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
  get('/invoiceitems', 'invoice', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [customer, invoice, pending] = [
      params.text('customer'),
      params.text('invoice'),
      params.flag('pending'),
    ]
    return ({ account }) => {
      const fitting = Array.from(account.invoiceItems.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        if (invoice != null && it.invoice !== invoice) return false
        return isIn(it.created) && (pending === undefined || pending === (it.invoice === null))
      })
      return pageOf('/v1/invoiceitems', fitting, cursor, (it) => invoiceItemJson(account, it))
    }
  }),
  get(
    '/invoiceitems/:id',
    'invoice',
    (_params, { id }) =>
      ({ account }) =>
        invoiceItemJson(account, findInvoiceItem(account, id)),
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
        if (item.price !== null) item.amount = findPrice(account, item.price).unitAmount * quantity
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
  const customerId = params.neededText('customer')
  const [invoiceId, subscriptionId] = [params.text('invoice'), params.text('subscription')]
  const [amount, currency] = [params.integer('amount'), params.currency('currency')]
  const priceId = params.part('pricing')?.text('price')
  const quantity = params.integer('quantity', 0) ?? 1
  const unit = params.integer('unit_amount') ?? params.decimal('unit_amount_decimal')
  const [description, isDiscountable] = [params.text('description') ?? null, params.flag('discountable')]
  const [entries, metadata] = [readDiscounts(params) ?? [], params.metadata()]
  const period = params.part('period')
  const [from, to] = [period?.neededInteger('start', 0), period?.neededInteger('end', 0)]
  const taxRates = readTaxRates(params, 'tax_rates')
  const behavior = params.oneOf('tax_behavior', ['exclusive', 'inclusive', 'unspecified']) ?? 'unspecified'
  params.accept('tax_code')
  return (asked) => {
    const customer = findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer.testClock)
    const { account, now } = work
    const draft = invoiceId == null ? null : findInvoice(account, invoiceId, 'invoice')
    if (draft !== null) {
      checkDraft(draft)
      if (draft.customer !== customer.id) {
        throw invalid(`The invoice ${draft.id} is not of the customer ${customer.id}.`, 'invoice')
      }
    }
    if (subscriptionId != null) findSubscription(account, subscriptionId, 'subscription')
    const price = priceId == null ? null : findPrice(account, priceId, 'pricing[price]')
    if (price?.recurring != null) {
      throw invalid(
        'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.',
        'price',
      )
    }
    const sum = amount ?? Number(price?.unitAmount ?? unit ?? Number.NaN) * quantity
    if (!Number.isSafeInteger(sum))
      throw invalid('You must specify amount, pricing or unit_amount.', 'amount', 'parameter_missing')
    const made: InvoiceItem = {
      id: newId(account, 'ii'),
      created: now,
      customer: customer.id,
      currency: price?.currency ?? currency ?? draft?.currency ?? account.settings.currency,
      subscription: subscriptionId ?? draft?.subscription ?? null,
      subscriptionItem: null,
      isProration: false,
      price: price?.id ?? null,
      product: price?.product ?? null,
      periodStart: from ?? now,
      periodEnd: to ?? now,
      invoice: draft?.id ?? null,
      amount: sum,
      quantity: amount == null ? quantity : 1,
      description,
      isDiscountable: isDiscountable ?? sum >= 0,
      discounts: [],
      taxRates: taxRates(account, []),
      metadata,
    }
    if (draft !== null && draft.currency !== made.currency) {
      throw invalid(
        `The currency ${made.currency} is not that of the invoice, ${draft.currency}.`,
        'currency',
      )
    }
    checkAmount(made.amount, made.currency, 'amount')
    if (draft?.automaticTax === true) checkAutomaticTax(made, behavior)
    made.discounts = discountsOf(work, made, entries)
    account.invoiceItems.set(made.id, made)
    if (draft !== null) draft.lines = [...draft.lines, lineOfItem(work, made)]
    tellDraft(work, draft)
    return made
  }
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
