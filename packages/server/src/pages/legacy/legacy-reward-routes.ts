import { randomUUID } from 'node:crypto'
import type { AccountDiscount } from '@goodword/contract/accounts/account-discount'
import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { Reward } from '@goodword/contract/rewards/reward'
import { isCredit, rewardSources } from '@goodword/domain/rewards/reward'
import { Type } from 'typebox'
import { LEGACY_PREFIX, type LegacyCall, type ServeLegacy } from './legacy-route.ts'

const PAGE = 1000

/** An account with more rewards than so many pages has no balance here. */
const MAX_PAGES = 20

const isPercent = (it: Reward): it is PercentReward => it.type === 'PCT_DISCOUNT'

const isFeature = (it: Reward): it is FeatureReward => it.type === 'FEATURE'

const isAvailable = (it: Reward): boolean => it.statuses.includes('AVAILABLE')

/** `reward/balance` and `credit/bulkredeem` of the former service. */
export function serveLegacyRewards(serve: ServeLegacy): void {
  serve({
    ...{ method: 'GET', path: `${LEGACY_PREFIX}/reward/balance`, params: Type.Object({}), callers: 'server' },
    instead: endpoints.readAccountReward,
    answer: async (call) => {
      const accountId = call.query('accountId')
      if (accountId === null || accountId === '') {
        throw new Refusal(
          'VALIDATION_FAILED',
          '"accountId" is missing. Send the ID of an account.',
          'accountId',
        )
      }
      const named = encodeURIComponent(accountId)
      // Refuses an ID that cannot be one, and an account that is not known.
      const discount = await call.own.get<AccountDiscount>(`/account/${named}/reward`)
      const filter = {
        userId: call.query('userId') || null,
        type: call.query('rewardTypeFilter') || null,
        featureType: call.query('featureTypeFilter') || null,
      }
      return { body: balancesOf(await rewardsOf(call, named), discount, filter) }
    },
  })
  serve({
    ...{
      method: 'POST',
      path: `${LEGACY_PREFIX}/credit/bulkredeem`,
      params: Type.Object({}),
      callers: 'server',
    },
    // Checked by the operation.
    body: Type.Object({}),
    instead: endpoints.redeemCredit,
    answer: async ({ own, body, header }) => {
      const { accountId, unit, amount } = body as Readonly<Record<string, unknown>>
      // The former service acted again on every call, so a call without a key is one of its own.
      const key = header('idempotency-key') ?? randomUUID()
      const redeemed = await own.post<Redeemed>(
        '/credit/redeem',
        { accountId, unit, amount },
        { 'idempotency-key': key },
      )
      const { creditRedeemed, creditAvailable, unit: ofUnit } = redeemed
      return { body: { creditRedeemed, creditAvailable, unit: ofUnit } }
    },
  })
}

type Redeemed = { readonly creditRedeemed: number; readonly creditAvailable: number; readonly unit: string }

type RewardPage = { readonly rewards: readonly Reward[]; readonly nextCursor: string | null }

async function rewardsOf({ own }: LegacyCall, account: string): Promise<readonly Reward[]> {
  const rewards: Reward[] = []
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const found: RewardPage = await own.get(`/rewards?accountId=${account}&limit=${PAGE}${after}`)
    rewards.push(...found.rewards)
    cursor = found.nextCursor
    if (cursor === null) return rewards
  }
  throw new Refusal(
    'VALIDATION_FAILED',
    `This account has more than ${MAX_PAGES * PAGE} rewards. Use GET account/{accountId}/reward, which sums them.`,
    'accountId',
  )
}

/** The filter of balances; null for all. */
type BalanceFilter = {
  readonly userId: string | null
  readonly type: string | null
  readonly featureType: string | null
}

type CreditReward = Extract<Reward, { readonly credit: number }>

type FeatureReward = Extract<Reward, { readonly featureType: string }>

