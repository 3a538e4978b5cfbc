import type { Account, Referral, User } from '@goodword/domain/referrals/account'
import { MAX_UNCONFIRMED_USERS } from '@goodword/domain/tracking/unconfirmed-users'
import type { AccountId, AccountKey, RewardId, UserKey } from '@goodword/domain/values/ids'
import type { TenantTx } from '../engine/driver/tenant-tx.ts'
import type { Transaction } from '../frame/context.ts'
import type { NamedInCalls } from './named-in-calls.ts'
import { type AccountRow, accountFieldsOf } from './rows/accounts.ts'
import { loadComparedUsers } from './rows/compared-users.ts'
import type { Closings } from './rows/ledger/entries.ts'
import { findReferralRewards, lockReferralRewards, type RewardRow, rewardOf } from './rows/ledger/rewards.ts'
import { FEW_USERS, loadRowsOfAccount, type RowsOfAccount } from './rows/one-account.ts'
import { loadReferrals, moderationIn, type ReferralRow } from './rows/referrals.ts'
import { loadUnconfirmedUsers } from './rows/unconfirmed-users.ts'
import { loadUsers, type UserRow, userOf } from './rows/users.ts'

/** The records of the accounts of calls. */
export type Related = {
  readonly relatedRows: RelatedRows
  /** Users of the accounts and of their referrers that fraud rules may match. */
  readonly compared: readonly UserRow[]
  /** The closings of accounts that have or may get rewards, where they were read. */
  readonly closings: Closings
}

/**
 * Loads the rows of locked accounts, and locks the rewards of their referrals. `early` has the rows of the only account that
 * calls name, if they were loaded together with its lock.
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
  const mayFill = named.users.length > MAX_UNCONFIRMED_USERS - FEW_USERS
  if (rows === null || rows.users.length === FEW_USERS || mayFill) return loadRelatedOfMany(tx, locked, named)
  return {
    relatedRows: relatedRowsOf(rows.users, rows.referrals, rows.rewards),
    compared: rows.usersOfReferrer,
    closings: rows.closings,
  }
}

const nothing = relatedRowsOf([], [], [])

/**
 * Loads the rows of the only account that calls name in the round trip of its lock, where a new account needs no others.
 * Null for all other calls.
 */
export async function loadEarly(tx: Transaction, named: NamedInCalls): Promise<RowsOfAccount | null> {
  const { users, evidence, unsigned } = named
  const id = onlyAccountOf(named)
  const isDecidedAlone = evidence.length === 0 && unsigned.ids.length === 0
  return id !== null && isDecidedAlone && users.length === 0 ? loadRowsOf(tx, id, named) : null
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
  { users: named, comparison }: NamedInCalls,
): Promise<Related> {
  const keys = locked.map((row) => row.id)
  const keyOf = new Map<AccountId, AccountKey>(locked.map((row) => [row.external_id, row.id]))
  const namedUsers = named.flatMap(({ accountId, ...user }) => {
    const account = keyOf.get(accountId)
    return account === undefined ? [] : [{ account, ...user }]
  })
  const added = namedUsers.filter((it) => it.isUnsigned)
  const attributed = [...new Set(comparison.attributed.flatMap((it) => keyOf.get(it.accountId) ?? []))]
  const accountsOfAdded = [...new Set(added.map((it) => it.account))]
  const [users, unconfirmed, referrals, rewards, compared] = await Promise.all([
    loadUsers(tx, keys, namedUsers, attributed),
    added.length === 0 ? [] : loadUnconfirmedUsers(tx, accountsOfAdded, added.length),
    loadReferrals(tx, keys),
    lockReferralRewards(tx, keys),
    loadComparedUsers(tx, keys, comparison),
  ])
  const relatedRows = relatedRowsOf([...users, ...unconfirmed], referrals, rewards)
  const confirmed = unconfirmed.filter((row) => row.is_earning).map((row) => row.id)
  return { relatedRows: { ...relatedRows, confirmed }, compared, closings: new Map() }
}

/** The rows of a list of accounts, ready to be combined with them. */
export type RelatedRows = {
  readonly users: ReadonlyMap<AccountKey, readonly User[]>
  /** Users that only unsigned calls named, and whose code brought a confirmed conversion; read where there are many. */
  readonly confirmed: readonly UserKey[]
  readonly referrals: ReadonlyMap<AccountKey, ReferralRow>
  readonly rewards: ReadonlyMap<string, RewardRow>
}

/** Reads what belongs to accounts in one pipeline, of their people only the first. */
export async function loadRelatedRows(tx: TenantTx, accounts: readonly AccountKey[]): Promise<RelatedRows> {
  const [users, referrals, rewards] = await Promise.all([
    loadUsers(tx, accounts, [], []),
    loadReferrals(tx, accounts),
    findReferralRewards(tx, accounts),
  ])
  return relatedRowsOf(users, referrals, rewards)
}

function relatedRowsOf(
  users: readonly UserRow[],
  referrals: readonly ReferralRow[],
  rewards: readonly RewardRow[],
): RelatedRows {
  return {
    users: usersByAccount(users),
    confirmed: [],
    referrals: new Map(referrals.map((row) => [row.referred_account_id, row])),
    rewards: new Map(rewards.map((row) => [`${row.referral_id} ${row.source}`, row])),
  }
}

/** People by account, each once and oldest first. */
export function usersByAccount(rows: readonly UserRow[]): Map<AccountKey, User[]> {
  const found = new Map<AccountKey, User[]>()
  const once = new Map(rows.map((row) => [row.id, row]))
  for (const row of [...once.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const users = found.get(row.account_id) ?? []
    users.push(userOf(row))
    found.set(row.account_id, users)
  }
  return found
}

/** Adds people to those of their accounts, each once and oldest first. */
export function withUsers(relatedRows: RelatedRows, further: RelatedRows['users']): RelatedRows {
  const users = new Map(relatedRows.users)
  for (const [account, added] of further) {
    const known = users.get(account) ?? []
    const keys = new Set(known.map((it) => it.key))
    const all = [...known, ...added.filter((it) => !keys.has(it.key))]
    users.set(
      account,
      all.sort((one, other) => (one.key < other.key ? -1 : 1)),
    )
  }
  return { ...relatedRows, users }
}

/** Puts an account together. `newRewardId` names the rewards that its referral may still get. */
export function accountOf(row: AccountRow, relatedRows: RelatedRows, newRewardId: () => RewardId): Account {
  const referral = relatedRows.referrals.get(row.id)
  const users = relatedRows.users.get(row.id) ?? []
  return {
    ...accountFieldsOf(row),
    users,
    earningUsers: users.map((it) => it.key).filter((key) => relatedRows.confirmed.includes(key)),
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
      userKey: row.referring_user_id,
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
    unconfirmedUser: row.unconfirmed_user_id,
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
