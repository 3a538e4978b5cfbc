import { createHash } from 'node:crypto'
import type { Money } from '@goodword/domain/values/money'
import type Stripe from 'stripe'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import type { OpenBill } from '../processor-state.ts'
import { discountsOn, EFFECT_FIELD, ourDiscountOn, ourItems, periodStartOf, priceOfInvoice } from './bills.ts'
import type { StripeCalls } from './calls.ts'
import { hasCode, makeAmountCoupon } from './make-coupon.ts'
import { DISCOUNT_FIELD, isAmountCoupon } from './our-discount.ts'
import { findInvoice, readInvoices } from './read-lists.ts'
import type { StripeInvoice } from './shapes.ts'
import { currencyOf, isPossibleId, moneyOf } from './values.ts'

export async function openBills(
  calls: StripeCalls,
  since: number,
  discountId: string,
): Promise<readonly OpenBill[]> {
  const created = { gte: Math.floor(since / 1000) }
  const drafts = await readInvoices(calls, { status: 'draft', created })
  return drafts.flatMap((it) => {
    const subscriptionId = it.parent?.subscription_details?.subscription
    if (subscriptionId === undefined || it.customer === null || periodStartOf(it) === null) return []
    return {
      billId: it.id,
      subscriptionId,
      customerId: it.customer,
      price: moneyOf(priceOfInvoice(it), it.currency),
      discountAmount: ourDiscountOn(it, discountId),
    }
  })
}

type Adjustment = { readonly billId: string; readonly discountId: string; readonly wanted: Money }

/**
 * One item of the draft takes off what the coupon of the subscription does not, or gives back what it takes too much. The
 * item is known by its metadata, and a change of it says the whole amount, so that it may be repeated. Only making it
 * may not: the idempotency key names what was read, and a draft does not live as long as Stripe remembers that.
 */
export async function adjustBill(calls: StripeCalls, wanted: Adjustment): Promise<number> {
  const before = await readDraft(calls, wanted)
  if (isDone(before, wanted)) return wanted.wanted.minor
  try {
    await change(calls, before, wanted)
  } catch (error) {
    if (hasCode(error, 'invoice_not_editable')) throw closed()
    if (!(error instanceof ProcessorError && error.isOutcomeUnknown)) throw error
    const after = await readDraft(calls, wanted).catch(() => null)
    if (after === null || !isDone(after, wanted)) throw error
    return wanted.wanted.minor
  }
  // Someone may have changed the draft in between: then the next comparison finds another difference.
  return ourDiscountOn(await readDraft(calls, wanted), wanted.discountId)
}

function isDone(draft: StripeInvoice, { discountId, wanted }: Adjustment): boolean {
  return ourDiscountOn(draft, discountId) === wanted.minor && ourItems(draft, discountId).length <= 1
}

