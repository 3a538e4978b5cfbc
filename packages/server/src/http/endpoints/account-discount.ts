import type { AccountDiscount } from '@goodword/contract/account-discount'
import { discountAmount, rateOfReferrer } from '@goodword/domain/rewards/discount'
import type { AccountId } from '@goodword/domain/values/ids'
import { type Money, priceToNumber } from '@goodword/domain/values/money'
import { rateToPercent } from '@goodword/domain/values/rate'
import type { DiscountReading } from '../../operations/referring/rewards/read-account-discount.ts'

/** The discount of an account; with a price also the amount that it takes off. */
export function accountDiscountAnswer(
  accountId: AccountId,
  reading: DiscountReading,
  price: Money | null,
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
      : { discountAmount: priceToNumber(discountAmount(discount, price)), currency: price.currency }),
    ...(coupon === null ? {} : { couponApplies: coupon.applies }),
    ...(coupon === null || coupon.reason === null ? {} : { reason: coupon.reason }),
  }
}
