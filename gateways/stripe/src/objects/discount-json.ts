import { isValidCoupon } from '../lookup/discounts.ts'
import type { Coupon, Discount, PromotionCode } from '../model/discount.ts'

export function couponJson(it: Coupon, now: number) {
  return {
    id: it.id,
    object: 'coupon' as const,
    amount_off: it.amountOff,
    created: it.created,
    currency: it.currency,
    duration: it.duration,
    duration_in_months: it.durationInMonths,
    livemode: false,
    max_redemptions: it.maxRedemptions,
    metadata: it.metadata,
    name: it.name,
    percent_off: it.percentOff === null ? null : Number(it.percentOff),
    redeem_by: it.redeemBy,
    times_redeemed: it.timesRedeemed,
    valid: isValidCoupon(it, now),
  }
}

/** The products that a coupon is for, when they are asked for. */
export function appliesTo({ products }: Coupon) {
  return { products: products ?? [] }
}

/** The amounts of a coupon in all its currencies, when they are asked for. */
export function currencyOptionsOf({ currency: own, amountOff, currencyOptions }: Coupon) {
  const all = { ...(own !== null && amountOff !== null && { [own]: amountOff }), ...currencyOptions }
  const options = Object.entries(all).map(([currency, amount]) => [currency, { amount_off: amount }])
  return Object.fromEntries(options)
}

export function promotionCodeJson(it: PromotionCode, coupon: Coupon | undefined, now: number) {
  return {
    id: it.id,
    object: 'promotion_code' as const,
    active: it.active && isRedeemable(it, coupon, now),
    code: it.code,
    created: it.created,
    customer: it.customer,
    customer_account: null,
    expires_at: it.expiresAt,
    livemode: false,
    max_redemptions: it.maxRedemptions,
    metadata: it.metadata,
    promotion: { coupon: it.coupon, type: 'coupon' as const },
    restrictions: {
      first_time_transaction: it.firstTimeTransaction,
      minimum_amount: it.minimumAmount,
      minimum_amount_currency: it.minimumAmountCurrency,
    },
    times_redeemed: it.timesRedeemed,
  }
}

function isRedeemable(it: PromotionCode, coupon: Coupon | undefined, now: number): boolean {
  if (coupon === undefined || !isValidCoupon(coupon, now)) return false
  if (it.maxRedemptions !== null && it.timesRedeemed >= it.maxRedemptions) return false
  return it.expiresAt === null || now < it.expiresAt
}

export function discountJson(it: Discount) {
  return {
    id: it.id,
    object: 'discount' as const,
    checkout_session: null,
    customer: it.customer,
    customer_account: null,
    end: it.end,
    invoice: it.invoice,
    invoice_item: it.invoiceItem,
    promotion_code: it.promotionCode,
    source: { coupon: it.coupon, type: 'coupon' as const },
    start: it.start,
    subscription: it.subscription,
    subscription_item: it.subscriptionItem,
  }
}
