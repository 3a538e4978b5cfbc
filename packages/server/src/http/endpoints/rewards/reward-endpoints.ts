import { endpoints } from '@goodword/contract/endpoints/all'
import { Refusal } from '@goodword/contract/refusal'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import { type AccountId, isUuid, type RewardId } from '@goodword/domain/values/ids'
import { type Currency, currencyDecimals, type Money, priceFromText } from '@goodword/domain/values/money'
import { readAmountStep } from '../../../operations/billing/connections/read-amount-step.ts'
import { cancelReward } from '../../../operations/referring/rewards/cancel-reward.ts'
import { giveReward } from '../../../operations/referring/rewards/give-reward.ts'
import { readAccountDiscount } from '../../../operations/referring/rewards/read-account-discount.ts'
import { readReward, readRewardPage } from '../../../operations/referring/rewards/read-rewards.ts'
import { redeemCredit } from '../../../operations/referring/rewards/redeem-credit.ts'
import { rewardAnswer } from '../../../operations/referring/rewards/reward-answer.ts'
import { actingCaller, optionalReason } from '../../access/personal-reason.ts'
import type { RouteOptions } from '../../route-options.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { accountDiscountAnswer } from '../account-discount.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** What accounts earned and spent. */
export function rewardEndpoints(serve: ServeEndpoint, { runCustomer }: RouteOptions): void {
  serve(endpoints.readAccountReward, async (ctx, { tenant, params, query }) => {
    const accountId = params.accountId as AccountId
    const coupon = query.couponCode === undefined ? null : readUsedCode(query.couponCode)
    const reading = await readAccountDiscount(ctx, tenant.tenantId, accountId, coupon)
    const price = query.value === undefined ? null : priceOf(query.value, query.currency ?? reading.currency)
    const step = price === null ? 1 : await readAmountStep(ctx, tenant.tenantId, price)
    return accountDiscountAnswer(accountId, reading, price === null ? null : { ...price, step })
  })
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

function priceOf(value: string, currency: Currency): Money {
  const price = priceFromText(value, currency)
  if (typeof price !== 'string') return price
  const decimals = currencyDecimals(currency)
  const message = `value must be a price from 0 to 99999999.99 with at most ${decimals} decimals in ${currency}.`
  throw new Refusal('VALIDATION_FAILED', message, 'value')
}
