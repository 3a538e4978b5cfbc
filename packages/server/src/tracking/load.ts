import { type Account, blankAccount } from '@goodword/domain/referrals/account'
import type { Call } from '@goodword/domain/referrals/command'
import { type ReferrerEvidence, referrerEvidence } from '@goodword/domain/referrals/evidence'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { UserMilestones } from '@goodword/domain/rewards/milestones'
import type { KnownPrice } from '@goodword/domain/rewards/reward-worth'
import type { HistoryOfReferrer } from '@goodword/domain/tracking/facts-in-calls'
import type { TrackingState } from '@goodword/domain/tracking/tracking'
import type { AccountId, AccountKey, ProviderId, TenantId, UserKey } from '@goodword/domain/values/ids'
import { SerializationConflict } from '../engine/driver/database-error.ts'
import type { Context, Transaction } from '../frame/context.ts'
import { hasPromotionCodes, programOf } from '../frame/program/program-of.ts'
import { loadProgram } from '../frame/rows/programs.ts'
import { pricesOfReferrers } from './amounts-at-stake.ts'
import { type NamedInCalls, namedInCalls } from './named-in-calls.ts'
import {
  accountOf,
  loadEarly,
  loadRelated,
  type RelatedRows,
  usersByAccount,
  withUsers,
} from './related-rows.ts'
import { lockAccountsAndOthers } from './rows/account-locks.ts'
import { type AccountRow, loadProviderOwners } from './rows/accounts.ts'
import { type CodeRow, codeOwner, loadCodes } from './rows/codes.ts'
import { loadReportedUsers } from './rows/compared-users.ts'
import { loadGoneCustomers } from './rows/customers/customers.ts'
import { loadHistory } from './rows/evidence-keys.ts'
import { findFormerCodes, type StoredFormerCode } from './rows/former-codes.ts'
import type { Closings } from './rows/ledger/entries.ts'
import { lockMilestones, type MilestoneReferrers } from './rows/ledger/milestone-rewards.ts'
import { loadRewardCounts, loadUnconfirmedCounts, noRewards } from './rows/referrer-counts.ts'
import type { UserRow } from './rows/users.ts'

/** The data of a transaction before its decisions. `stored` has the accounts that existed already. */
export type Loaded = {
  readonly state: TrackingState
  readonly stored: ReadonlySet<AccountId>
  readonly closings: Closings
  /** The prices that referrers pay, where they are known. */
  readonly prices: ReadonlyMap<AccountKey, KnownPrice>
  /** Whether the tenant ever erased a person. */
  readonly hasErasures: boolean
  /** The codes of an earlier product that calls may name, as far as they were looked up; null if the program has none. */
  readonly formerCodes: ReadonlyMap<string, StoredFormerCode> | null
  /** When the usual facts were counted; null before the first time. */
  readonly usualFactsAt: number | null
  /** Whether the codes of people are promotion codes at the payment processor as well. */
  readonly hasPromotionCodes: boolean
}

/**
 * Locks the accounts of the calls, then reads the tracking state: one pipeline for new accounts, a
 * second one for the related rows of existing ones, unless the calls are of a kind for existing accounts. An unknown account is a blank
 * one.
 */
