import type { Account } from '@goodword/domain/account'
import type { Call } from '@goodword/domain/command'
import { emailKey } from '@goodword/domain/email-key'
import type { ReferrerParty } from '@goodword/domain/evidence'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/ids'
import { unconfirmedSince } from '@goodword/domain/program'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { NO_SUBSCRIPTION } from '@goodword/domain/subscription'
import type { Book } from '@goodword/domain/tracking'
import type { IdGenerator } from '../../platform/id-generator.ts'
import {
  type AccountRow,
  type Evidence,
  lockAccounts,
  lockAccountsAndOthers,
  type UnsignedPayments,
} from '../../store/accounts.ts'
import { codeOwner, loadCodesWithParty } from '../../store/codes.ts'
import { SerializationConflict } from '../../store/database-error.ts'
import { loadParticipants } from '../../store/participants.ts'
import { loadProviderOwners, partyOf } from '../../store/parties.ts'
import { loadProgram } from '../../store/programs.ts'
import { loadReferralsWithParty } from '../../store/referrals.ts'
import { loadRewardCounts, lockReferralRewards } from '../../store/rewards.ts'
import type { TenantTx } from '../../store/tenant-tx.ts'
import { loadUnconfirmedCounts } from '../../store/unconfirmed-conversions.ts'
import { programOf } from '../programs/program-of.ts'
import { accountOf, type Belongings, belongingsOf } from './belongings.ts'

/** What a transaction knows before it decides. `stored` has the accounts that existed already. */
export type Loaded = { readonly book: Book; readonly stored: ReadonlySet<AccountId> }

/**
 * Locks the accounts that the calls name, then reads all that deciding takes: one pipeline for accounts that are new, a
 * second one for the related rows of those that exist. An account that is not known yet is put into the book as a blank
 * one.
 */
export async function loadBook(
  tx: TenantTx,
  calls: readonly Call[],
  now: number,
  keys: IdGenerator,
): Promise<Loaded> {
  // Sorted: processes that add the same accounts at once do so in one order, and never wait for each other in a circle.
  const named = [...new Set(calls.map((call) => call.accountId))].sort()
  const evidence = calls.flatMap(evidenceOf)
  const codes = [...new Set(calls.flatMap(codesOf))]
  const unsigned = unsignedPaymentsIn(calls)
  const [accountRows, codeRows, providerOwners, stored] = await Promise.all([
    evidence.length === 0 && unsigned.ids.length === 0
      ? lockAccounts(tx, named, codes)
      : lockAccountsAndOthers(tx, named, codes, evidence, unsigned),
    loadCodesWithParty(tx, codes),
    loadProviderOwners(tx, [...new Set(calls.flatMap(providerIdsOf))]),
    loadProgram(tx),
  ])
  const owningIds = [
    ...[...codeRows.values()].map((row) => row.owner_account_id),
    ...providerOwners.map((row) => row.external_id),
  ]
  failIfNewSinceLocking(named, accountRows, owningIds)
  const program = programOf(stored.settings)
  const found = accountRows.map((row) => row.id)
  const owners = [...new Set([...codeRows.values()].map((row) => row.account_id))]
  const { mode, limit } = program.unsignedConversions
  const [related, rewardCounts, unconfirmedCounts] = await Promise.all([
    loadRelated(tx, found),
    // As many more as the calls may take back, so that a count above a lowered limit is not cut short.
    loadRewardCounts(tx, program.maxReferrerRewards, calls.length, owners, found),
    mode === 'limit' && unsigned.ids.length > 0
      ? loadUnconfirmedCounts(tx, unconfirmedSince(now), limit + calls.length, owners, found)
      : new Map<AccountKey, number>(),
  ])

  const accounts = new Map<AccountId, Account>()
  for (const id of named) accounts.set(id, blankAccount(id, keys.make(now), now))
  for (const row of accountRows)
    accounts.set(
      row.external_id,
      accountOf(row, related.belongings, () => keys.make(now)),
    )
  const known = new Set(accountRows.map((row) => row.external_id))
  const book: Book = {
    now,
    program,
    accounts,
    stored: known,
    codes: new Map([...codeRows].map(([code, row]) => [code, codeOwner(row)])),
    parties: new Map([
      ...related.parties,
      ...[...codeRows.values()].map((row) => [row.account_id, partyOf(row)] as const),
    ]),
    providerOwners: new Map(providerOwners.map((row) => [row.provider_id, row.id])),
    rewardCounts,
    unconfirmedCounts,
    newIds: () => ({
      referralId: keys.make(now),
      referredRewardId: keys.make(now),
      referringRewardId: keys.make(now),
    }),
  }
  return { book, stored: known }
}

type Related = {
  readonly belongings: Belongings
  /** What fraud rules compare of those who referred the accounts. */
  readonly parties: ReadonlyMap<AccountKey, ReferrerParty>
}

/** Reads what belongs to locked accounts, and locks the rewards of their referrals. */
async function loadRelated(tx: TenantTx, accounts: readonly AccountKey[]): Promise<Related> {
  if (accounts.length === 0) return { belongings: belongingsOf(new Map(), [], []), parties: new Map() }
  const [participants, referrals, rewards] = await Promise.all([
    loadParticipants(tx, accounts),
    loadReferralsWithParty(tx, accounts),
    lockReferralRewards(tx, accounts),
  ])
  return {
    belongings: belongingsOf(participants, referrals, rewards),
    parties: new Map(referrals.map((row) => [row.referring_account_id, partyOf(row)])),
  }
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

function blankAccount(id: AccountId, key: AccountKey, now: number): Account {
  return {
    key,
    id,
    createdAt: now,
    subscription: NO_SUBSCRIPTION,
    providerId: null,
    claimedProviderId: null,
    browserPaid: false,
    paidAt: null,
    participants: [],
    referral: null,
  }
}

function codesOf(call: Call): readonly ReferralCode[] {
  return call.commands.flatMap((it) => {
    if (it.kind === 'attribute') return it.code ?? []
    return it.kind === 'identify' ? (it.code ?? []) : []
  })
}

function providerIdsOf(call: Call): readonly ProviderId[] {
  return call.commands.flatMap((it) => (it.kind === 'bind' ? [it.providerId] : []))
}

function evidenceOf({ accountId, commands }: Call): readonly Evidence[] {
  return commands.flatMap((it): readonly Evidence[] => {
    if (it.kind === 'bind') return [{ accountId, emailKey: null, providerId: it.providerId }]
    const email = it.kind === 'identify' ? it.email : undefined
    return email === undefined ? [] : [{ accountId, emailKey: emailKey(email), providerId: null }]
  })
}

function unsignedPaymentsIn(calls: readonly Call[]): UnsignedPayments {
  const paying = calls.filter(
    ({ voice, commands }) =>
      voice === 'browser' &&
      commands.some((it) => it.kind === 'report' && it.status === 'PAID' && it.vouched !== true),
  )
  return { ids: paying.map((it) => it.accountId), codes: paying.flatMap(codesOf) }
}
