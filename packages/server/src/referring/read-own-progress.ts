import type { OwnReferral as WidgetReferral } from '@goodword/contract/pages/widget'
import type { Reward } from '@goodword/contract/rewards/reward'
import type { Figures } from '@goodword/contract/users/figures'
import type { Leaderboard } from '@goodword/contract/users/leaderboard'
import type { TenantId, UserIds } from '@goodword/domain/values/ids'
import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf, type Timed } from '../frame/page.ts'
import { readLeaderboard } from './figures/leaderboard.ts'
import { figuresOf } from './figures/read-figures.ts'
import { appealToken, isOpenToAppeal } from './referrals/appeal.ts'
import { completeReferrals, type ReferralDetails } from './referrals/referral-details.ts'
import { type ListedReferralRow, listReferrals } from './referrals/rows/referral-list.ts'
import { rewardAnswer } from './rewards/reward-answer.ts'
import { listRewards } from './rewards/rows/reward-list.ts'
import { sumSharedBy } from './users/rows/referrer-figures.ts'
import { findUser } from './users/rows/users.ts'

/** The progress of a referrer: their own referrals and figures, and the rewards of their account. */
export type OwnProgress = {
  readonly referrals: Page<OwnReferral>
  readonly rewards: Page<Reward>
  readonly figures: Figures
  readonly leaderboard: Leaderboard | null
}

export type OwnReferral = ReferralDetails & {
  /** The address at which the referrer can write about it; null where they cannot, or have. */
  readonly appealUrl: string | null
  readonly shared: WidgetReferral['shared']
}

export type OwnPages = { readonly referrals: PageQuestion; readonly rewards: PageQuestion }

export function readOwnProgress(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  pages: OwnPages,
): Promise<Timed<OwnProgress>> {
  const requests = { referrals: pageRequestOf(pages.referrals), rewards: pageRequestOf(pages.rewards) }
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) throw new Error('user not found after identification')
    const own = { referringAccountId: accountId, referringUser: user.id }
    const [referrals, rewards, figures, leaderboard] = await Promise.all([
      listReferrals(tx, own, tx.now, requests.referrals),
      listRewards(tx, { accountId }, tx.now, requests.rewards),
      figuresOf(tx, { user: user.id, account: user.account_id }),
      readLeaderboard(tx, user),
    ])
    return {
      referrals: { ...referrals, rows: await ownReferrals(ctx, tx, referrals.rows) },
      rewards: mapPage(rewards, (row) => rewardAnswer(row, tx.now)),
      figures,
      leaderboard,
      now: tx.now,
    }
  })
}

async function ownReferrals(
  ctx: Context,
  tx: Transaction,
  rows: readonly ListedReferralRow[],
): Promise<readonly OwnReferral[]> {
  const open = new Set(rows.filter(isOpenToAppeal).map((it) => it.id))
  const referrals = await completeReferrals(tx, rows)
  const sharing = referrals.filter((it) => it.referrerReward?.type === 'PAYMENT_SHARE')
  const sums =
    sharing.length === 0
      ? []
      : await sumSharedBy(
          tx,
          sharing.map((it) => it.id),
        )
  const sharedBy = Map.groupBy(sums, (it) => it.referral)
  return referrals.map((it) => ({
    ...it,
    shared: (sharedBy.get(it.id) ?? []).flatMap(({ unit, amount: minor }) => {
      const currency = parseCurrency(unit)
      return currency === null ? [] : [{ currency, amount: priceToNumber({ minor, currency }) }]
    }),
    appealUrl: open.has(it.id)
      ? `${ctx.baseUrl}/appeal/${tx.tenantId}/${appealToken(ctx, tx.tenantId, it.id)}`
      : null,
  }))
}