export async function loadTrackingState(tx: Transaction, calls: readonly Call[]): Promise<Loaded> {
  const { now, newId, tenantId } = tx
  const inCalls = namedInCalls(calls)
  const { accounts: named, providerIds, evidence, unsigned } = inCalls
  const limitedPrograms = tx.singleton(knownLimitedPrograms)
  const isLimited = limitedPrograms.has(tenantId)
  const limited = isLimited ? inCalls.limited : null
  const [accountRows, early, { codeRows, reported, histories }, providerOwners, former, stored] =
    await Promise.all([
      lockAccountsAndOthers(tx, named, { evidence, limited, unsigned }),
      loadEarly(tx, inCalls),
      loadCodeOwners(tx, inCalls),
      loadProviderOwners(tx, providerIds),
      findFormerCodes(tx, inCalls.spellings),
      loadProgram(tx),
    ])
  const owningIds = [
    ...[...codeRows.values()].map((row) => row.owner_account_id),
    ...providerOwners.map((row) => row.external_id),
  ]
  failIfNewSinceLocking(named, accountRows, owningIds)
  const program = programOf(stored.settings, stored.is_processor_connected, stored.usual_facts)
  const hasMilestones = program.milestones.length > 0 || stored.had_milestones
  const isCounting = program.maxReferrerRewards !== null || hasMilestones
  if (isCounting) limitedPrograms.add(tenantId)
  else limitedPrograms.delete(tenantId)
  if (isCounting && !isLimited) {
    throw new SerializationConflict('the program counts for referrers, and they are not locked yet')
  }
  const found = accountRows.map((row) => row.id)
  const referrers = [...new Set([...codeRows.values()].map((row) => row.account_id))]
  const { maxReferrerRewards, unsignedConversions } = program
  // Plus the number of rewards that the calls may cancel, so that the count of a referrer above a lowered limit is complete.
  const countedUpTo = (limit: number) => ({ referrers, referred: found, most: limit + calls.length })
  const namedRows = accountRows.filter((row) => named.includes(row.external_id))
  const highestMilestone = program.milestones.at(-1)?.friends ?? 0
  // The referral of an account that is added counts for nothing until it converts.
  const mayCount = namedRows.length > 0 || inCalls.mayConvert
  const [related, goneCustomers, rewards, unconfirmedCounts, milestones] = await Promise.all([
    loadRelated(tx, accountRows, inCalls, early),
    loadGoneCustomers(tx, replacedCustomers(calls, accountRows)),
    maxReferrerRewards === null || !mayCount
      ? noRewards
      : loadRewardCounts(tx, countedUpTo(maxReferrerRewards)),
    unsignedConversions.mode === 'limit' && unsigned.ids.length > 0
      ? loadUnconfirmedCounts(tx, countedUpTo(unsignedConversions.limit), now)
      : new Map<AccountKey, number>(),
    hasMilestones && mayCount
      ? lockMilestones(tx, milestoneReferrers(codeRows, namedRows, inCalls), highestMilestone, calls.length)
      : new Map<UserKey, UserMilestones>(),
  ])

  const compared = usersByAccount([...reported, ...related.compared])
  const relatedRows = withUsers(related.relatedRows, compared)
  const accounts = new Map<AccountId, Account>()
  for (const id of named) accounts.set(id, blankAccount(id, newId(), now))
  for (const row of accountRows) accounts.set(row.external_id, accountOf(row, relatedRows, newId))
  const known = new Set(accountRows.map((row) => row.external_id))
  const state: TrackingState = {
    now,
    program,
    accounts,
    stored: known,
    codes: new Map([...codeRows].map(([code, row]) => [code, codeOwner(row)])),
    hasFormerCodes: stored.has_former_codes,
    blocked: blockedReferrers(codeRows, relatedRows),
    identifiers: identifiersByReferrer(codeRows, relatedRows, compared),
    goneCustomers,
    history: histories,
    providerOwners: new Map(providerOwners.map((row) => [row.provider_id, row.id])),
    rewardCounts: rewards.counts,
    firstRewards: rewards.firstAt,
    unconfirmedCounts,
    milestones,
    newIds: () => ({
      referralId: newId(),
      referredRewardId: newId(),
      referringRewardId: newId(),
    }),
    newRewardId: () => newId(),
  }
  // A new account has no closing balance.
  const blank = [...accounts.values()].filter((it) => !known.has(it.id)).map((it) => [it.key, null] as const)
  return {
    state,
    stored: known,
    closings: new Map([...related.closings, ...blank]),
    prices: pricesOfReferrers([...codeRows.values()], [...relatedRows.referrals.values()], program.currency),
    hasErasures: stored.has_erasures,
    formerCodes: stored.has_former_codes ? former : null,
    usualFactsAt: stored.usual_facts_at,
    hasPromotionCodes: stored.is_processor_connected && hasPromotionCodes(stored.settings),
  }
}

