import { Refusal } from '@goodword/contract/frame/refusal'
import type { Figures, FiguresWithMoney } from '@goodword/contract/users/figures'
import {
  friendsToNextReward,
  milestoneProgress,
  type ReferrerProgress,
} from '@goodword/domain/rewards/milestones'
import type { AccountId, AccountKey, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import { type Currency, parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { findMilestones } from '../../tracking/rows/ledger/milestone-rewards.ts'
import { loadRewardCounts } from '../../tracking/rows/referrer-counts.ts'
import { sumBrought } from '../../tracking/rows/statistics/payments.ts'
import { readYearlyRewards } from '../rewards/yearly-rewards.ts'
import {
  countFriends,
  findClicks,
  findQueue,
  sumRedeemed,
  sumSavedOnBills,
  sumShared,
} from '../users/rows/referrer-figures.ts'
import { findUser } from '../users/rows/users.ts'

/** Reads the figures of a person of an account. @throws Refusal USER_NOT_FOUND */
export function readFigures(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
): Promise<FiguresWithMoney> {
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) {
      throw new Refusal('USER_NOT_FOUND', `No such user: ${userId} in account ${accountId}.`, 'userId')
    }
    const [figures, brought, years] = await Promise.all([
      figuresOf(tx, { user: user.id, account: user.account_id }),
      sumBrought(tx, [user.id], 0, tx.now + 1),
      readYearlyRewards(tx, [user.account_id], { from: null, to: tx.now }),
    ])
    const yearlyRewards = years.filter((it) => it.user_id === user.id).map((it) => it.sums)
    return { ...figures, brought: brought.get(user.id) ?? [], yearlyRewards }
  })
}

export async function figuresOf(
  tx: Transaction,
  { user, account }: { readonly user: UserKey; readonly account: AccountKey },
): Promise<Figures> {
  const [stored, clicks, friends, onBills, redeemed, reached, shared, queue] = await Promise.all([
    loadProgram(tx),
    findClicks(tx, user),
    countFriends(tx, user),
    sumSavedOnBills(tx, account),
    sumRedeemed(tx, account),
    findMilestones(tx, user),
    sumShared(tx, account, user),
    findQueue(tx, account, tx.now),
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
  const friendsToGo = friendsToNextReward(program, progress)
  const withStatus = (status: string) => friends.find((it) => it.status === status)?.friends ?? 0
  return {
    clicks: clicks?.clicks ?? 0,
    visitors: clicks?.visitors ?? 0,
    inProgress: withStatus('IN_PROGRESS'),
    converted: withStatus('CONVERTED'),
    ended: withStatus('ENDED'),
    saved: sumsByCurrency([...onBills, ...redeemed]),
    shared: shared.flatMap(({ unit, amount, owed }) => {
      const currency = parseCurrency(unit)
      if (currency === null) return []
      const numberOf = (minor: number) => priceToNumber({ minor, currency })
      return [{ currency, amount: numberOf(amount), owed: numberOf(owed) }]
    }),
    nextReward: friendsToGo === null ? null : { friendsToGo },
    milestones: milestoneProgress(program.milestones, progress),
    queued:
      queue === null
        ? null
        : { waiting: queue.waiting, dateNextBegins: queue.next_at, isByBill: queue.is_by_bill },
    rewardLimit: maximum === null ? null : { rewards, maximum },
  }
}

/** Units that are no currency are not money. */
function sumsByCurrency(
  amounts: readonly { readonly unit: string; readonly amount: number }[],
): Figures['saved'] {
  const sums = new Map<Currency, number>()
  for (const { unit, amount } of amounts) {
    const currency = parseCurrency(unit)
    if (currency !== null && amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const sorted = [...sums].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([currency, minor]) => ({ currency, amount: priceToNumber({ minor, currency }) }))
}