type PercentReward = Extract<Reward, { readonly discountPercent: number }>

/** Balances of an account, or of one of its users, in the shape of the former service: a row for each type and unit. */
function balancesOf(
  rewards: readonly Reward[],
  discount: AccountDiscount,
  { userId, type, featureType }: BalanceFilter,
): readonly object[] {
  const chosen = rewards.filter((it) => userId === null || it.userId === userId)
  const rows = [
    ...percentRows(chosen.filter(isPercent), userId === null ? discount : null),
    ...[...Map.groupBy(chosen.filter(isCredit), (it) => JSON.stringify([it.type, it.unit])).values()].map(
      creditRow,
    ),
    ...[...Map.groupBy(chosen.filter(isFeature).filter(isAvailable), (it) => it.featureType).values()].map(
      featureRow,
    ),
  ]
  return rows.filter(
    (it) =>
      (type === null || it.type === type) &&
      (featureType === null || !('featureType' in it) || it.featureType === featureType),
  )
}

/** An account’s row is the discount of its next bill; a user’s row is what their own rewards add to that. */
function percentRows(rewards: readonly PercentReward[], discount: AccountDiscount | null) {
  const available = rewards.filter(isAvailable)
  const count = available.length
  const sum = (sources: readonly Reward['rewardSource'][]) =>
    available
      // One that waits for others is on no bill yet.
      .filter((it) => sources.includes(it.rewardSource) && (it.queuePosition ?? 0) === 0)
      // Hundredths are whole numbers.
      .reduce((total, it) => total + Math.round(it.discountPercent * 100), 0) / 100
  const referred = discount?.referredDiscountPercent ?? sum(['REFERRED'])
  const referrer = discount?.referrerDiscountPercent ?? sum(['FRIEND_SIGNUP', 'MILESTONE'])
  const total = discount?.discountPercentage ?? Math.min(100, sum([...rewardSources]))
  if (count === 0 && total === 0) return []
  return [
    {
      ...{ type: 'PCT_DISCOUNT', unit: '%', count, totalDiscountPercent: total },
      ...{ referredDiscountPercent: referred, referrerDiscountPercent: referrer },
    },
  ]
}

/** The available credit is the assigned less the redeemed credit: credit reserved for a bill counts as redeemed. */
function creditRow(rewards: readonly CreditReward[]) {
  const sum = (status: Reward['statuses'][number], amountOf: (it: CreditReward) => number) =>
    rewards.filter((it) => it.statuses.includes(status)).reduce((total, it) => total + amountOf(it), 0)
  const takenBack = (it: CreditReward) => it.takenBackCredit ?? 0
  const credit = (it: CreditReward) => it.credit - takenBack(it)
  const spent = (it: CreditReward) => (it.redeemedCredit ?? 0) + (it.reservedCredit ?? 0)
  const rest = (it: CreditReward) => it.credit - spent(it)
  const assigned = sum('AVAILABLE', credit) + sum('REDEEMED', credit)
  const redeemed = sum('AVAILABLE', spent) + sum('REDEEMED', credit)
  const { type, unit } = rewards[0] ?? { type: 'CREDIT', unit: '' }
  return {
    ...{ type, unit, count: rewards.length },
    ...{ totalAssignedCredit: assigned, totalRedeemedCredit: redeemed, availableValue: assigned - redeemed },
    totalPendingCredit: sum('PENDING', credit),
    totalExpiredCredit: sum('EXPIRED', rest),
    totalCancelledCredit: sum('CANCELLED', rest) + sum('AVAILABLE', takenBack) + sum('REDEEMED', takenBack),
  }
}

function featureRow(rewards: readonly FeatureReward[]) {
  return {
    ...{ type: 'FEATURE', featureType: rewards[0]?.featureType ?? '', unit: '', count: rewards.length },
    totalQuantity: rewards.reduce((total, it) => total + it.quantity, 0),
  }
}
