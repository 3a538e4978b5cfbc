import type { AccountDiscount } from '@goodword/contract/accounts/account-discount'
import { discountAmount, rateOfReferrer } from '@goodword/domain/rewards/discount'
import type { AccountId } from '@goodword/domain/values/ids'
import { type Money, priceToNumber, roundedDown } from '@goodword/domain/values/money'
import { rateToPercent } from '@goodword/domain/values/rate'
import type { DiscountReading } from '../../referring/rewards/read-account-discount.ts'

/** The discount of an account; with a price, and the finest amount that is taken off it, also the amount that it takes off. */
export function accountDiscountAnswer(
  accountId: AccountId,
  reading: DiscountReading,
  price: (Money & { readonly step: number }) | null,
): AccountDiscount {
  const { discount, coupon } = reading
  return {
    accountId,
    discountPercentage: rateToPercent(discount.applied),
    referredDiscountPercent: rateToPercent(discount.bySource.REFERRED),
    referrerDiscountPercent: rateToPercent(rateOfReferrer(discount)),
    uncappedPercentage: rateToPercent(discount.uncapped),
    discountId: reading.discountId,
    referrerName: reading.referrerName,
    credits: [...reading.credits],
    ...(price === null
      ? {}
      : { discountAmount: priceToNumber(amountOff(discount, price)), currency: price.currency }),
    ...(coupon === null ? {} : { couponApplies: coupon.applies }),
    ...(coupon === null || coupon.reason === null ? {} : { reason: coupon.reason }),
  }
}

/** Rounded down to what the payment processor takes. */
function amountOff(
  discount: DiscountReading['discount'],
  { step, ...price }: Money & { readonly step: number },
): Money {
  const amount = discountAmount(discount, price)
  return { ...amount, minor: roundedDown(amount.minor, step) }
}
