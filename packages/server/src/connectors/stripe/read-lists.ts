import type Stripe from 'stripe'
import { orNull } from '../or-null.ts'
import type { Aftermath } from './payment-state.ts'
import type { StripeCalls } from './sdk/calls.ts'
import {
  type StripeCharge,
  type StripeCreditNote,
  type StripeDispute,
  type StripeInvoice,
  type StripeRefund,
  type StripeSubscription,
  shaped,
} from './sdk/shapes.ts'

const PAGE = 100

/** The parts of subscriptions that responses have on request: what discounts take off, where they came from, and the balance. */
export const SUBSCRIPTION_PARTS = [
  'discounts.source.coupon',
  'discounts.promotion_code',
  'customer.invoice_credit_balance',
]
const INVOICE_PARTS = ['payments', 'total_discount_amounts.discount.promotion_code']

export async function readSubscriptionsOf(
  calls: StripeCalls,
  customer: string,
): Promise<readonly StripeSubscription[]> {
  const expand = SUBSCRIPTION_PARTS.map((it) => `data.${it}`)
  const subscriptions = await readAll(calls, 'subscriptions.list', async (stripe, page) => {
    const list = await stripe.subscriptions.list({ customer, status: 'all', expand, ...page })
    return { ...list, data: list.data.map((it) => shaped('subscription', it)) }
  })
  return Promise.all(subscriptions.map((it) => withAllItems(calls, it)))
}

/** A subscription shows its first items only. */
export async function withAllItems(calls: StripeCalls, it: StripeSubscription): Promise<StripeSubscription> {
  if (!it.items.has_more) return it
  const data = await readAll(calls, 'subscriptionItems.list', async (stripe, page) => {
    const list = await stripe.subscriptionItems.list({ subscription: it.id, ...page })
    return { ...list, data: list.data.map((item) => shaped('item', item)) }
  })
  return { ...it, items: { data: [...data], has_more: false } }
}

type InvoiceFilter =
  | { readonly customer: string }
  | { readonly subscription: string }
  | { readonly status: 'draft'; readonly created: { readonly gte: number } }

/** Invoices, newest first, each with all of its lines. */
export async function readInvoices(calls: StripeCalls, of: InvoiceFilter): Promise<readonly StripeInvoice[]> {
  const expand = INVOICE_PARTS.map((it) => `data.${it}`)
  const invoices = await readAll(calls, 'invoices.list', async (stripe, page) => {
    const list = await stripe.invoices.list({ ...of, expand, ...page })
    return { ...list, data: list.data.map((it) => shaped('invoice', it)) }
  })
  return Promise.all(invoices.map((it) => withAllLines(calls, it)))
}

/** An invoice with all of its lines; null if there is none of this ID. */
export async function findInvoice(calls: StripeCalls, id: string): Promise<StripeInvoice | null> {
  const invoice = await orNull(
    calls.read('invoices.retrieve', async (stripe) =>
      shaped('invoice', await stripe.invoices.retrieve(id, { expand: INVOICE_PARTS })),
    ),
  )
  return invoice === null ? null : withAllLines(calls, invoice)
}

async function withAllLines(calls: StripeCalls, it: StripeInvoice): Promise<StripeInvoice> {
  if (!it.lines.has_more) return it
  const data = await readAll(calls, 'invoices.listLineItems', async (stripe, page) => {
    const list = await stripe.invoices.listLineItems(it.id, page)
    return { ...list, data: list.data.map((line) => shaped('line', line)) }
  })
  return { ...it, lines: { data: [...data], has_more: false } }
}

type ListedCharge = StripeCharge & { readonly id: string }

/** Reads the charges of a customer, failed ones too, newest first. */
export function readCharges(calls: StripeCalls, customer: string): Promise<readonly ListedCharge[]> {
  return readAll(calls, 'charges.list', async (stripe, page) => {
    const list = await stripe.charges.list({ customer, ...page })
    return { ...list, data: list.data.map((it) => ({ ...shaped('charge', it), id: it.id })) }
  })
}

/** The refunds, disputes and credit notes of a customer's payments, which hardly any has. */
export async function readAftermath(
  calls: StripeCalls,
  charges: readonly ListedCharge[],
  invoices: readonly StripeInvoice[],
): Promise<Aftermath> {
  const payments = charges.flatMap(({ id: chargeId, payment_intent, amount_refunded, disputed }) => {
    if (payment_intent === null || !(amount_refunded > 0 || disputed)) return []
    return [{ id: payment_intent, chargeId, isRefunded: amount_refunded > 0, isDisputed: disputed }]
  })
  const ofPayments = payments.map(async ({ id, chargeId, isRefunded, isDisputed }) => {
    const refunds = isRefunded ? await readRefunds(calls, id) : []
    const disputes = isDisputed ? await readDisputes(calls, chargeId) : []
    return [id, { refunds, disputes }] as const
  })
  const ofInvoices = invoices
    .filter((it) => it.post_payment_credit_notes_amount > 0)
    .map(async ({ id }) => [id, await readCreditNotes(calls, id)] as const)
  return {
    payments: new Map(await Promise.all(ofPayments)),
    creditNotes: new Map(await Promise.all(ofInvoices)),
  }
}

/** The credit notes of an invoice, newest first, those that were voided too. */
export function readCreditNotes(calls: StripeCalls, invoice: string): Promise<readonly StripeCreditNote[]> {
  return readAll(calls, 'creditNotes.list', async (stripe, page) => {
    const list = await stripe.creditNotes.list({ invoice, ...page })
    return { ...list, data: list.data.map((it) => shaped('creditNote', it)) }
  })
}

/** The refunds of a payment, newest first, those that were undone too. */
export function readRefunds(calls: StripeCalls, paymentId: string): Promise<readonly StripeRefund[]> {
  return readAll(calls, 'refunds.list', async (stripe, page) => {
    const list = await stripe.refunds.list({ payment_intent: paymentId, ...page })
    return { ...list, data: list.data.map((it) => shaped('refund', it)) }
  })
}

function readDisputes(calls: StripeCalls, charge: string): Promise<readonly StripeDispute[]> {
  return readAll(calls, 'disputes.list', async (stripe, page) => {
    const list = await stripe.disputes.list({ charge, ...page })
    return { ...list, data: list.data.map((it) => shaped('dispute', it)) }
  })
}

type Page = { readonly limit: number; readonly starting_after?: string }
type List<T> = { readonly data: readonly T[]; readonly has_more: boolean }

/** One request for each page: the SDK's own iteration would make them without the limits of calls. */
export async function readAll<T extends { readonly id: string }>(
  { read }: StripeCalls,
  operation: string,
  readPage: (stripe: Stripe, page: Page) => Promise<List<T>>,
): Promise<readonly T[]> {
  const all: T[] = []
  for (let after: string | undefined; ; ) {
    const page = { limit: PAGE, ...(after === undefined ? {} : { starting_after: after }) }
    const { data, has_more } = await read(operation, (stripe) => readPage(stripe, page))
    all.push(...data)
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return all
  }
}
