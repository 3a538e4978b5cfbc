import type { CouponInformation } from '@goodword/contract/code'
import type { ActiveCode } from '../../operations/codes/look-up-codes.ts'
import type { FullSettings } from '../../operations/programs/program-of.ts'

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
