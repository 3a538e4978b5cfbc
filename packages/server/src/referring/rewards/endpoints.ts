import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type RewardId } from '@goodword/domain/values/ids'
import { actingCaller, optionalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import type { CustomerRuns } from '../../frame/jobs/run-now.ts'
import { cancelReward } from './cancel-reward.ts'
import { giveReward } from './give-reward.ts'
import { readReward, readRewardPage } from './read-rewards.ts'
import { redeemCredit } from './redeem-credit.ts'
import { rewardAnswer } from './reward-answer.ts'

/** What accounts earned and spent. */
export function rewardEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.listRewards, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readRewardPage(ctx, tenant.tenantId, filter, page)
    const rewards = found.rows.map((row) => ({ ...rewardAnswer(row, found.now), user: row.user }))
    return { ...listAnswer(found), rewards }
  })
  serve(endpoints.readReward, async (ctx, { tenant, params }) => {
    const { rewardId } = params
    const reading = isUuid(rewardId) ? await readReward(ctx, tenant.tenantId, rewardId as RewardId) : null
    if (reading === null) {
      const message = 'No reward has this ID. Use an ID from GET rewards.'
      throw new Refusal('REWARD_NOT_FOUND', message, 'rewardId')
    }
    return { ...rewardAnswer(reading, reading.now), user: reading.user }
  })
  serve(endpoints.giveReward, async (ctx, { tenant, principal, body, effectKey }) => {
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
  })
  serve(endpoints.cancelReward, async (ctx, { tenant, params, principal, body }) => {
    const by = optionalReason({ principal, body })
    const reading = await cancelReward(ctx, tenant.tenantId, params.rewardId, by, runCustomer)
    return rewardAnswer(reading, reading.now)
  })
  serve(endpoints.redeemCredit, async (ctx, { tenant, principal, body, effectKey }) => {
    const { accountId, unit, amount } = body
    const by = optionalReason({ principal, body })
    const spending = { requestKey: effectKey, accountId, unit, amount, by }
    const redemption = await redeemCredit(ctx, tenant.tenantId, spending, runCustomer)
    return {
      creditRedeemed: redemption.redeemed,
      creditAvailable: redemption.available,
      unit: redemption.unit,
      redemptionId: redemption.id,
    }
  })
}
