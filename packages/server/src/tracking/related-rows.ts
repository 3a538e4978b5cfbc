import type { Account, Participant, Referral } from '@goodword/domain/referrals/account'
import { MAX_UNCONFIRMED_USERS } from '@goodword/domain/tracking/unconfirmed-users'
import type { AccountId, AccountKey, ParticipantKey, RewardId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../engine/driver/tenant-tx.ts'
import type { Transaction } from '../frame/context.ts'
import type { NamedInCalls } from './named-in-calls.ts'
import { type AccountRow, accountFieldsOf } from './rows/accounts.ts'
import { loadComparedPeople } from './rows/compared-people.ts'
import type { Closings } from './rows/ledger/entries.ts'
import { findReferralRewards, lockReferralRewards, type RewardRow, rewardOf } from './rows/ledger/rewards.ts'
import { FEW_PEOPLE, loadRowsOfAccount, type RowsOfAccount } from './rows/one-account.ts'
import { loadParticipants, type ParticipantRow, participantOf } from './rows/participants.ts'
import { loadReferrals, moderationIn, type ReferralRow } from './rows/referrals.ts'
import { loadUnconfirmedPeople } from './rows/unconfirmed-people.ts'

/** What belongs to the accounts of calls. */
export type Related = {
  readonly relatedRows: RelatedRows
  /** Users of the accounts and of their referrers that fraud rules may match. */
  readonly compared: readonly ParticipantRow[]
  /** The closings of accounts that have or may get rewards, where they were read. */
  readonly closings: Closings
}

/**
 * Reads what belongs to locked accounts that are decided, and locks the rewards of their referrals. `early` is what was read of the only
 * account that the calls name together with its lock, if it was.
 */
export async function loadRelated(
  tx: Transaction,
  locked: readonly AccountRow[],
  named: NamedInCalls,
  early: RowsOfAccount | null,
): Promise<Related> {
  const [first, ...others] = locked
  if (first === undefined) return { relatedRows: nothing, compared: [], closings: new Map() }
  const id = others.length === 0 && first.external_id === onlyAccountOf(named) ? first.external_id : null
  const rows = id === null ? null : (early ?? (await loadRowsOf(tx, id, named)))
  const mayFill = named.people.length > MAX_UNCONFIRMED_USERS - FEW_PEOPLE
  if (rows === null || rows.people.length === FEW_PEOPLE || mayFill)
    return loadRelatedOfMany(tx, locked, named)
  return {
    relatedRows: relatedRowsOf(rows.people, rows.referrals, rows.rewards),
    compared: rows.peopleOfReferrer,
    closings: rows.closings,
  }
}

const nothing = relatedRowsOf([], [], [])

/**
 * What belongs to the only account that calls name, read before it is known whether the account exists: for calls that
 * does not exist for a new account. Null for all others.
 */
export async function loadEarly(tx: Transaction, named: NamedInCalls): Promise<RowsOfAccount | null> {
  const { people, evidence, unsigned } = named
  const id = onlyAccountOf(named)
  const isDecidedAlone = evidence.length === 0 && unsigned.ids.length === 0
  return id !== null && isDecidedAlone && people.length === 0 ? loadRowsOf(tx, id, named) : null
}

/** The account that calls name if it is one, and none of them would start a referral of it. */
function onlyAccountOf({ accounts, comparison }: NamedInCalls): AccountId | null {
  const [id, ...others] = accounts
  return id !== undefined && others.length === 0 && comparison.attributed.length === 0 ? id : null
}

function loadRowsOf(tx: Transaction, id: AccountId, { comparison }: NamedInCalls): Promise<RowsOfAccount> {
  return loadRowsOfAccount(tx, id, comparison.reportedEmails.get(id) ?? [])
}

async function loadRelatedOfMany(
  tx: Transaction,
  locked: readonly AccountRow[],
  { people, comparison }: NamedInCalls,
): Promise<Related> {
  const keys = locked.map((row) => row.id)
  const keyOf = new Map<AccountId, AccountKey>(locked.map((row) => [row.external_id, row.id]))
  const namedPeople = people.flatMap(({ accountId, ...person }) => {
    const account = keyOf.get(accountId)
    return account === undefined ? [] : [{ account, ...person }]
  })
  const added = namedPeople.filter((it) => it.isUnsigned)
  const attributed = [...new Set(comparison.attributed.flatMap((it) => keyOf.get(it.accountId) ?? []))]
  const accountsOfAdded = [...new Set(added.map((it) => it.account))]
  const [participants, unconfirmed, referrals, rewards, compared] = await Promise.all([
    loadParticipants(tx, keys, namedPeople, attributed),
    added.length === 0 ? [] : loadUnconfirmedPeople(tx, accountsOfAdded, added.length),
    loadReferrals(tx, keys),
    lockReferralRewards(tx, keys),
    loadComparedPeople(tx, keys, comparison),
  ])
  const relatedRows = relatedRowsOf([...participants, ...unconfirmed], referrals, rewards)
  const confirmed = unconfirmed.filter((row) => row.is_earning).map((row) => row.id)
  return { relatedRows: { ...relatedRows, confirmed }, compared, closings: new Map() }
}

/** What belongs to a list of accounts, ready to be put together with them. */
export type RelatedRows = {
  readonly participants: ReadonlyMap<AccountKey, readonly Participant[]>
  /** Users that only unsigned calls named, and whose code brought a confirmed conversion; read where there are many. */
  readonly confirmed: readonly ParticipantKey[]
  readonly referrals: ReadonlyMap<AccountKey, ReferralRow>
  readonly rewards: ReadonlyMap<string, RewardRow>
}

/** Reads what belongs to accounts in one pipeline, of their people only the first. */
export async function loadRelatedRows(tx: TenantTx, accounts: readonly AccountKey[]): Promise<RelatedRows> {
  const [participants, referrals, rewards] = await Promise.all([
    loadParticipants(tx, accounts, [], []),
    loadReferrals(tx, accounts),
    findReferralRewards(tx, accounts),
  ])
  return relatedRowsOf(participants, referrals, rewards)
}

function relatedRowsOf(
  people: readonly ParticipantRow[],
  referrals: readonly ReferralRow[],
  rewards: readonly RewardRow[],
): RelatedRows {
  return {
    participants: peopleByAccount(people),
    confirmed: [],
    referrals: new Map(referrals.map((row) => [row.referred_account_id, row])),
    rewards: new Map(rewards.map((row) => [`${row.referral_id} ${row.source}`, row])),
  }
}

/** People by account, each once and oldest first. */
export function peopleByAccount(rows: readonly ParticipantRow[]): Map<AccountKey, Participant[]> {
  const found = new Map<AccountKey, Participant[]>()
  const once = new Map(rows.map((row) => [row.id, row]))
  for (const row of [...once.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const people = found.get(row.account_id) ?? []
    people.push(participantOf(row))
    found.set(row.account_id, people)
  }
  return found
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
  return {
    ...accountFieldsOf(row),
    participants,
    earningUsers: participants.map((it) => it.key).filter((key) => relatedRows.confirmed.includes(key)),
    referral: referral === undefined ? null : referralOf(referral, relatedRows, newRewardId),
    replaced: null,
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
    isByHand: row.is_by_hand,
    channel: row.channel,
    linkSeenAt: row.link_seen_at,
    appealedAt: row.appealed_at,
    remindedAt: row.reminded_at,
    latestReview:
      row.reviewed_at === null || row.review_waited_ms === null
        ? null
        : { at: row.reviewed_at, waitedMs: row.review_waited_ms },
    isFromPage: row.from_page,
    unconfirmedUser: row.unconfirmed_participant_id,
    startedAt: row.started_at,
    convertedAt: row.converted_at,
    unconfirmedAt: row.unconfirmed_at,
    endedAt: row.ended_at,
    referred: {
      moderation: moderationIn(row, 'referred'),
      rewardId: referred?.id ?? newRewardId(),
      reward: referred === undefined ? null : rewardOf(referred),
    },
    referring: {
      moderation: moderationIn(row, 'referrer'),
      rewardId: referring?.id ?? newRewardId(),
      reward: referring === undefined ? null : rewardOf(referring),
    },
    signals: row.signals,
    facts: row.facts,
  }
}
