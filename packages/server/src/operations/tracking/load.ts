import { type Account, blankAccount } from '@goodword/domain/account'
import type { Call } from '@goodword/domain/command'
import { type ReferrerParty, referrerParty } from '@goodword/domain/evidence'
import { MOST_USERS } from '@goodword/domain/identification'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/ids'
import { unconfirmedSince } from '@goodword/domain/program'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { TrackingState } from '@goodword/domain/tracking'
import { type AccountRow, lockAccounts, lockAccountsAndOthers } from '../../store/accounts.ts'
import { type CodeRow, codeOwner, loadCodes } from '../../store/codes.ts'
import { type Comparison, loadComparedPeople } from '../../store/compared-people.ts'
import { loadProgram } from '../../store/directory/programs.ts'
import { SerializationConflict } from '../../store/driver/database-error.ts'
import { lockReferralRewards } from '../../store/ledger/rewards.ts'
import {
  loadParticipants,
  type NamedPerson,
  type ParticipantRow,
  peopleByAccount,
} from '../../store/participants.ts'
import { loadProviderOwners } from '../../store/provider-owners.ts'
import { loadReferrals } from '../../store/referrals.ts'
import { loadRewardCounts, loadUnconfirmedCounts } from '../../store/referrer-counts.ts'
import type { Transaction } from '../context.ts'
import { programOf } from '../programs/program-of.ts'
import { namedInCalls } from './named-in-calls.ts'
import { accountOf, type RelatedRows, relatedRowsOf, withPeople } from './related-rows.ts'

/** What a transaction knows before it decides. `stored` has the accounts that existed already. */
export type Loaded = { readonly state: TrackingState; readonly stored: ReadonlySet<AccountId> }

/**
 * Locks the accounts that the calls name, then reads all that deciding takes: one pipeline for accounts that are new, a
 * second one for the related rows of those that exist. An account that is not known yet is put into the book as a blank
 * one.
 */
export async function loadTrackingState(tx: Transaction, calls: readonly Call[]): Promise<Loaded> {
  const { now, newId } = tx
  const { accounts: named, people, codes, providerIds, evidence, comparison, unsigned } = namedInCalls(calls)
  const [accountRows, codeRows, providerOwners, stored, comparedByCode] = await Promise.all([
    evidence.length === 0 && unsigned.ids.length === 0
      ? lockAccounts(tx, named, codes)
      : lockAccountsAndOthers(tx, named, codes, evidence, unsigned),
    loadCodes(tx, codes),
    loadProviderOwners(tx, providerIds),
    loadProgram(tx),
    loadComparedByCode(tx, comparison),
  ])
  const owningIds = [
    ...[...codeRows.values()].map((row) => row.owner_account_id),
    ...providerOwners.map((row) => row.external_id),
  ]
  failIfNewSinceLocking(named, accountRows, owningIds)
  const program = programOf(stored.settings)
  const found = accountRows.map((row) => row.id)
  const keyOf = new Map(accountRows.map((row) => [row.external_id, row.id]))
  const namedPeople = people.flatMap(({ accountId, ...person }) => {
    const account = keyOf.get(accountId)
    return account === undefined ? [] : [{ account, ...person }]
  })
  const referrers = [...new Set([...codeRows.values()].map((row) => row.account_id))]
  const { maxReferrerRewards, unsignedConversions } = program
  // As many more as the calls may take back, so that a count above a lowered limit is not cut short.
  const countedUpTo = (limit: number) => ({ referrers, referred: found, most: limit + calls.length })
  const [related, rewardCounts, unconfirmedCounts] = await Promise.all([
    loadRelated(tx, found, namedPeople, comparison),
    maxReferrerRewards === null
      ? new Map<AccountKey, number>()
      : loadRewardCounts(tx, countedUpTo(maxReferrerRewards)),
    unsignedConversions.mode === 'limit' && unsigned.ids.length > 0
      ? loadUnconfirmedCounts(tx, countedUpTo(unsignedConversions.limit), unconfirmedSince(now))
      : new Map<AccountKey, number>(),
  ])

  const compared = peopleByAccount([...comparedByCode, ...related.compared])
  const relatedRows = withPeople(related.relatedRows, compared)
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
    parties: partiesOf(codeRows, relatedRows, compared),
    providerOwners: new Map(providerOwners.map((row) => [row.provider_id, row.id])),
    rewardCounts,
    unconfirmedCounts,
    newIds: () => ({
      referralId: newId(),
      referredRewardId: newId(),
      referringRewardId: newId(),
    }),
  }
  return { state, stored: known }
}

/** Of the referrers of new accounts, the people with an e-mail address that is said of the account. */
async function loadComparedByCode(
  tx: Transaction,
  comparison: Comparison,
): Promise<readonly ParticipantRow[]> {
  const { attributed, reportedEmails } = comparison
  const compared = attributed.filter((it) => reportedEmails.has(it.accountId))
  return compared.length === 0
    ? []
    : loadComparedPeople(tx, [], { attributed: compared, given: [], reportedEmails })
}

type Related = {
  readonly relatedRows: RelatedRows
  /** People of the accounts and of those who referred or would refer them, whom fraud rules may match. */
  readonly compared: readonly ParticipantRow[]
}

/** Reads what belongs to locked accounts, and locks the rewards of their referrals. */
async function loadRelated(
  tx: Transaction,
  accounts: readonly AccountKey[],
  named: readonly NamedPerson[],
  comparison: Comparison,
): Promise<Related> {
  if (accounts.length === 0) {
    return { relatedRows: relatedRowsOf({ people: new Map(), counts: new Map() }, [], []), compared: [] }
  }
  const [participants, referrals, rewards, compared] = await Promise.all([
    loadParticipants(tx, accounts, named, MOST_USERS),
    loadReferrals(tx, accounts),
    lockReferralRewards(tx, accounts),
    loadComparedPeople(tx, accounts, comparison),
  ])
  return { relatedRows: relatedRowsOf(participants, referrals, rewards), compared }
}

/** What fraud rules compare of those who share these codes, and of those who referred the accounts. */
function partiesOf(
  codes: ReadonlyMap<ReferralCode, CodeRow>,
  { referrals }: RelatedRows,
  people: RelatedRows['participants'],
): ReadonlyMap<AccountKey, ReferrerParty> {
  const party = (key: AccountKey, providerId: ProviderId | null, claimedProviderId: ProviderId | null) =>
    [key, referrerParty({ providerId, claimedProviderId, participants: people.get(key) ?? [] })] as const
  return new Map([
    ...[...codes.values()].map((row) =>
      party(row.account_id, row.owner_provider_id, row.owner_claimed_provider_id),
    ),
    ...[...referrals.values()].map((row) =>
      party(row.referring_account_id, row.referring_provider_id, row.referring_claimed_provider_id),
    ),
  ])
}

/**
 * An account that was not there to be locked and yet owns what a call names was made in between, perhaps by the same
 * call told elsewhere. Deciding on a blank account would refuse it what is its own.
 */
function failIfNewSinceLocking(
  named: readonly AccountId[],
  locked: readonly AccountRow[],
  owningIds: readonly AccountId[],
): void {
  const known = new Set(locked.map((row) => row.external_id))
  if (owningIds.some((id) => !known.has(id) && named.includes(id))) {
    throw new SerializationConflict('an account came to be while its rows were read')
  }
}
