import { ProcessorError, type ProcessorErrorCode } from '../../processor-error.ts'
import { periodBills, priceOfInvoice } from '../bills.ts'
import { inherited, splitDiscounts } from '../our-discount.ts'
import type { StripeCalls } from '../sdk/calls.ts'
import {
  type StripeDiscount,
  type StripeInvoice,
  type StripePreview,
  type StripeSubscription,
  shaped,
} from '../sdk/shapes.ts'
import { minorOf } from '../sdk/values.ts'

/** The forecast of a next invoice that is no draft yet, in minor units. */
export type Forecast = {
  /** Null where it depends on usage or tiers, and Stripe does not preview it. */
  readonly price: number | null
  /** The discounts that are not ours. */
  readonly others: number
}

/**
 * Forecasts the next invoice. Discounts that are not ours may be on the subscription, its items or its customer, and may be
 * limited to products or months; usage and tiers are added up at Stripe: only its own preview knows these. Without any of them,
 * with a draft that shows them, or when no invoice follows, no preview is requested. Only reported usage is counted.
 */
export async function forecastOf(
  calls: StripeCalls,
  it: StripeSubscription,
  discountId: string,
  invoices: readonly StripeInvoice[],
): Promise<Forecast> {
  const price = fixedPrice(it)
  const { ours, foreign } = splitDiscounts(it, discountId)
  const isOnItem = it.items.data.some(({ discounts }) => discounts.length > 0)
  const hasOthers = foreign.length > 0 || isOnItem || inherited(it) !== null
  const isOver = it.ended_at !== null || it.status === 'incomplete_expired'
  const hasDraft = periodBills(invoices).some(({ invoice }) => invoice.status === 'draft')
  const isAsked = (hasOthers || price === null) && !isOver && !hasDraft
  const preview = isAsked ? await readPreview(calls, it.id) : null
  if (preview === null) return { price, others: 0 }
  const { currency } = it
  return {
    price: price ?? (preview.lines.has_more ? null : priceOfInvoice({ ...preview, currency })),
    others: minorOf(amountOfOthers(preview, ours), currency),
  }
}

/** Null where an item is paid by usage or tiers. */
function fixedPrice({ items, currency }: StripeSubscription): number | null {
  const isFixed = items.data.every(
    ({ price }) => price.unit_amount !== null && price.recurring?.usage_type !== 'metered',
  )
  if (!isFixed) return null
  const sum = items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  )
  return minorOf(sum, currency)
}

async function readPreview(calls: StripeCalls, subscription: string): Promise<StripePreview | null> {
  try {
    return await calls.read('invoices.createPreview', async (stripe) =>
      shaped('preview', await stripe.invoices.createPreview({ subscription })),
    )
  } catch (error) {
    if (error instanceof ProcessorError && previewRefusals.has(error.code)) return null
    throw error
  }
}

/** No invoice follows, Stripe cannot make it, or the key may not preview it: its draft will show its lines. */
const previewRefusals: ReadonlySet<string> = new Set<ProcessorErrorCode>([
  'NOT_FOUND',
  'REJECTED',
  'PERMISSION_DENIED',
])

function amountOfOthers(
  { total_discount_amounts: amounts }: StripePreview,
  ours: readonly StripeDiscount[],
): number {
  const own = new Set(ours.map(({ id }) => id))
  const others = (amounts ?? []).filter(
    ({ discount }) => !own.has(typeof discount === 'string' ? discount : discount.id),
  )
  return others.reduce((sum, { amount }) => sum + amount, 0)
}
