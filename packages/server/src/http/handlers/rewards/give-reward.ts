import type { giveReward as endpoint } from '@goodword/contract/endpoints/give-reward'
import { giveReward } from '../../../operations/referring/rewards/give-reward.ts'
import { rewardAnswer } from '../../../operations/referring/rewards/reward-answer.ts'
import { actingCaller } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleGiveReward: Handler<typeof endpoint> = async (
  ctx,
  { tenant, principal, body, effectKey },
) => {
  const reading = await giveReward(ctx, tenant.tenantId, {
    requestKey: effectKey,
    by: actingCaller(principal),
    accountId: body.accountId,
    userId: body.userId ?? null,
    spec: body.reward,
    scheduledFor: body.dateScheduledFor ?? null,
    expiresAt: body.dateExpires ?? null,
  })
  return rewardAnswer(reading, reading.now)
}
