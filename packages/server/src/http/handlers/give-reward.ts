import type { giveReward } from '@goodword/contract/endpoints/give-reward'
import { rewardAnswer } from '../answers/reward.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleGiveReward(it: RouteDependencies): Handler<typeof giveReward> {
  return async ({ tenant, body, effectKey }) => {
    const reading = await it.operations.giveReward(tenant.tenantId, {
      requestKey: effectKey,
      accountId: body.accountId,
      userId: body.userId ?? null,
      spec: body.reward,
      scheduledFor: body.dateScheduledFor ?? null,
      expiresAt: body.dateExpires ?? null,
    })
    return rewardAnswer(reading, reading.now)
  }
}
