import { MOST_USERS } from '@goodword/domain/identification'
import type { AccountId, AccountKey } from '@goodword/domain/ids'
import type { AccountRow } from '../../store/accounts.ts'
import { loadComparedPeople } from '../../store/compared-people.ts'
import type { Closings } from '../../store/ledger/entries.ts'
import { lockReferralRewards } from '../../store/ledger/rewards.ts'
import { FEW_PEOPLE, loadRowsOfAccount, type RowsOfAccount } from '../../store/one-account.ts'
import { loadParticipants, type ParticipantRow, peopleByAccount } from '../../store/participants.ts'
import { loadReferrals } from '../../store/referrals.ts'
import type { Transaction } from '../context.ts'
import type { NamedInCalls } from './named-in-calls.ts'
import { type RelatedRows, relatedRowsOf } from './related-rows.ts'

/** What belongs to the accounts of calls. */
export type Related = {
  readonly relatedRows: RelatedRows
  /** Users of the accounts and of their referrers that fraud rules may match. */
  readonly compared: readonly ParticipantRow[]
  /** Of accounts that have or may get rewards, where it was read. */
  readonly closings: Closings
}

/**
 * Reads what belongs to locked accounts, and locks the rewards of their referrals. `early` is what was read of the only
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
  if (rows === null || rows.people.length === FEW_PEOPLE) return loadRelatedOfMany(tx, locked, named)
  const people = peopleByAccount(rows.people)
  return {
    relatedRows: relatedRowsOf({ people, counts: new Map() }, rows.referrals, rows.rewards),
    compared: rows.peopleOfReferrer,
    closings: rows.closings,
  }
}

const nothing = relatedRowsOf({ people: new Map(), counts: new Map() }, [], [])

/**
 * What belongs to the only account that calls name, read before it is known whether the account exists: for calls that
 * does not exist for a new account. Null for all others.
 */
export async function loadEarly(
  tx: Transaction,
  named: NamedInCalls,
  isLimited: boolean,
): Promise<RowsOfAccount | null> {
  const { people, evidence, unsigned } = named
  const id = onlyAccountOf(named)
  const isLockedAlone = evidence.length === 0 && unsigned.ids.length === 0 && !isLimited
  return id !== null && isLockedAlone && people.length === 0 ? loadRowsOf(tx, id, named) : null
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
  const [participants, referrals, rewards, compared] = await Promise.all([
    loadParticipants(tx, keys, namedPeople, MOST_USERS),
    loadReferrals(tx, keys),
    lockReferralRewards(tx, keys),
    loadComparedPeople(tx, keys, comparison),
  ])
  return { relatedRows: relatedRowsOf(participants, referrals, rewards), compared, closings: new Map() }
}
