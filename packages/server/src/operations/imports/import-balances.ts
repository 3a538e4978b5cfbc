import { createHash } from 'node:crypto'
import { Refusal } from '@goodword/contract/refusal'
import { LARGEST_CREDIT } from '@goodword/contract/values'
import type { AccountId, AccountKey, EventId, RewardId } from '@goodword/domain/ids'
import { entriesBetween } from '@goodword/domain/ledger'
import { manualReward } from '@goodword/domain/reward'
import { findAccounts } from '../../store/accounts.ts'
import { insertEvents } from '../../store/events.ts'
import { insertEntries, ownedEntries } from '../../store/ledger/entries.ts'
import { findAmountsOfRequests } from '../../store/ledger/manual-rewards.ts'
import { insertRewards, type OwnedReward } from '../../store/ledger/rewards.ts'
import { enqueueCustomers } from '../billing/enqueue-customers.ts'
import type { Transaction } from '../context.ts'
import type { ClaimedRow } from './dry-run-claims.ts'
import type { RowFields } from './row-fields.ts'
import type { RowFault, RowResult } from './row-result.ts'

/** Credit that an account has, in the smallest pieces of its unit. */
export type BalanceRow = {
  readonly accountId: AccountId
  readonly unit: string
  readonly amount: number
  readonly expiresAt: number | null
}

/** `now` is of the tenant's clock: credit that has expired is none. */
export function readBalanceRow(fields: RowFields, now: number): BalanceRow {
  const accountId = fields.requiredText('accountId', 'merchant-id') as AccountId
  const unit = fields.requiredText('unit', 'person-name')
  const amount = fields.requiredAmount('amount', LARGEST_CREDIT)
  const expiresAt = fields.date('dateExpires') ?? null
  if (expiresAt !== null && expiresAt <= now) {
    throw new Refusal('VALIDATION_FAILED', '"dateExpires" is in the past.', 'dateExpires')
  }
  return { accountId, unit, amount, expiresAt }
}

/**
 * Gives each balance as a manual credit. A balance is identified by its account, unit and expiry, so that the same file
 * gives nothing twice; another amount of the same balance is rejected. A dry run only decides.
 */
export async function importBalances(
  tx: Transaction,
  rows: readonly BalanceRow[],
  isDryRun: boolean,
): Promise<readonly RowResult[]> {
  const keys = rows.map(requestKeyOf)
  const [accounts, amounts] = await Promise.all([
    findAccounts(tx, [...new Set(rows.map((it) => it.accountId))]),
    findAmountsOfRequests(tx, [...new Set(keys)]),
  ])
  const keyOf = new Map<AccountId, AccountKey>(accounts.map((it) => [it.external_id, it.id]))
  const given: OwnedReward[] = []
  const results = rows.map((row, index): RowResult => {
    const requestKey = keys[index] ?? ''
    const account = keyOf.get(row.accountId)
    if (account === undefined) return unknownAccount
    const amount = amounts.get(requestKey)
    if (amount !== undefined) return amount === row.amount ? 'unchanged' : otherAmount(amount)
    amounts.set(requestKey, row.amount)
    given.push({ ...rewardOf(tx, row), account, requestKey })
    return 'created'
  })
  if (!isDryRun && given.length > 0) saveRewards(tx, given)
  return results
}

/** Of an account, unit and expiry: a hash, because a key is no place for the ids of a merchant. */
function requestKeyOf({ accountId, unit, expiresAt }: BalanceRow): string {
  const identity = JSON.stringify([accountId, unit, expiresAt])
  return `import balance ${createHash('sha256').update(identity).digest('base64url')}`
}

function rewardOf(tx: Transaction, { unit, amount, expiresAt }: BalanceRow) {
  const reward = manualReward({ type: 'CREDIT', unit, credit: amount }, tx.now, null, expiresAt)
  return { id: tx.newId<RewardId>(), participant: null, referral: null, reward }
}

function saveRewards(tx: Transaction, given: readonly OwnedReward[]): void {
  const { now, newId } = tx
  insertRewards(tx, given)
  const entries = given.flatMap(({ id: rewardId, account, reward }) =>
    ownedEntries(entriesBetween(rewardId, null, reward, now), { account, rewardId, reward }, newId),
  )
  insertEntries(tx, entries)
  const events = given.map(({ id: rewardId, account }) => ({
    id: newId<EventId>(),
    actor: 'import',
    outcome: { type: 'reward.created', reason: 'BALANCE_IMPORTED', account, rewardId } as const,
  }))
  insertEvents(tx, events)
  enqueueCustomers(
    tx,
    given.map((it) => it.account),
  )
}

const unknownAccount: RowFault = {
  code: 'ACCOUNT_NOT_FOUND',
  field: 'accountId',
  message: 'No account has this ID. Import its users first.',
}

function otherAmount(amount: number): RowFault {
  const message = `The balance of this account, unit and expiry was imported with the amount ${amount}. Add up such amounts in one row.`
  return { code: 'BALANCE_DIFFERS', field: 'amount', message }
}

/** A balance is claimed once, with one amount. */
export function claimsOfBalance(row: BalanceRow): ClaimedRow {
  const record = {
    claim: requestKeyOf(row),
    owner: String(row.amount),
    content: '',
    fault: {
      code: 'BALANCE_DIFFERS',
      field: 'amount',
      message:
        'An earlier row of the file has another amount for the same account, unit and expiry. Add them up in one row.',
    },
  } as const
  return { record, others: [] }
}