/** @throws ProcessorError `REJECTED` with `BILL_CLOSED` if it is no draft any more */
async function readDraft(calls: StripeCalls, { billId, wanted }: Adjustment): Promise<StripeInvoice> {
  const found = isPossibleId(billId) ? await findInvoice(calls, billId) : null
  if (found === null) throw new ProcessorError('NOT_FOUND', { message: 'Stripe does not have this invoice.' })
  if (found.status !== 'draft') throw closed()
  if (currencyOf(found.currency) !== wanted.currency) {
    const message = `The discount is in ${wanted.currency} and the invoice in ${currencyOf(found.currency)}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  return found
}

async function change(calls: StripeCalls, draft: StripeInvoice, wanted: Adjustment): Promise<void> {
  const { billId, discountId, wanted: off } = wanted
  const [item, ...others] = ourItems(draft, discountId).flatMap(({ parent, amount }) => {
    const id = parent?.invoice_item_details?.invoice_item
    return id == null ? [] : [{ id, amount }]
  })
  // Two that were made at the same time are one again.
  for (const { id } of others) await remove(calls, id)
  if (draft.automatic_tax?.enabled === true) {
    await changeTaxed(calls, draft, { ...wanted, item: item?.id ?? null })
    return
  }
  const byItems = (item === undefined ? [] : [item, ...others]).reduce((sum, it) => sum - it.amount, 0)
  const amount = ourDiscountOn(draft, discountId) - byItems - off.minor
  // One of 0 stays: made again, it would be the removed one that Stripe remembers.
  if (item === undefined) await make(calls, draft, { billId, discountId, amount })
  else await calls.write('invoiceItems.update', (stripe) => stripe.invoiceItems.update(item.id, { amount }))
}

type TaxedAdjustment = Adjustment & { readonly item: string | null }

/** Where Stripe computes the taxes, items give back only: a coupon of an amount takes off what is missing. */
async function changeTaxed(
  calls: StripeCalls,
  draft: StripeInvoice,
  { billId, discountId, wanted, item }: TaxedAdjustment,
): Promise<void> {
  const byCoupons = discountsOn(draft).filter(({ coupon }) => isAmountCoupon(coupon, discountId))
  const givenBack = ourItems(draft, discountId).reduce((sum, it) => sum + it.amount, 0)
  const taken = byCoupons.reduce((sum, it) => sum + it.amount, 0)
  const missing = wanted.minor - (ourDiscountOn(draft, discountId) - taken + givenBack)
  const amount = Math.max(0, 0 - missing)
  if (item !== null)
    await calls.write('invoiceItems.update', (stripe) => stripe.invoiceItems.update(item, { amount }))
  else if (amount > 0) await make(calls, draft, { billId, discountId, amount })
  if (missing <= 0 && byCoupons.length === 0) return
  const ours = new Set(byCoupons.map(({ id }) => id))
  const ids = (draft.discounts ?? []).map((it) => (typeof it === 'string' ? it : it.id))
  const kept = ids.filter((id) => !ours.has(id)).map((discount) => ({ discount }))
  const coupon = missing > 0 ? await makeAmountCoupon(calls, discountId, missing, draft.currency) : null
  const discounts = coupon === null ? kept : [...kept, { coupon }]
  // An empty list would leave them as they are.
  const request = { discounts: discounts.length === 0 ? ('' as const) : discounts }
  await calls.write('invoices.update', (stripe) => stripe.invoices.update(billId, request))
}

type Item = { readonly billId: string; readonly discountId: string; readonly amount: number }

async function make(
  calls: StripeCalls,
  draft: StripeInvoice,
  { billId, discountId, amount }: Item,
): Promise<void> {
  const request: Stripe.InvoiceItemCreateParams = {
    customer: draft.customer ?? '',
    invoice: billId,
    amount,
    currency: draft.currency,
    discountable: false,
    description: amount < 0 ? 'Referral discount' : 'Correction of the referral discount',
    metadata: { [EFFECT_FIELD]: `bill-${billId}`, [DISCOUNT_FIELD]: discountId },
    ...taxedLike(draft),
  }
  const read = `item ${billId} ${discountId} ${amount}`
  const idempotencyKey = `goodword-${createHash('sha256').update(read).digest('hex')}`
  await calls.write('invoiceItems.create', (stripe) =>
    stripe.invoiceItems.create(request, { idempotencyKey }),
  )
}

/** The item lowers the taxes as a discount does, where its lines are taxed alike. */
function taxedLike({
  lines,
  automatic_tax,
}: StripeInvoice): Pick<Stripe.InvoiceItemCreateParams, 'tax_behavior' | 'tax_rates'> {
  const taxes = lines.data.find((it) => it.discountable && it.amount > 0)?.taxes ?? []
  if (automatic_tax?.enabled === true) {
    const isWithin = taxes.some(({ tax_behavior }) => tax_behavior === 'inclusive')
    return { tax_behavior: isWithin ? 'inclusive' : 'exclusive' }
  }
  const rates = taxes.flatMap(({ tax_rate_details: details }) => details?.tax_rate ?? [])
  return rates.length > 0 ? { tax_rates: rates } : {}
}

async function remove({ write }: StripeCalls, id: string): Promise<void> {
  await orNull(write('invoiceItems.del', (stripe) => stripe.invoiceItems.del(id)))
}

function closed(): ProcessorError {
  const message = 'The invoice is closed, so its discount cannot be changed any more.'
  return new ProcessorError('REJECTED', { message, rejection: 'BILL_CLOSED' })
}
