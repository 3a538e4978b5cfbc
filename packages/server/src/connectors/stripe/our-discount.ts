import type { Money } from '@goodword/domain/values/money'
import { type Rate, rateFromPercent, rateToPercent } from '@goodword/domain/values/rate'
import type { StripeDiscount, StripeSubscription } from './sdk/shapes.ts'
import { amountOf } from './sdk/values.ts'

/** The field of the metadata of coupons, promotion codes and items that says which discount of ours they belong to. */
export const DISCOUNT_FIELD = 'goodword_discount'

/**
 * Our discount at Stripe is one coupon for each rate, which all subscriptions of that rate share: a coupon of a known ID is
 * made once, however often that is tried.
 */
export function couponId(discountId: string, rate: Rate): string {
  return `${discountId}-${rate}`
}

export function isOurCoupon(id: string, discountId: string): boolean {
  return /^[1-9]\d{0,4}$/.test(termsIn(id, discountId)) || isAmountCoupon(id, discountId)
}

/** A coupon of an amount is for one invoice whose taxes Stripe computes. */
export function amountCouponOf(discountId: string, money: Money) {
  const [amount, currency] = [amountOf(money), money.currency.toLowerCase()]
  return {
    id: `${discountId}-${amount}-${currency}`,
    amount_off: amount,
    currency,
    duration: 'once',
    name: 'Referral discount',
    metadata: { [DISCOUNT_FIELD]: discountId },
  } as const
}

function isAmountCoupon(id: string, discountId: string): boolean {
  return /^[1-9]\d*-[a-z]{3}$/.test(termsIn(id, discountId))
}

/** The text after our discount's ID in the ID of a coupon; empty for another coupon. */
function termsIn(id: string, discountId: string): string {
  return id.startsWith(`${discountId}-`) ? id.slice(discountId.length + 1) : ''
}

export function couponOf(discountId: string, rate: Rate) {
  return {
    id: couponId(discountId, rate),
    percent_off: rateToPercent(rate),
    duration: 'forever',
    name: 'Referral discount',
    metadata: { [DISCOUNT_FIELD]: discountId },
  } as const
}

export type OwnAndForeign = {
  readonly ours: readonly StripeDiscount[]
  readonly foreign: readonly StripeDiscount[]
}

export function splitDiscounts({ discounts }: StripeSubscription, discountId: string): OwnAndForeign {
  const isOurs = ({ source: { coupon } }: StripeDiscount) =>
    coupon !== null && isOurCoupon(coupon.id, discountId)
  return { ours: discounts.filter(isOurs), foreign: discounts.filter((it) => !isOurs(it)) }
}

/**
 * The field of a subscription's metadata with the coupon of its customer's discount. Stripe takes that off bills only as long as
 * the subscription has no discount, so it is put beside ours, and leaves with the customer's.
 */
export const CUSTOMERS_COUPON_FIELD = 'goodword_customer_coupon'

export type CustomersDiscount = { readonly id: string; readonly coupon: string }

/** The discount of the customer, if the subscription has none of its own, or has that of the customer from before; null without. */
export function inherited(it: StripeSubscription): CustomersDiscount | null {
  return it.discounts.length === 0 || orphaned(it) !== null ? customersDiscount(it) : null
}

function customersDiscount({ customer }: StripeSubscription): CustomersDiscount | null {
  const discount = typeof customer === 'string' ? null : (customer.discount ?? null)
  const coupon = discount?.source.coupon ?? null
  if (discount === null || coupon === null) return null
  return { id: discount.id, coupon: typeof coupon === 'string' ? coupon : coupon.id }
}

/** A discount that we put there for the customer, who has it no more; null without. */
export function orphaned(it: StripeSubscription): StripeDiscount | null {
  const coupon = it.metadata[CUSTOMERS_COUPON_FIELD]
  if (coupon === undefined || customersDiscount(it)?.coupon === coupon) return null
  return it.discounts.find(({ source }) => source.coupon?.id === coupon) ?? null
}

/** The rate of a discount; null if it is an amount, or no coupon is known any more. */
export function rateOf({ source: { coupon } }: StripeDiscount): Rate | null {
  return coupon?.percent_off == null ? null : rateFromPercent(coupon.percent_off)
}
