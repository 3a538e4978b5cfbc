import { Refusal } from '@goodword/contract/frame/refusal'
import {
  friendsToNextReward,
  type MilestoneProgress,
  milestoneProgress,
  type ReferrerProgress,
} from '@goodword/domain/rewards/milestones'
import type { AccountId, AccountKey, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import { type Currency, parseCurrency } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { findMilestones } from '../../tracking/rows/ledger/milestone-rewards.ts'
import { loadRewardCounts } from '../../tracking/rows/referrer-counts.ts'
import { countFriends, findClicks, sumRedeemed, sumSavedOnBills } from '../users/rows/referrer-figures.ts'
import { findUser } from '../users/rows/users.ts'

/** What came of a person's code; amounts are minor units. */
export type FiguresReading = {
  readonly clicks: number
  readonly visitors: number
  readonly inProgress: number
  readonly converted: number
  readonly ended: number
  readonly savedMinor: ReadonlyMap<Currency, number>
  readonly friendsToGo: number | null
  readonly milestones: readonly MilestoneProgress[]
  readonly rewardLimit: { readonly rewards: number; readonly maximum: number } | null
}

/** Reads the figures of a person of an account. @throws Refusal USER_NOT_FOUND */
export function readFigures(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<FiguresReading> {
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) {
      throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
    }
    return figuresOf(tx, { user: user.id, account: user.account_id })
  })
}

export async function figuresOf(
  tx: Transaction,
  { user, account }: { readonly user: UserKey; readonly account: AccountKey },
): Promise<FiguresReading> {
  const [stored, clicks, friends, onBills, redeemed, reached] = await Promise.all([
    loadProgram(tx),
    findClicks(tx, user),
    countFriends(tx, user),
    sumSavedOnBills(tx, account),
    sumRedeemed(tx, account),
    findMilestones(tx, user),
  ])
  const program = programOf(stored.settings)
  const { maxReferrerRewards: maximum } = program
  const counted = { referrers: [account], referred: [], most: maximum ?? 0 }
  const rewards = maximum === null ? 0 : ((await loadRewardCounts(tx, counted)).counts.get(account) ?? 0)
  const progress: ReferrerProgress = {
    friends: friends.reduce((sum, it) => sum + it.approved, 0),
    rewards,
    reached,
  }
  const withStatus = (status: string) => friends.find((it) => it.status === status)?.friends ?? 0
  return {
    clicks: clicks?.clicks ?? 0,
    visitors: clicks?.visitors ?? 0,
    inProgress: withStatus('IN_PROGRESS'),
    converted: withStatus('CONVERTED'),
    ended: withStatus('ENDED'),
    savedMinor: sumsByCurrency([...onBills, ...redeemed]),
    friendsToGo: friendsToNextReward(program, progress),
    milestones: milestoneProgress(program.milestones, progress),
    rewardLimit: maximum === null ? null : { rewards, maximum },
  }
}

/** Units that are no currency are not money. */
function sumsByCurrency(
  amounts: readonly { readonly unit: string; readonly amount: number }[],
): ReadonlyMap<Currency, number> {
  const sums = new Map<Currency, number>()
  for (const { unit, amount } of amounts) {
    const currency = parseCurrency(unit)
    if (currency !== null && amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return sums
}
