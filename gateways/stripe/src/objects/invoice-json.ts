import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice, InvoiceItem, InvoiceLine } from '../model/invoice.ts'
import type { Taken } from '../money/apply-discounts.ts'
import { type Totals, totalsOf } from '../money/invoice-totals.ts'
import { amountsIn } from '../money/price-amounts.ts'
import { listInside } from '../wire/list.ts'
import { taxJson, taxRateJson } from './tax-json.ts'

/** So many lines are inside of an invoice; the others are read by pages. */
const LINES_INSIDE = 10

export function invoiceJson(account: StripeAccount, it: Invoice) {
  const customer = account.customers.get(it.customer)
  const totals = totalsOf(account, it)
  const { subtotal, total, discounts, startingBalance } = totals
  const amountDue = Math.max(0, totals.amountDue - it.prePaymentCredit)
  const remaining = it.status === 'void' ? 0 : Math.max(0, amountDue - it.amountPaid)
  const lines = it.lines.map((line) => lineJson(it, line, totals))
  return {
    id: it.id,
    object: 'invoice' as const,
    account_country: account.settings.country,
    account_name: 'Local Stripe',
    account_tax_ids: null,
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: it.amountPaid,
    amount_paid_off_stripe: it.amountPaidElsewhere,
    amount_remaining: remaining,
    amount_shipping: 0,
    application: null,
    attempt_count: it.attemptCount,
    attempted: it.attemptCount > 0 || it.status === 'paid',
    auto_advance: it.autoAdvance && (it.status === 'draft' || it.status === 'open'),
    automatic_tax: {
      disabled_reason: null,
      enabled: it.automaticTax,
      liability: null,
      provider: null,
      status: it.automaticTax ? ('complete' as const) : null,
    },
    automatically_finalizes_at: it.status === 'draft' ? it.finalizesAt : null,
    billing_reason: it.billingReason,
    collection_method: it.dueAt === null ? ('charge_automatically' as const) : ('send_invoice' as const),
    created: it.created,
    currency: it.currency,
    custom_fields: null,
    customer: it.customer,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none' as const,
    customer_tax_ids: taxIdsOf(account, it.customer),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: it.defaultTaxRates.map((id) => taxRateJson(taxRateOf(account, id))),
    description: it.description,
    discounts: [...it.discounts],
    due_date: it.dueAt,
    effective_at: it.finalizedAt,
    ending_balance: it.endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: it.status === 'draft' ? null : `https://invoice.stripe.com/i/${account.id}/${it.id}`,
    invoice_pdf: null,
    issuer: { type: 'self' as const },
    last_finalization_error: null,
    latest_revision: null,
    lines: listInside(`/v1/invoices/${it.id}/lines`, lines, LINES_INSIDE),
    livemode: false,
    metadata: it.metadata,
    next_payment_attempt: nextAttemptOf(it),
    number: it.number,
    on_behalf_of: null,
    parent: parentOf(it),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: it.periodEnd,
    period_start: it.periodStart,
    post_payment_credit_notes_amount: it.postPaymentCredit,
    pre_payment_credit_notes_amount: it.prePaymentCredit,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: startingBalance,
    statement_descriptor: null,
    status: it.status,
    status_transitions: {
      finalized_at: it.finalizedAt,
      marked_uncollectible_at: it.uncollectibleAt,
      paid_at: it.paidAt,
      voided_at: it.voidedAt,
    },
    subtotal,
    subtotal_excluding_tax: totals.subtotalExcludingTax,
    test_clock: customer?.testClock ?? null,
    total,
    total_discount_amounts: discounts.map(({ discount, amount }) => ({ discount, amount })),
    total_excluding_tax: totals.totalExcludingTax,
    total_pretax_credit_amounts: discounts.map(pretaxCreditJson),
    total_taxes: totals.taxes.map(taxJson),
    webhooks_delivered_at: deliveredAt(account, it),
  }
}

