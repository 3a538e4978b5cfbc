import type { cancelReward } from '@goodword/contract/endpoints/cancel-reward'
import { rewardAnswer } from '../answers/reward.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleCancelReward(it: RouteDependencies): Handler<typeof cancelReward> {
  return async ({ tenant, params }) => {
    const reading = await it.operations.cancelReward(tenant.tenantId, params.rewardId)
    return rewardAnswer(reading, reading.now)
  }
}
