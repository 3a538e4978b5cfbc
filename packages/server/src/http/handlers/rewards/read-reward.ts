import type { readReward as endpoint } from '@goodword/contract/endpoints/read-reward'
import { Refusal } from '@goodword/contract/refusal'
import { isUuid, type RewardId } from '@goodword/domain/ids'
import { readReward } from '../../../operations/referring/rewards/read-rewards.ts'
import { rewardAnswer } from '../../../operations/referring/rewards/reward-answer.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadReward: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const { rewardId } = params
  const reading = isUuid(rewardId) ? await readReward(ctx, tenant.tenantId, rewardId as RewardId) : null
  if (reading === null) {
    const message = 'No reward has this ID. Use an ID from GET rewards.'
    throw new Refusal('REWARD_NOT_FOUND', message, 'rewardId')
  }
  return { ...rewardAnswer(reading, reading.now), user: reading.user }
}
