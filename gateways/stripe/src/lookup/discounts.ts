import type { StripeAccount } from '../model/account.ts'
import type { Coupon, Discount } from '../model/discount.ts'

/** @throws {Error} when a discount that something has is not there */
export function discountOf({ discounts }: StripeAccount, id: string): Discount {
  const discount = discounts.get(id)
  if (discount === undefined) throw new Error(`discount not found: ${id}`)
  return discount
}

/** @throws {Error} when the coupon of a discount is not there; a deleted one is kept */
export function couponOf({ coupons }: StripeAccount, id: string): Coupon {
  const coupon = coupons.get(id)
  if (coupon === undefined) throw new Error(`coupon not found: ${id}`)
  return coupon
}

/** Whether it can still be given to something. */
export function isValidCoupon(
  { isDeleted, maxRedemptions, timesRedeemed, redeemBy }: Coupon,
  now: number,
): boolean {
  if (isDeleted || (maxRedemptions !== null && timesRedeemed >= maxRedemptions)) return false
  return redeemBy === null || now < redeemBy
}
