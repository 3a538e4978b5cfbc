import { createHash } from 'node:crypto'
import type { Money } from '@goodword/domain/values/money'
import type Stripe from 'stripe'
import { orNull } from '../../or-null.ts'
import { ProcessorError } from '../../processor-error.ts'
import type { OpenBill } from '../../processor-state.ts'
import {
  discountsOn,
  EFFECT_FIELD,
  ourAmountOn,
  ourDiscountOn,
  ourItems,
  periodStartOf,
  pricedLines,
  priceOfInvoice,
} from '../bills.ts'
import { hasCode, makeAmountCoupon } from '../make-coupon.ts'
import { DISCOUNT_FIELD, isOurCoupon } from '../our-discount.ts'
import { findInvoice, readInvoices } from '../read-lists.ts'
import type { StripeCalls } from '../sdk/calls.ts'
import type { StripeInvoice, StripeLine } from '../sdk/shapes.ts'
import { amountOf, currencyOf, isPossibleId } from '../sdk/values.ts'

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
      price: { minor: priceOfInvoice(it), currency: currencyOf(it.currency) },
      discountAmount: ourDiscountOn(it, discountId),
    }
  })
}

type Adjustment = { readonly billId: string; readonly discountId: string; readonly wanted: Money }

/**
 * One item of the draft takes off what the coupon of the subscription does not, or gives back what it takes too much; where taxes
 * need it, a coupon of the draft takes off the whole amount. The item is known by its metadata, and a change of it says the whole
 * amount, so that it may be repeated. Only making it may not: the idempotency key names what was read, and a draft does not live
 * as long as Stripe remembers that.
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
  return ourAmountOn(draft, discountId) === amountOf(wanted) && ourItems(draft, discountId).length <= 1
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
  const items = ourItems(draft, discountId).flatMap(({ parent, amount }) => {
    const id = parent?.invoice_item_details?.invoice_item
    return id == null ? [] : [{ id, amount }]
  })
  const isByCoupon = needsCoupon(draft)
  // Two that were made at the same time are one again.
  for (const { id } of isByCoupon ? items : items.slice(1)) await remove(calls, id)
  if (isByCoupon) return replaceCoupons(calls, draft, wanted)
  const [item] = items
  const byItems = items.reduce((sum, it) => sum - it.amount, 0)
  const amount = ourAmountOn(draft, discountId) - byItems - amountOf(off)
  // One of 0 stays: made again, it would be the removed one that Stripe remembers.
  if (item === undefined) await make(calls, draft, { billId, discountId, amount })
  else await calls.write('invoiceItems.update', (stripe) => stripe.invoiceItems.update(item.id, { amount }))
}

/** An item has the taxes of one line. Where these differ, or Stripe computes them, only a coupon lowers those of each line by its share. */
function needsCoupon(draft: StripeInvoice): boolean {
  const rates = pricedLines(draft).map((it) => ratesOf(it).toSorted().join())
  return draft.automatic_tax?.enabled === true || new Set(rates).size > 1
}

/** One coupon of the whole amount on the draft, in place of ours that the subscription has. */
async function replaceCoupons(
  calls: StripeCalls,
  draft: StripeInvoice,
  { billId, discountId, wanted }: Adjustment,
): Promise<void> {
  const ours = new Set(
    discountsOn(draft)
      .filter(({ coupon }) => isOurCoupon(coupon, discountId))
      .map(({ id }) => id),
  )
  const ids = (draft.discounts ?? []).map((it) => (typeof it === 'string' ? it : it.id))
  const kept = ids.filter((id) => !ours.has(id)).map((discount) => ({ discount }))
  const coupon = wanted.minor === 0 ? null : await makeAmountCoupon(calls, discountId, wanted)
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

/** The item lowers the taxes of the lines as a discount does. */
function taxedLike(draft: StripeInvoice): Pick<Stripe.InvoiceItemCreateParams, 'tax_rates'> {
  const [line] = pricedLines(draft)
  const rates = line === undefined ? [] : ratesOf(line)
  return rates.length > 0 ? { tax_rates: [...rates] } : {}
}

function ratesOf({ taxes }: StripeLine): readonly string[] {
  return (taxes ?? []).flatMap(({ tax_rate_details: details }) => details?.tax_rate ?? [])
}

async function remove({ write }: StripeCalls, id: string): Promise<void> {
  await orNull(write('invoiceItems.del', (stripe) => stripe.invoiceItems.del(id)))
}

function closed(): ProcessorError {
  const message = 'The invoice is closed, so its discount cannot be changed any more.'
  return new ProcessorError('REJECTED', { message, rejection: 'BILL_CLOSED' })
}
