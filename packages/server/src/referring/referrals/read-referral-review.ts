import type { Moderation, ModerationStatus } from '@goodword/domain/referrals/account'
import { type Channel, channelAt } from '@goodword/domain/referrals/channel'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { type RewardWorth, worthOf } from '@goodword/domain/rewards/reward-worth'
import type { AccountId, AccountKey, ReferralId, TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type AccountRow, findAccounts } from '../../tracking/rows/accounts.ts'
import { completeReferrals, type ReferralReading } from './read-referrals.ts'
import { loadAppeal } from './rows/appeals.ts'
import { type DecidedSideRow, loadDecidedSides } from './rows/earlier-decisions.ts'
import { findReferrals } from './rows/referral-list.ts'
import { type PaidRow, sumPayments, sumTakenOff, type TakenOffRow } from './rows/referral-money.ts'

export type ReviewedSide = {
  readonly side: 'REFERRER' | 'REFERRED'
  readonly accountId: AccountId
  readonly moderation: Moderation
  /** What it has, or gets when it is approved; null if the program has no reward for it. */
  readonly reward: RewardSpec | null
  readonly worth: RewardWorth | null
  /** What the reward took off bills so far, by currency. */
  readonly takenOff: readonly TakenOffRow[]
}

/** What was decided about an account in its other referrals. */
export type AccountHistory = {
  readonly side: 'REFERRER' | 'REFERRED'
  readonly accountId: AccountId
  readonly sides: readonly DecidedSideRow[]
  readonly isComplete: boolean
  readonly latest: readonly { readonly side: DecidedSideRow; readonly referral: ReferralReading }[]
}

export type ReviewReading = {
  readonly id: ReferralId
  readonly channel: Channel
  /** What the friend paid, by currency. */
  readonly paid: readonly PaidRow[]
  readonly sides: readonly ReviewedSide[]
  /** What the referrer wrote about it; the text is null after an erasure. */
  readonly appeal: { readonly text: string | null; readonly date: number } | null
  readonly history: readonly AccountHistory[]
}

/** The number of an account's newest referrals that are looked at for what was decided before. */
const MAX_READ = 200
const MAX_SHOWN = 5

/** What one needs to know to decide about a referral; null for an ID that no referral has. */
export function readReferralReview(
  ctx: Context,
  tenantId: TenantId,
  id: ReferralId,
): Promise<ReviewReading | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [row] = await findReferrals(tx, [id])
    const [referral] = await completeReferrals(tx, row === undefined ? [] : [row])
    if (row === undefined || referral === undefined) return null
    const ids = [referral.referrer.accountId, referral.referredAccountId]
    const [accounts, stored] = await Promise.all([findAccounts(tx, ids), loadProgram(tx)])
    const program = programOf(stored.settings)
    const accountOf = (it: AccountId) => {
      const account = accounts.find((row) => row.external_id === it)
      if (account === undefined) throw new Error('account of a referral not found')
      return account
    }
    const [referrer, friend] = [accountOf(referral.referrer.accountId), accountOf(referral.referredAccountId)]
    const { referrerReward, referredReward } = referral
    const sides = [
      {
        ...sideOf('REFERRER', referrer, referral.referrerModeration),
        reward: referrerReward?.reward.spec ?? program.referrerReward,
        given: referrerReward,
      },
      {
        ...sideOf('REFERRED', friend, referral.referredModeration),
        reward: referredReward?.reward.spec ?? program.referredReward,
        given: referredReward,
      },
    ]
    const [paid, ...takenOff] = await Promise.all([
      sumPayments(tx, friend.id),
      ...sides.map(({ account, given }) =>
        given === null ? [] : sumTakenOff(tx, account.id, given.owner.id),
      ),
    ])
    return {
      id,
      channel: channelAt({ channel: row.channel, linkSeenAt: row.link_seen_at }, tx.now),
      paid,
      sides: sides.map(({ account, given: _, ...side }, index) => ({
        ...side,
        worth: sideWorth(side.reward, account, program),
        takenOff: takenOff[index] ?? [],
      })),
      appeal:
        row.appealed_at === null
          ? null
          : { text: await loadAppeal(tx, row.referring_account_id, id), date: row.appealed_at },
      history: await historyOf(tx, id, [referrer, friend]),
    }
  })
}

function sideOf(side: 'REFERRER' | 'REFERRED', account: AccountRow, moderation: Moderation) {
  return { side, account, accountId: account.external_id, moderation }
}

function sideWorth(
  reward: RewardSpec | null,
  account: AccountRow,
  program: { readonly currency: Currency },
): RewardWorth | null {
  if (reward === null) return null
  const { value_minor: minor, currency, billing_interval_type, billing_interval_value } = account
  return worthOf(reward, {
    price: minor === null ? null : { minor, currency: currency ?? program.currency },
    intervalType: billing_interval_type,
    intervalValue: billing_interval_value,
  })
}

async function historyOf(
  tx: Transaction,
  present: ReferralId,
  [referrer, friend]: readonly [AccountRow, AccountRow],
): Promise<readonly AccountHistory[]> {
  const read = await loadDecidedSides(tx, [referrer.id, friend.id], MAX_READ + 1)
  const others = read.filter((it) => it.id !== present)
  const latestOf = (account: AccountKey) =>
    others
      .filter((it) => it.account_id === account && (isDecided(it) || it.status === 'PENDING'))
      .toSorted((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, MAX_SHOWN)
  const shown = [...latestOf(referrer.id), ...latestOf(friend.id)].map((it) => it.id)
  const referrals = await completeReferrals(tx, await findReferrals(tx, [...new Set(shown)]))
  const history = (side: 'REFERRER' | 'REFERRED', account: AccountRow): AccountHistory => ({
    side,
    accountId: account.external_id,
    sides: others.filter((it) => it.account_id === account.id),
    isComplete:
      read.filter((it) => it.account_id === account.id && it.side === 'REFERRER').length <= MAX_READ,
    latest: latestOf(account.id).flatMap((it) => {
      const referral = referrals.find((each) => each.id === it.id)
      return referral === undefined ? [] : [{ side: it, referral }]
    }),
  })
  return [history('REFERRER', referrer), history('REFERRED', friend)]
}

/** What neither staff nor a rule decided is as the program has it. */
function isDecided({ by }: DecidedSideRow): boolean {
  return by === 'staff' || by === 'rule'
}

/** How many sides were approved by staff, are denied, wait, or needed no decision. */
export function countDecisions(sides: readonly DecidedSideRow[]) {
  const count = (status: ModerationStatus) => sides.filter((it) => it.status === status).length
  const approved = sides.filter((it) => it.status === 'APPROVED' && isDecided(it)).length
  return {
    approved,
    denied: count('DENIED'),
    pending: count('PENDING'),
    undecided: count('APPROVED') - approved,
  }
}