function milestoneReferrers(
  codeRows: ReadonlyMap<ReferralCode, CodeRow>,
  referred: readonly AccountRow[],
  { comparison }: NamedInCalls,
): MilestoneReferrers {
  return {
    users: [...codeRows.values()].map((row) => row.user_id),
    referred: referred.map((row) => row.id),
    named: comparison.given.map((it) => ({ accountId: it.referrerId, userId: it.userId })),
  }
}

/** The customers that accounts are linked to, of which calls name others. */
function replacedCustomers(
  calls: readonly Call[],
  accountRows: readonly AccountRow[],
): readonly ProviderId[] {
  const named = new Map(
    calls.flatMap(({ accountId, commands }) =>
      commands.flatMap((it) => (it.kind === 'bind' ? [[accountId, it.providerId] as const] : [])),
    ),
  )
  return accountRows.flatMap(({ external_id: id, provider_id: linked }) =>
    linked === null || (named.get(id) ?? linked) === linked ? [] : [linked],
  )
}

type CodeOwners = {
  readonly codeRows: Map<ReferralCode, CodeRow>
  readonly reported: readonly UserRow[]
  readonly histories: ReadonlyMap<AccountId, HistoryOfReferrer>
}

/**
 * The owners of the codes that calls name, those of their people with an e-mail address that is reported of a friend, and the
 * histories of accounts, which come with the codes that would refer them.
 */
async function loadCodeOwners(
  tx: Transaction,
  { codes, comparison, histories: asked }: NamedInCalls,
): Promise<CodeOwners> {
  const others = codes.filter((code) => asked.every((it) => it.code !== code))
  const [found, { histories, codes: named }, reported] = await Promise.all([
    others.length === 0 ? new Map<ReferralCode, CodeRow>() : loadCodes(tx, others),
    loadHistory(tx, asked, tx.now),
    loadReportedUsers(tx, comparison),
  ])
  return { codeRows: new Map([...found, ...named.map((it) => [it.code, it] as const)]), reported, histories }
}

/**
 * The tenants whose program limits the rewards of a referrer, or has or had milestones, in this process's cache: referrers are locked
 * together with the accounts, before the program is read. If the cache is outdated, the transaction is repeated.
 */
function knownLimitedPrograms(_ctx: Context): Set<TenantId> {
  return new Set()
}

/** The data that fraud rules compare of the owners of these codes, and of the referrers of the accounts. */
function identifiersByReferrer(
  codes: ReadonlyMap<ReferralCode, CodeRow>,
  { referrals }: RelatedRows,
  users: RelatedRows['users'],
): ReadonlyMap<AccountKey, ReferrerEvidence> {
  const entryOf = (key: AccountKey, providerId: ProviderId | null, claimedProviderId: ProviderId | null) =>
    [key, referrerEvidence({ providerId, claimedProviderId, users: users.get(key) ?? [] })] as const
  return new Map([
    ...[...codes.values()].map((row) =>
      entryOf(row.account_id, row.owner_provider_id, row.owner_claimed_provider_id),
    ),
    ...[...referrals.values()].map((row) =>
      entryOf(row.referring_account_id, row.referring_provider_id, row.referring_claimed_provider_id),
    ),
  ])
}

/** The blocked ones of the owners of these codes, and of the referrers of the accounts. */
function blockedReferrers(
  codes: ReadonlyMap<ReferralCode, CodeRow>,
  { referrals }: RelatedRows,
): ReadonlySet<AccountKey> {
  const owners = [...codes.values()].filter((row) => row.owner_blocked_at !== null)
  const referrers = [...referrals.values()].filter((row) => row.referring_blocked_at !== null)
  return new Set([
    ...owners.map((row) => row.account_id),
    ...referrers.map((row) => row.referring_account_id),
  ])
}

/**
 * An account that did not exist when it was to be locked, but owns a code or customer of a call, was created in between, perhaps by the same
 * call in another process. A decision on a blank account would refuse its own customer or code.
 */
function failIfNewSinceLocking(
  named: readonly AccountId[],
  locked: readonly AccountRow[],
  owningIds: readonly AccountId[],
): void {
  const known = new Set(locked.map((row) => row.external_id))
  if (owningIds.some((id) => !known.has(id) && named.includes(id))) {
    throw new SerializationConflict('an account was created while its rows were read')
  }
}
