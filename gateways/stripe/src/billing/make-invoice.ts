import { emit } from '../events/emit.ts'
import { couponOf, discountOf } from '../lookup/discounts.ts'
import { findPrice } from '../lookup/find.ts'
import { keepInvoice } from '../lookup/unsettled.ts'
import type { Customer } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import type { BillingReason, Invoice, InvoiceItem, InvoiceLine } from '../model/invoice.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import { amountsIn, type PricePart, partsOfUnits } from '../money/price-amounts.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import type { Work } from '../work.ts'
import { lasting, takeAway } from './give-discounts.ts'

const DAY_SECONDS = 86_400

type Parts = {
  readonly customer: Customer
  readonly currency: string
  readonly subscription: Subscription | null
  readonly billingReason: BillingReason
  readonly lines: readonly InvoiceLine[]
  readonly periodStart: number
  readonly periodEnd: number
  readonly discounts?: readonly string[]
  readonly defaultTaxRates?: readonly string[]
  readonly automaticTax?: boolean
  /** For one that is sent to the customer, unless its subscription says. */
  readonly dueAt?: number | null
  /** Whether items that wait are taken as well; those of a subscription only by its own invoices. */
  readonly takesPending: boolean
}

/** Makes a draft, without telling anyone yet. */
export function makeInvoice(work: Work, parts: Parts): Invoice {
  const { account, now } = work
  const { customer, currency, subscription, billingReason, periodStart, periodEnd } = parts
  const id = newId(account, 'in')
  const pending = parts.takesPending ? pendingItems(work, customer, currency, subscription) : []
  for (const item of pending) item.invoice = id
  const made: Invoice = {
    id,
    created: now,
    customer: customer.id,
    currency,
    subscription: subscription?.id ?? null,
    billingReason,
    periodStart,
    periodEnd,
    status: 'draft',
    subscriptionMetadata: subscription?.metadata ?? {},
    autoAdvance: true,
    finalizesAt: null,
    isScheduled: false,
    createdEvent: null,
    dueAt: parts.dueAt === undefined ? dueAtOf(work, subscription) : parts.dueAt,
    isOverdue: false,
    number: null,
    description: null,
    metadata: {},
    discounts: parts.discounts ?? discountsFor(work, customer, subscription),
    automaticTax: parts.automaticTax ?? subscription?.automaticTax ?? false,
    defaultTaxRates: parts.defaultTaxRates ?? subscription?.defaultTaxRates ?? [],
    // The newest of each come first.
    lines: [...pending.map((item) => lineOfItem(work, item)).reverse(), ...parts.lines.toReversed()],
    startingBalance: null,
    endingBalance: null,
    amountPaid: 0,
    amountPaidElsewhere: 0,
    payment: null,
    attemptCount: 0,
    nextPaymentAttempt: null,
    finalizedAt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
    prePaymentCredit: 0,
    postPaymentCredit: 0,
  }
  keepInvoice(account, made)
  customer.currency ??= currency
  if (subscription !== null) subscription.latestInvoice = id
  useOnce(work, made, subscription)
  return made
}

function dueAtOf({ now }: Work, subscription: Subscription | null): number | null {
  const days = subscription?.daysUntilDue ?? null
  return days === null ? null : now + days * DAY_SECONDS
}

/** Tells of a new invoice, as it is then. */
export function announceInvoice(work: Work, invoice: Invoice): void {
  const { id } = emit(work, 'invoice.created', invoiceSubject(work, invoice))
  invoice.createdEvent = id
}

export function invoiceSubject({ account }: Work, invoice: Invoice) {
  return { object: invoiceJson(account, invoice), subscriptionId: invoice.subscription }
}

type Period = { readonly start: number; readonly end: number }
type Part = Omit<PricePart, 'unitAmount'> & { readonly unitAmount: number | null }

