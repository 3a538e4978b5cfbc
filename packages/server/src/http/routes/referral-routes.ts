import { attributeByHand } from '@goodword/contract/endpoints/attribute-by-hand'
import { cancelReward } from '@goodword/contract/endpoints/cancel-reward'
import { giveReward } from '@goodword/contract/endpoints/give-reward'
import { linkDiscount } from '@goodword/contract/endpoints/link-discount'
import { listBills } from '@goodword/contract/endpoints/list-bills'
import { listDiscounts } from '@goodword/contract/endpoints/list-discounts'
import { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { listRewards } from '@goodword/contract/endpoints/list-rewards'
import { listTopReferrers } from '@goodword/contract/endpoints/list-top-referrers'
import { lookUpCode } from '@goodword/contract/endpoints/look-up-code'
import { mendBill } from '@goodword/contract/endpoints/mend-bill'
import { moderateReferrals } from '@goodword/contract/endpoints/moderate-referrals'
import { readAccountReward } from '@goodword/contract/endpoints/read-account-reward'
import { readFraudRules } from '@goodword/contract/endpoints/read-fraud-rules'
import { readReferral } from '@goodword/contract/endpoints/read-referral'
import { readReferralReview } from '@goodword/contract/endpoints/read-referral-review'
import { readReward } from '@goodword/contract/endpoints/read-reward'
import { readStatistics } from '@goodword/contract/endpoints/read-statistics'
import { redeemCredit } from '@goodword/contract/endpoints/redeem-credit'
import { updateCode } from '@goodword/contract/endpoints/update-code'
import { waiveBill } from '@goodword/contract/endpoints/waive-bill'
import { handleMendBill, handleWaiveBill } from '../handlers/bills/decide-bill.ts'
import { handleListBills } from '../handlers/bills/list-bills.ts'
import { handleAttributeByHand } from '../handlers/referrals/attribute-by-hand.ts'
import { handleListReferrals } from '../handlers/referrals/list-referrals.ts'
import { handleLookUpCode } from '../handlers/referrals/look-up-code.ts'
import { handleModerateReferrals } from '../handlers/referrals/moderate-referrals.ts'
import { handleReadFraudRules } from '../handlers/referrals/read-fraud-rules.ts'
import { handleReadReferral } from '../handlers/referrals/read-referral.ts'
import { handleReadReferralReview } from '../handlers/referrals/read-referral-review.ts'
import { handleUpdateCode } from '../handlers/referrals/update-code.ts'
import { handleCancelReward } from '../handlers/rewards/cancel-reward.ts'
import { handleGiveReward } from '../handlers/rewards/give-reward.ts'
import { handleLinkDiscount } from '../handlers/rewards/link-discount.ts'
import { handleListDiscounts } from '../handlers/rewards/list-discounts.ts'
import { handleListRewards } from '../handlers/rewards/list-rewards.ts'
import { handleReadAccountReward } from '../handlers/rewards/read-account-reward.ts'
import { handleReadReward } from '../handlers/rewards/read-reward.ts'
import { handleRedeemCredit } from '../handlers/rewards/redeem-credit.ts'
import { handleListTopReferrers } from '../handlers/statistics/list-top-referrers.ts'
import { handleReadStatistics } from '../handlers/statistics/read-statistics.ts'
import type { ServeEndpoint } from '../server/handler.ts'
import type { RouteOptions } from './route-options.ts'

/** Codes, referrals, what they earn, and how many there are. */
export function referralRoutes(serve: ServeEndpoint, options: RouteOptions): void {
  serve(lookUpCode, handleLookUpCode)
  serve(linkDiscount, handleLinkDiscount(options.runCustomer))
  serve(readAccountReward, handleReadAccountReward)
  serve(listDiscounts, handleListDiscounts)
  serve(listBills, handleListBills)
  serve(mendBill, handleMendBill)
  serve(waiveBill, handleWaiveBill)
  serve(listReferrals, handleListReferrals)
  serve(readReferral, handleReadReferral)
  serve(readReferralReview, handleReadReferralReview)
  serve(readFraudRules, handleReadFraudRules)
  serve(listRewards, handleListRewards)
  serve(readReward, handleReadReward)
  serve(updateCode, handleUpdateCode)
  serve(attributeByHand, handleAttributeByHand)
  serve(moderateReferrals, handleModerateReferrals)
  serve(giveReward, handleGiveReward)
  serve(cancelReward, handleCancelReward(options.runCustomer))
  serve(redeemCredit, handleRedeemCredit)
  serve(readStatistics, handleReadStatistics)
  serve(listTopReferrers, handleListTopReferrers)
}
