import type { StripeAccount } from '../model/account.ts'
import { couponJson } from './discount-json.ts'

/** An object as it is answered. */
export type Shown = Readonly<Record<string, unknown>>

/** The first of the discounts, which older versions show whole. */
export function firstDiscount(account: StripeAccount, it: Shown, now: number): object | null {
  const ids: readonly unknown[] = Array.isArray(it.discounts) ? it.discounts : []
  const discount = account.discounts.get(`${ids[0]}`)
  if (discount === undefined) return null
  const coupon = account.coupons.get(discount.coupon)
  const { coupon: _id, isUsed: _used, subscriptionItem, invoiceItem, promotionCode, ...rest } = discount
  return {
    ...rest,
    object: 'discount',
    checkout_session: null,
    coupon: coupon === undefined ? null : couponJson(coupon, now),
    invoice_item: invoiceItem,
    promotion_code: promotionCode,
    subscription_item: subscriptionItem,
  }
}
