import { giveDiscounts, readDiscounts } from '../../billing/give-discounts.ts'
import { announceInvoice, discountsFor, makeInvoice } from '../../billing/make-invoice.ts'
import { emit } from '../../events/emit.ts'
import { checkDraft, findInvoice, findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import { readAutomaticTax, readTaxRates } from '../../lookup/tax-rates.ts'
import type { Customer } from '../../model/customer.ts'
import type { Invoice } from '../../model/invoice.ts'
import { totalsOf } from '../../money/invoice-totals.ts'
import { invoiceJson, lineJson } from '../../objects/invoice-json.ts'
import { previousOf } from '../../objects/previous-of.ts'
import { invalid } from '../../wire/api-error.ts'
import { pageInOrder, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { byWord, isCreated, list, same } from '../list-route.ts'
import { checkEmail, collectionMethods } from '../read-collection.ts'
import { del, get, post, type Route, retrieve } from '../route.ts'

const DAY_SECONDS = 86_400
const DEFAULT_DAYS_UNTIL_DUE = 30

const statuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export const invoiceRoutes: readonly Route[] = [
  post('/invoices', 'invoice', (params) => {
    const create = readNewInvoice(params)
    return (work) => invoiceJson(work.account, create(work))
  }),
  list('/invoices', 'invoice', findInvoice, {
    filters: {
      created: isCreated,
      customer: same('customer'),
      subscription: same('subscription'),
      status: byWord(statuses, (it, status) => it.status === status),
      collection_method: byWord(collectionMethods, ({ dueAt }, method) => {
        return (method === 'send_invoice') === (dueAt !== null)
      }),
    },
    view: (it, { account }) => invoiceJson(account, it),
  }),
  retrieve('/invoices/:id', 'invoice', findInvoice, (it, { account }) => invoiceJson(account, it)),
  get('/invoices/:id/lines', 'invoice', (params, { id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      const invoice = findInvoice(account, id)
      const totals = totalsOf(account, invoice)
      const url = `/v1/invoices/${invoice.id}/lines`
      return pageInOrder(url, invoice.lines, cursor, (line) => lineJson(invoice, line, totals))
    }
  }),
  post('/invoices/:id', 'invoice', (params, { id }) => {
    const update = readUpdate(params)
    return (work) => {
      const invoice = findInvoice(work.account, id)
      const mine = byClock(work, findCustomer(work.account, invoice.customer).testClock)
      const before = invoiceJson(mine.account, invoice)
      update(mine, invoice)
      const after = invoiceJson(mine.account, invoice)
      const previous = previousOf(before, after)
      emit(mine, 'invoice.updated', { object: after, previous, subscriptionId: invoice.subscription })
      return after
    }
  }),
  del('/invoices/:id', 'invoice', (_params, { id }) => (work) => {
    const invoice = findInvoice(work.account, id)
    checkDraft(invoice)
    if (invoice.subscription !== null) {
      throw invalid('You can only delete draft invoices that are not of a subscription.', 'invoice')
    }
    for (const item of work.account.invoiceItems.values())
      if (item.invoice === invoice.id) item.invoice = null
    work.account.invoices.delete(invoice.id)
    emit(work, 'invoice.deleted', { object: invoiceJson(work.account, invoice) })
    invoice.status = 'void'
    return { id: invoice.id, object: 'invoice', deleted: true }
  }),
]

/** Reads an invoice that a program makes by itself. @throws {ApiError} */
function readNewInvoice(params: Params): (work: Work) => Invoice {
  const [customerId, subscriptionId] = [params.neededText('customer'), params.text('subscription')]
  const [autoAdvance, currency] = [params.flag('auto_advance') ?? false, params.currency('currency')]
  const pending = params.oneOf('pending_invoice_items_behavior', ['exclude', 'include']) ?? 'exclude'
  const [entries, description] = [readDiscounts(params), params.text('description') ?? null]
  const [metadata, taxRates] = [params.metadata(), readTaxRates(params, 'default_tax_rates')]
  const automaticTax = readAutomaticTax(params)
  const dueAt = readDueAt(params)
  params.accept('payment_settings')
  return (asked) => {
    const customer = findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer.testClock)
    const { account, now } = work
    const subscription =
      subscriptionId == null ? null : findSubscription(account, subscriptionId, 'subscription')
    const made = makeInvoice(work, {
      customer,
      currency: currency ?? subscription?.currency ?? customer.currency ?? account.settings.currency,
      subscription,
      billingReason: subscription === null ? 'manual' : 'subscription_update',
      lines: [],
      periodStart: now,
      periodEnd: now,
      discounts: entries === undefined ? discountsFor(work, customer, null) : [],
      defaultTaxRates: taxRates(account, subscription?.defaultTaxRates ?? []),
      takesPending: pending === 'include',
      ...(automaticTax !== undefined && { automaticTax }),
      ...(dueAt !== null && { dueAt: dueAt(now, customer) }),
    })
    Object.assign(made, { autoAdvance, description, metadata })
    if (autoAdvance) made.finalizesAt = now + account.settings.draftSeconds
    if (entries != null) made.discounts = giveToInvoice(work, made, entries)
    announceInvoice(work, made)
    return made
  }
}

/** Reads when an invoice that is sent is due; null where nothing is said. @throws {ApiError} */
function readDueAt(params: Params): ((now: number, customer: Customer) => number | null) | null {
  const method = params.oneOf('collection_method', collectionMethods)
  const [moment, days] = [params.moment('due_date'), params.integer('days_until_due', 0)]
  if (method !== 'send_invoice') {
    if (moment == null && days == null) return method == null ? null : () => null
    throw invalid('You can only set a due date with `collection_method=send_invoice`.', 'due_date')
  }
  return (now, customer) => {
    checkEmail(customer)
    return moment ?? now + (days ?? DEFAULT_DAYS_UNTIL_DUE) * DAY_SECONDS
  }
}

function readUpdate(params: Params): (work: Work, invoice: Invoice) => void {
  const [entries, autoAdvance] = [readDiscounts(params), params.flag('auto_advance')]
  const [description, finalizesAt] = [params.text('description'), params.moment('automatically_finalizes_at')]
  const onlyMetadata = params.keys().every((key) => key === 'metadata' || key === 'expand')
  const [taxRates, dueAt] = [readTaxRates(params, 'default_tax_rates'), readDueAt(params)]
  params.accept('metadata', 'footer', 'payment_settings')
  return (work, invoice) => {
    if (
      !onlyMetadata &&
      !(invoice.status === 'open' && params.keys().every((key) => openKeys.includes(key)))
    ) {
      checkDraft(invoice)
    }
    if (autoAdvance !== undefined) setAutoAdvance(work, invoice, autoAdvance)
    if (finalizesAt != null) Object.assign(invoice, { finalizesAt, isScheduled: true, autoAdvance: true })
    if (description !== undefined) invoice.description = description
    if (dueAt !== null) invoice.dueAt = dueAt(work.now, findCustomer(work.account, invoice.customer))
    if (entries !== undefined) invoice.discounts = giveToInvoice(work, invoice, entries ?? [])
    invoice.defaultTaxRates = taxRates(work.account, invoice.defaultTaxRates)
    invoice.metadata = params.metadata(invoice.metadata)
  }
}

/** The fields of an open invoice that can be changed. */
const openKeys = ['auto_advance', 'metadata', 'expand']

function setAutoAdvance({ account, now }: Work, invoice: Invoice, autoAdvance: boolean): void {
  invoice.autoAdvance = autoAdvance
  if (invoice.status !== 'draft') return
  invoice.finalizesAt = autoAdvance ? (invoice.finalizesAt ?? now + account.settings.draftSeconds) : null
}

/** Makes the discounts of a list for a draft. @throws {ApiError} */
export function giveToInvoice(
  work: Work,
  invoice: Invoice,
  entries: Parameters<typeof giveDiscounts>[1],
): readonly string[] {
  const { account } = work
  const { currency, id, discounts } = invoice
  const customer = findCustomer(account, invoice.customer)
  const { discounts: ofSubscription = [] } = account.subscriptions.get(invoice.subscription ?? '') ?? {}
  const ofCustomer = customer.discount === null ? [] : [customer.discount]
  const reusable = [...discounts, ...ofSubscription, ...ofCustomer]
  const amount = totalsOf(account, invoice).subtotal
  return giveDiscounts(work, entries, { customer, currency, amount, reusable, invoice: id })
}
