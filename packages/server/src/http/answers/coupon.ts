import type { CouponInformation } from '@goodword/contract/code'
import type { FullSettings } from '../../operations/foundation/program/program-of.ts'
import type { ActiveCode } from '../../operations/referring/codes/look-up-codes.ts'

/** What a code that works is worth to a friend. */
export function couponAnswer(it: ActiveCode, settings: FullSettings): CouponInformation {
  const reward = settings.referredReward
  return {
    code: it.code,
    couponCode: it.code,
    discountPercentage: reward?.type === 'PCT_DISCOUNT' ? reward.discountPercent : 0,
    discountId: settings.processorDiscountId,
    referrerName: it.referrerName,
    reward,
    dateCreated: it.createdAt,
  }
}
