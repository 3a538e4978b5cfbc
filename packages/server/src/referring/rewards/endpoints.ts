import { endpoints } from '@goodword/contract/all-endpoints'
import { actingCaller, optionalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import type { CustomerRuns } from '../../frame/jobs/run-now.ts'
import { cancelReward } from './cancel-reward.ts'
import { giveReward } from './give-reward.ts'
import { readReward, readRewardPage, rewardNotFound } from './read-rewards.ts'
import { redeemCredit } from './redeem-credit.ts'

export function rewardEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.listRewards, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readRewardPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), rewards: [...found.rows] }
  })
  serve(endpoints.readReward, async (ctx, { tenant, params }) => {
    const reward = await readReward(ctx, tenant.tenantId, params.rewardId)
    if (reward === null) throw rewardNotFound()
    return reward
  })
  serve(endpoints.giveReward, (ctx, { tenant, principal, body, effectKey }) =>
    giveReward(ctx, tenant.tenantId, {
      requestKey: effectKey,
      by: actingCaller(principal),
      accountId: body.accountId,
      userId: body.userId ?? null,
      spec: body.reward,
      scheduledFor: body.dateScheduledFor ?? null,
      expiresAt: body.dateExpires ?? null,
    }),
  )
  serve(endpoints.cancelReward, (ctx, { tenant, params, principal, body }) =>
    cancelReward(ctx, tenant.tenantId, params.rewardId, optionalReason({ principal, body }), runCustomer),
  )
  serve(endpoints.redeemCredit, (ctx, { tenant, principal, body, effectKey }) => {
    const { accountId, unit, amount } = body
    const by = optionalReason({ principal, body })
    const spending = { requestKey: effectKey, accountId, unit, amount, by }
    return redeemCredit(ctx, tenant.tenantId, spending, runCustomer)
  })
}