export function lineJson(invoice: Pick<Invoice, 'id' | 'currency'>, it: InvoiceLine, totals: Totals) {
  const { taken, taxes } = totals.lines.get(it.id) ?? { taken: [], taxes: [] }
  const details = {
    invoice_item: it.invoiceItem,
    proration: it.isProration,
    proration_details: it.isProration ? { credited_items: null } : null,
    subscription: it.subscription,
  }
  return {
    id: it.id,
    object: 'line_item' as const,
    amount: it.amount,
    currency: invoice.currency,
    description: it.description,
    discount_amounts: taken.map(({ discount, amount }) => ({ amount, discount })),
    discountable: it.isDiscountable,
    discounts: [...it.discounts],
    invoice: invoice.id,
    livemode: false,
    metadata: it.metadata,
    parent:
      it.subscriptionItem !== null
        ? {
            invoice_item_details: null,
            subscription_item_details: { ...details, subscription_item: it.subscriptionItem },
            type: 'subscription_item_details' as const,
          }
        : {
            invoice_item_details: { ...details, invoice_item: it.invoiceItem ?? '' },
            subscription_item_details: null,
            type: 'invoice_item_details' as const,
          },
    period: { end: it.periodEnd, start: it.periodStart },
    pretax_credit_amounts: taken.map(pretaxCreditJson),
    pricing: pricingOf(it, it.unitAmount),
    quantity: it.quantity,
    quantity_decimal: `${it.quantity}`,
    subscription: it.subscription,
    subtotal: it.amount,
    taxes: taxes.map(taxJson),
  }
}

export function invoiceItemJson(account: StripeAccount, it: InvoiceItem) {
  const price = account.prices.get(it.price ?? '')
  const unitAmount = price === undefined ? null : amountsIn(price, it.currency)?.unitAmount
  return {
    id: it.id,
    object: 'invoiceitem' as const,
    amount: it.amount,
    currency: it.currency,
    customer: it.customer,
    customer_account: null,
    date: it.created,
    description: it.description,
    discountable: it.isDiscountable,
    discounts: [...it.discounts],
    invoice: it.invoice,
    livemode: false,
    metadata: it.metadata,
    net_amount: it.isDiscountable ? null : it.amount,
    parent:
      it.subscription === null
        ? null
        : {
            subscription_details: {
              subscription: it.subscription,
              ...(it.subscriptionItem !== null && { subscription_item: it.subscriptionItem }),
            },
            type: 'subscription_details' as const,
          },
    period: { end: it.periodEnd, start: it.periodStart },
    pricing: pricingOf(it, unitAmount ?? null),
    proration: it.isProration,
    quantity: it.quantity,
    quantity_decimal: `${it.quantity}`,
    tax_rates: it.taxRates.map((id) => taxRateJson(taxRateOf(account, id))),
    test_clock: account.customers.get(it.customer)?.testClock ?? null,
  }
}

function pretaxCreditJson({ amount, discount }: Taken) {
  return { amount, discount, type: 'discount' as const }
}

function pricingOf(
  { price, product, amount }: Pick<InvoiceItem, 'amount' | 'price' | 'product'>,
  unitAmount: number | null,
) {
  if (price === null || product === null) return null
  return {
    price_details: { price, product },
    type: 'price_details' as const,
    unit_amount_decimal: `${unitAmount ?? amount}`,
  }
}

function taxIdsOf({ taxIds }: StripeAccount, customer: string) {
  const mine = Array.from(taxIds.values()).filter((it) => it.customer === customer)
  return mine.map(({ type, value }) => ({ type, value }))
}

/** The time at which a card is charged next; an invoice that is sent is paid by the customer. */
function nextAttemptOf(it: Invoice): number | null {
  if (it.dueAt !== null) return null
  return it.status === 'draft' ? it.finalizesAt : it.nextPaymentAttempt
}

function parentOf(it: Invoice) {
  if (it.subscription === null) return null
  return {
    quote_details: null,
    subscription_details: { metadata: it.subscriptionMetadata, subscription: it.subscription },
    type: 'subscription_details' as const,
  }
}

/** When the last of the endpoints took the event of its creation; null while one has not. */
export function deliveredAt(account: StripeAccount, { createdEvent, created }: Invoice): number | null {
  const event = createdEvent === null ? undefined : account.events.get(createdEvent)
  if (event === undefined) return createdEvent === null ? null : created
  let last = event.created
  for (const id of event.notificationIds) {
    const notification = account.notifications.get(id)
    const isGone = !account.destinations.some((each) => each.id === notification?.destinationId)
    // A notification that the sandbox lost on purpose counts as sent: the processor does not know of the loss.
    if (notification === undefined || isGone || notification.status === 'lost') continue
    if (notification.status !== 'delivered') return null
    last = Math.max(last, Math.floor((notification.attempts.at(-1)?.at ?? 0) / 1000))
  }
  return last
}
