import type { Account, Participant, Referral } from '@goodword/domain/account'
import type { AccountKey, RewardId } from '@goodword/domain/ids'
import { type AccountRow, accountFieldsOf } from '../../store/accounts.ts'
import type { TenantTx } from '../../store/driver/tenant-tx.ts'
import { findReferralRewards, type RewardRow, rewardOf } from '../../store/ledger/rewards.ts'
import { loadParticipants, type PeopleOfAccounts } from '../../store/participants.ts'
import { loadReferrals, type ReferralRow } from '../../store/referrals.ts'

/** What belongs to a list of accounts, ready to be put together with them. */
export type RelatedRows = {
  readonly participants: ReadonlyMap<AccountKey, readonly Participant[]>
  /** The number of users of accounts, where it was requested. */
  readonly counts: ReadonlyMap<AccountKey, number>
  readonly referrals: ReadonlyMap<AccountKey, ReferralRow>
  readonly rewards: ReadonlyMap<string, RewardRow>
}

/** Reads what belongs to accounts in one pipeline, of their people only the first. */
export async function loadRelatedRows(tx: TenantTx, accounts: readonly AccountKey[]): Promise<RelatedRows> {
  const [participants, referrals, rewards] = await Promise.all([
    loadParticipants(tx, accounts, [], 0),
    loadReferrals(tx, accounts),
    findReferralRewards(tx, accounts),
  ])
  return relatedRowsOf(participants, referrals, rewards)
}

export function relatedRowsOf(
  { people, counts }: PeopleOfAccounts,
  referrals: readonly ReferralRow[],
  rewards: readonly RewardRow[],
): RelatedRows {
  return {
    participants: people,
    counts,
    referrals: new Map(referrals.map((row) => [row.referred_account_id, row])),
    rewards: new Map(rewards.map((row) => [`${row.referral_id} ${row.source}`, row])),
  }
}

/** Adds people to those of their accounts, each once and oldest first. */
export function withPeople(relatedRows: RelatedRows, people: RelatedRows['participants']): RelatedRows {
  const participants = new Map(relatedRows.participants)
  for (const [account, added] of people) {
    const known = participants.get(account) ?? []
    const keys = new Set(known.map((it) => it.key))
    const all = [...known, ...added.filter((it) => !keys.has(it.key))]
    participants.set(
      account,
      all.sort((one, other) => (one.key < other.key ? -1 : 1)),
    )
  }
  return { ...relatedRows, participants }
}

/** Puts an account together. `newRewardId` names the rewards that its referral may still get. */
export function accountOf(row: AccountRow, relatedRows: RelatedRows, newRewardId: () => RewardId): Account {
  const referral = relatedRows.referrals.get(row.id)
  const participants = relatedRows.participants.get(row.id) ?? []
  const counted = relatedRows.counts.get(row.id) ?? 0
  return {
    ...accountFieldsOf(row),
    participants,
    otherParticipants: Math.max(0, counted - participants.length),
    referral: referral === undefined ? null : referralOf(referral, relatedRows, newRewardId),
  }
}

function referralOf(row: ReferralRow, relatedRows: RelatedRows, newRewardId: () => RewardId): Referral {
  const referred = relatedRows.rewards.get(`${row.id} REFERRED`)
  const referring = relatedRows.rewards.get(`${row.id} FRIEND_SIGNUP`)
  return {
    id: row.id,
    code: row.code,
    referrer: {
      accountKey: row.referring_account_id,
      accountId: row.referring_account,
      participantKey: row.referring_participant_id,
      userId: row.referring_user,
    },
    startedAt: row.started_at,
    convertedAt: row.converted_at,
    unconfirmedAt: row.unconfirmed_at,
    endedAt: row.ended_at,
    referred: {
      moderation: { status: row.referred_moderation, by: row.referred_moderated_by },
      rewardId: referred?.id ?? newRewardId(),
      reward: referred === undefined ? null : rewardOf(referred),
    },
    referring: {
      moderation: { status: row.referrer_moderation, by: row.referrer_moderated_by },
      rewardId: referring?.id ?? newRewardId(),
      reward: referring === undefined ? null : rewardOf(referring),
    },
    signals: row.signals,
  }
}
