import type { cancelReward as endpoint } from '@goodword/contract/endpoints/cancel-reward'
import { cancelReward } from '../../../operations/rewards/cancel-reward.ts'
import { rewardAnswer } from '../../../operations/rewards/reward-answer.ts'
import type { Handler } from '../../handler.ts'

export const handleCancelReward: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const reading = await cancelReward(ctx, tenant.tenantId, params.rewardId)
  return rewardAnswer(reading, reading.now)
}
