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
import { codeOwner, loadCodes } from '../../store/codes.ts'
import { SerializationConflict } from '../../store/database-error.ts'
import { loadParties, loadProviderOwners } from '../../store/parties.ts'
import { loadProgram } from '../../store/programs.ts'
import { loadRewardCounts, lockReferralRewards } from '../../store/rewards.ts'
import type { TenantTx } from '../../store/tenant-tx.ts'
import { loadUnconfirmedCounts } from '../../store/unconfirmed-conversions.ts'
import { isNobody, type Whose, whoseIds, whoseKeys } from '../../store/whose.ts'
import { programOf } from '../programs/program-of.ts'
import { accountOf, type Belongings, joinBelongings, loadBelongings, noBelongings } from './belongings.ts'

/** What a transaction knows before it decides. `stored` has the accounts that existed already. */
export type Loaded = { readonly book: Book; readonly stored: ReadonlySet<AccountId> }

/**
 * Locks the accounts that the calls name and reads all that deciding takes, in one flight; a second one only where more
 * accounts had to be locked than the calls name, or rewards are to be counted. An account that is not known yet is put
 * into the book as a blank one.
 */
export async function loadBook(
  tx: TenantTx,
  calls: readonly Call[],
  now: number,
  keys: IdGenerator,
): Promise<Loaded> {
  // Sorted: processes that add the same accounts at once do so in one order, and never wait for each other in a circle.
  const named = [...new Set(calls.map((call) => call.accountId))].sort()
  const isNamed = new Set(named)
  const evidence = calls.flatMap(evidenceOf)
  const codes = [...new Set(calls.flatMap(codesOf))]
  const unsigned = unsignedPaymentsIn(calls)
  // In this order: what belongs to an account is read once it is locked.
  const [accountRows, codeRows, providerOwners, stored, ofNamed] = await Promise.all([
    evidence.length === 0 && unsigned.ids.length === 0
      ? lockAccounts(tx, named, codes)
      : lockAccountsAndOthers(tx, named, codes, evidence, unsigned),
    loadCodes(tx, codes),
    loadProviderOwners(tx, [...new Set(calls.flatMap(providerIdsOf))]),
    loadProgram(tx),
    loadSurroundings(tx, whoseIds(named), codes),
  ])
  const owningIds = [
    ...[...codeRows.values()].map((row) => row.owner_account_id),
    ...providerOwners.map((row) => row.external_id),
  ]
  failIfNewSinceLocking(named, accountRows, owningIds)
  const program = programOf(stored.settings)
  const found = accountRows.map((row) => row.id)
  const owners = [...new Set([...codeRows.values()].map((row) => row.account_id))]
  const others = accountRows.filter((row) => !isNamed.has(row.external_id)).map((row) => row.id)
  const { mode, limit } = program.unsignedConversions
  const [ofOthers, rewardCounts, unconfirmedCounts] = await Promise.all([
    loadSurroundings(tx, whoseKeys(others), []),
    // As many more as the calls may take back, so that a count above a lowered limit is not cut short.
    loadRewardCounts(tx, program.maxReferrerRewards, calls.length, owners, found),
    mode === 'limit' && unsigned.ids.length > 0
      ? loadUnconfirmedCounts(tx, unconfirmedSince(now), limit + calls.length, owners, found)
      : new Map<AccountKey, number>(),
  ])
  const belongings = joinBelongings(ofNamed.belongings, ofOthers.belongings)

  const accounts = new Map<AccountId, Account>()
  for (const id of named) accounts.set(id, blankAccount(id, keys.make(now), now))
  for (const row of accountRows)
    accounts.set(
      row.external_id,
      accountOf(row, belongings, () => keys.make(now)),
    )
  const known = new Set(accountRows.map((row) => row.external_id))
  const book: Book = {
    now,
    program,
    accounts,
    stored: known,
    codes: new Map([...codeRows].map(([code, row]) => [code, codeOwner(row)])),
    parties: new Map([...ofNamed.parties, ...ofOthers.parties]),
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

type Surroundings = {
  readonly belongings: Belongings
  readonly parties: ReadonlyMap<AccountKey, ReferrerParty>
}

/** What belongs to accounts, and what rules may compare of those who referred them or share these codes. */
async function loadSurroundings(
  tx: TenantTx,
  accounts: Whose,
  codes: readonly ReferralCode[],
): Promise<Surroundings> {
  if (isNobody(accounts)) return { belongings: noBelongings, parties: new Map() }
  const [belongings, parties] = await Promise.all([
    loadBelongings(tx, accounts, lockReferralRewards),
    loadParties(tx, accounts, codes),
  ])
  return { belongings, parties }
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
