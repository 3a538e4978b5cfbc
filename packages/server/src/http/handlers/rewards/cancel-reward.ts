import type { cancelReward as endpoint } from '@goodword/contract/endpoints/cancel-reward'
import type { RunCustomer } from '../../../operations/foundation/jobs/run-customer.ts'
import { cancelReward } from '../../../operations/referring/rewards/cancel-reward.ts'
import { rewardAnswer } from '../../../operations/referring/rewards/reward-answer.ts'
import { optionalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCancelReward =
  (runCustomer: RunCustomer): Handler<typeof endpoint> =>
  async (ctx, { tenant, params, principal, body }) => {
    const by = optionalReason({ principal, body })
    const reading = await cancelReward(ctx, tenant.tenantId, params.rewardId, by, runCustomer)
    return rewardAnswer(reading, reading.now)
  }
