import type { AccountDiscount } from '@goodword/contract/accounts/account-discount'
import { discountAmount, rateOfReferrer } from '@goodword/domain/rewards/discount'
import type { AccountId } from '@goodword/domain/values/ids'
import { type Money, priceToNumber, roundedDown } from '@goodword/domain/values/money'
import { rateToPercent } from '@goodword/domain/values/rate'
import type { NextBillDiscount } from '../../referring/rewards/read-account-discount.ts'

/** The discount of an account; with a price, and the finest amount that is taken off it, also the amount that it takes off. */
export function accountDiscountAnswer(
  accountId: AccountId,
  { discount, discountId, referrerName, credits, coupon }: NextBillDiscount,
  price: (Money & { readonly step: number }) | null,
): AccountDiscount {
  return {
    accountId,
    discountPercentage: rateToPercent(discount.applied),
    referredDiscountPercent: rateToPercent(discount.bySource.REFERRED),
    referrerDiscountPercent: rateToPercent(rateOfReferrer(discount)),
    uncappedPercentage: rateToPercent(discount.uncapped),
    discountId,
    referrerName,
    credits,
    ...(price === null
      ? {}
      : { discountAmount: priceToNumber(amountOff(discount, price)), currency: price.currency }),
    ...(coupon === null ? {} : { couponApplies: coupon.applies }),
    ...(coupon === null || coupon.reason === null ? {} : { reason: coupon.reason }),
  }
}

/** Rounded down to what the payment processor takes. */
function amountOff(
  discount: NextBillDiscount['discount'],
  { step, ...price }: Money & { readonly step: number },
): Money {
  const amount = discountAmount(discount, price)
  return { ...amount, minor: roundedDown(amount.minor, step) }
}