/** A whole period of an item of a subscription as lines, one for each part of what its units cost. */
export function linesOfSubscription(
  work: Work,
  subscription: Subscription,
  item: SubscriptionItem,
  period: Period,
): readonly InvoiceLine[] {
  const parts = partsOfUnits(findPrice(work.account, item.price), item.quantity, subscription.currency)
  return parts.map((part) => lineOfPart(work, subscription, item, { period, part }))
}

/** A period of an item, or a part of one, as a line of an amount. */
export function lineOfSubscription(
  work: Work,
  subscription: Subscription,
  item: SubscriptionItem,
  { amount, ...period }: Period & { readonly amount: number },
): InvoiceLine {
  const amounts = amountsIn(findPrice(work.account, item.price), subscription.currency)
  const part = { amount, quantity: item.quantity, unitAmount: amounts?.unitAmount ?? null, label: '' }
  return lineOfPart(work, subscription, item, { period, part })
}

function lineOfPart(
  work: Work,
  { id: subscription }: Subscription,
  item: SubscriptionItem,
  { period, part }: { readonly period: Period; readonly part: Part },
): InvoiceLine {
  const { account } = work
  const { product } = findPrice(account, item.price)
  const name = account.products.get(product)?.name ?? product
  const { quantity, amount, unitAmount, label } = part
  return {
    id: newId(account, 'il'),
    amount,
    description: `${quantity} × ${name}${label}`,
    isDiscountable: true,
    quantity,
    periodStart: period.start,
    periodEnd: period.end,
    price: item.price,
    product,
    unitAmount,
    invoiceItem: null,
    subscriptionItem: item.id,
    subscription,
    isProration: false,
    discounts: lasting(work, item.discounts, work.now),
    taxRates: item.taxRates,
    metadata: item.metadata,
  }
}

export function lineOfItem({ account }: Work, it: InvoiceItem): InvoiceLine {
  const { id: invoiceItem, created: _, currency, customer: __, invoice: ___, ...line } = it
  const amounts = it.price === null ? null : amountsIn(findPrice(account, it.price), currency)
  return { ...line, id: newId(account, 'il'), unitAmount: amounts?.unitAmount ?? null, invoiceItem }
}

function pendingItems(
  { account }: Work,
  customer: Customer,
  currency: string,
  subscription: Subscription | null,
): readonly InvoiceItem[] {
  return Array.from(account.invoiceItems.values()).filter((it) => {
    if (it.customer !== customer.id || it.invoice !== null || it.currency !== currency) return false
    return it.subscription === null || it.subscription === subscription?.id
  })
}

/** The discounts of the subscription; the customer's only where the subscription has none of its own. */
export function discountsFor(
  work: Work,
  { discount }: Pick<Customer, 'discount'>,
  subscription: Subscription | null,
): readonly string[] {
  const own = lasting(work, subscription?.discounts ?? [], work.now)
  return own.length > 0 || discount === null ? own : lasting(work, [discount], work.now)
}

/** A discount for one charge belongs to the first invoice that has something to pay, and leaves what had it with that. */
function useOnce(work: Work, invoice: Invoice, subscription: Subscription | null): void {
  const { account } = work
  const { subtotal } = totalsOf(account, invoice)
  if (subtotal <= 0) return
  const used = [...invoice.discounts, ...invoice.lines.flatMap(({ discounts }) => discounts)].filter((id) => {
    return couponOf(account, discountOf(account, id).coupon).duration === 'once'
  })
  for (const id of used) discountOf(account, id).isUsed = true
  takeAway(work, used)
  const customer = account.customers.get(invoice.customer)
  if (customer?.discount != null && used.includes(customer.discount)) customer.discount = null
  if (subscription === null) return
  subscription.discounts = subscription.discounts.filter((id) => !used.includes(id))
  subscription.items = subscription.items.map((item) => {
    return { ...item, discounts: item.discounts.filter((id) => !used.includes(id)) }
  })
}
