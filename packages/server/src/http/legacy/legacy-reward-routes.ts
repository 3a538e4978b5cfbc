import { randomUUID } from 'node:crypto'
import type { AccountDiscount } from '@goodword/contract/account-discount'
import { endpoints } from '@goodword/contract/endpoints/all'
import { Refusal } from '@goodword/contract/refusal'
import type { Reward } from '@goodword/contract/reward'
import { Type } from 'typebox'
import { balancesOf } from './legacy-balances.ts'
import { LEGACY_PREFIX, type LegacyCall, type ServeLegacy } from './legacy-route.ts'

const PAGE = 1000
/** An account with more rewards than so many pages has no balance here. */
const MAX_PAGES = 20

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
