import { createHash } from 'node:crypto'
import { MAX_MONTHS } from '@goodword/contract/frame/values'
import { amountLimits } from '@goodword/contract/rewards/reward'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import {
  amountOf,
  isCreditType,
  isQueued,
  manualReward,
  QUEUED_PERCENT,
  type RewardSource,
  type RewardSpec,
  rewardSources,
  rewardTypes,
  specOf,
  unitOf,
} from '@goodword/domain/rewards/reward'
import type { AccountId, AccountKey, EventId, ReferralId, RewardId } from '@goodword/domain/values/ids'
import { parseCurrency } from '@goodword/domain/values/money'
import { hashOf, reportedPayment } from '../../billing/payments/keep-payments.ts'
import {
  type FriendPaymentRow,
  loadFriendPayments,
  saveFriendPayments,
} from '../../billing/rows/friend-payments.ts'
import type { Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import { findAmountsOfRequests } from '../../referring/rewards/rows/manual-rewards.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { findReferralRewards, insertRewards, type OwnedReward } from '../../tracking/rows/ledger/rewards.ts'
import { loadReferrals } from '../../tracking/rows/referrals.ts'
import type { ClaimedRow } from './dry-run-claims.ts'
import { invalid, type RowFields } from './reading/row-fields.ts'
import type { RowFault, RowResult } from './reading/row-result.ts'

/** The unspent credit of an account. */
export type BalanceRow = {
  readonly accountId: AccountId
  readonly spec: RewardSpec
  readonly scheduledFor: number | null
  readonly expiresAt: number | null
  /** When a queued percentage was earned; null for now, and of others. */
  readonly queuedAt: number | null
  /** The ID of the reward where the file was exported. */
  readonly id: string | null
  /** The referral that gave it, and to which side; null for a reward by hand. */
  readonly ofReferral: { readonly referredAccountId: AccountId; readonly source: RewardSource } | null
  /** What the next shares of the friend's payments pay back: the amount of `spec` is missing. */
  readonly isDebt: boolean
}

const MAX_ID = 256

/** `now` is of the tenant's clock: credit that has expired is none. */
export function readBalanceRow(fields: RowFields, now: number): BalanceRow {
  const accountId = fields.requiredText('accountId', 'merchant-id') as AccountId
  const expiresAt = fields.date('dateExpires') ?? null
  if (expiresAt !== null && expiresAt <= now) throw invalid('dateExpires', 'is in the past')
  const isDebt = fields.word('type', rewardTypes) === 'PAYMENT_SHARE'
  const spec = isDebt ? debtIn(fields) : specIn(fields)
  return {
    accountId,
    isDebt,
    spec,
    scheduledFor: fields.date('dateScheduledFor') ?? null,
    expiresAt,
    queuedAt: isQueued(spec) ? (fields.pastDate('dateCreated', now) ?? null) : null,
    id: fields.note('id', MAX_ID) ?? null,
    ofReferral: referralIn(fields),
  }
}

function specIn(fields: RowFields): RewardSpec {
  const type = fields.word('type', rewardTypes) ?? 'CREDIT'
  const unit = fields.requiredText('unit', 'person-name')
  const isQueue = type === 'PCT_DISCOUNT' && unit === QUEUED_PERCENT
  if (type === 'PCT_DISCOUNT' && unit !== '%' && !isQueue)
    throw invalid('unit', `must be % for a percentage, or ${QUEUED_PERCENT} for one that is queued`)
  if (isCreditType(type)) requireWrittenAsCurrency(unit)
  const { max, of } = amountLimits[type]
  const amount = fields.requiredAmount('amount', max, of)
  return specOf({ type, unit, amount, months: isQueue ? monthsIn(fields) : null })
}

/** A share itself comes with its referral. */
function debtIn(fields: RowFields): RewardSpec {
  const unit = fields.requiredText('unit', 'person-name')
  if (parseCurrency(unit) === null) throw invalid('unit', 'must be a currency for what is owed of a share')
  if (fields.word('rewardSource', rewardSources) !== 'FRIEND_SIGNUP')
    throw invalid('rewardSource', 'must be FRIEND_SIGNUP for what is owed of a share')
  return { type: 'CREDIT', unit, credit: fields.requiredDebt('amount', amountLimits.CREDIT.max) }
}

/** An end says it where its turn has begun. */
function monthsIn(fields: RowFields): number | null {
  const hasMonths = fields.value('months') !== undefined
  if (hasMonths === (fields.value('dateExpires') !== undefined))
    throw invalid('months', 'or dateExpires must say when a queued percentage ends, and not both')
  return hasMonths ? fields.requiredAmount('months', MAX_MONTHS, 'a number of months') : null
}

/** Credit in `usd` would stand beside that in `USD`, and come off no bill. */
function requireWrittenAsCurrency(unit: string): void {
  const code = unit.trim().toUpperCase()
  if (code === unit || parseCurrency(code) === null) return
  throw invalid('unit', `is ${JSON.stringify(unit)}: currencies are written in upper case, as ${code}`)
}

function referralIn(fields: RowFields): BalanceRow['ofReferral'] {
  const source = fields.word('rewardSource', rewardSources) ?? 'MANUAL'
  // A milestone was reached and a friend paid elsewhere: the rest of the reward is given here as any other balance.
  if (source !== 'REFERRED' && source !== 'FRIEND_SIGNUP') return null
  return { referredAccountId: fields.requiredText('referredAccountId', 'merchant-id') as AccountId, source }
}

/**
 * Gives each balance by hand, but what a referral gave, which an import of that referral brings: such a row only needs the
 * referral to be there. A balance is identified by its ID, or by its account, unit and expiry, so that the same file gives
 * nothing twice; another amount of the same balance is rejected. A dry run only decides.
 */
export async function importBalances(
  tx: Transaction,
  rows: readonly BalanceRow[],
  isDryRun: boolean,
): Promise<readonly RowResult[]> {
  const keys = rows.map(requestKeyOf)
  const [accounts, amounts, brought] = await Promise.all([
    findAccounts(tx, [...new Set(rows.map((it) => it.accountId))]),
    findAmountsOfRequests(tx, [...new Set(keys)]),
    broughtByReferrals(tx, rows),
  ])
  const friends = rows.flatMap((it) => {
    const referral = it.isDebt && it.ofReferral !== null ? brought.get(sideKey(it.ofReferral)) : undefined
    return referral === undefined ? [] : [referral.friend]
  })
  const payments = friends.length === 0 ? [] : await loadFriendPayments(tx, [...new Set(friends)])
  const debts = new Set(payments.map((it) => it.reference_hash))
  const keyOf = new Map<AccountId, AccountKey>(accounts.map((it) => [it.external_id, it.id]))
  const given: OwnedReward[] = []
  const owed: FriendPaymentRow[] = []
  const results = rows.map((row, index): RowResult => {
    const requestKey = keys[index] ?? ''
    const account = keyOf.get(row.accountId)
    if (account === undefined) return unknownAccount
    if (row.ofReferral !== null) {
      const referral = brought.get(sideKey(row.ofReferral))
      if (referral === undefined) return unknownReferral
      const debt = row.isDebt ? debtRow(tx, row, account, referral) : null
      if (debt === null || debts.has(debt.reference_hash)) return 'unchanged'
      debts.add(debt.reference_hash)
      owed.push(debt)
      return 'created'
    }
    const amount = amounts.get(requestKey)
    const ownAmount = amountOf(row.spec)
    if (amount !== undefined) return amount === ownAmount ? 'unchanged' : otherAmount(amount)
    amounts.set(requestKey, ownAmount)
    given.push({ ...rewardOf(tx, row), account, requestKey })
    return 'created'
  })
  if (!isDryRun && given.length > 0) saveRewards(tx, given)
  if (!isDryRun) saveFriendPayments(tx, owed)
  return results
}

type Brought = { readonly referral: ReferralId; readonly friend: AccountKey }

/** A payment of nothing that leaves what is owed, from before all others: shares of later ones pay it back. */
function debtRow(
  tx: Transaction,
  row: BalanceRow,
  account: AccountKey,
  { referral, friend }: Brought,
): FriendPaymentRow {
  const minor = amountOf(row.spec)
  const currency = parseCurrency(unitOf(row.spec))
  if (currency === null) throw new Error('what is owed is in no currency')
  return {
    ...reportedPayment(tx, friend, hashOf(requestKeyOf(row)), { paid: { minor: 0, currency }, paidAt: 0 }),
    is_reversed: true,
    referral_id: referral,
    referrer_account_id: account,
    given_minor: minor,
    debt_minor: minor,
  }
}

/** The sides of referrals that rows name and that have a reward. */
async function broughtByReferrals(
  tx: Transaction,
  rows: readonly BalanceRow[],
): Promise<ReadonlyMap<string, Brought>> {
  const ids = [...new Set(rows.flatMap((it) => it.ofReferral?.referredAccountId ?? []))]
  if (ids.length === 0) return new Map()
  const accounts = new Map((await findAccounts(tx, ids)).map((it) => [it.id, it.external_id]))
  const keys = [...accounts.keys()]
  const [referrals, rewards] = await Promise.all([loadReferrals(tx, keys), findReferralRewards(tx, keys)])
  const friendOf = new Map(referrals.map((it) => [it.id, it.referred_account_id]))
  return new Map(
    rewards.flatMap(({ referral_id: referral, source }) => {
      const friend = referral === null ? undefined : friendOf.get(referral)
      const referredAccountId = friend === undefined ? undefined : accounts.get(friend)
      if (referral === null || friend === undefined || referredAccountId === undefined) return []
      return [[sideKey({ referredAccountId, source }), { referral, friend }] as const]
    }),
  )
}

function sideKey({ referredAccountId, source }: NonNullable<BalanceRow['ofReferral']>): string {
  return `${source} ${referredAccountId}`
}

/** A hash of what identifies a balance, because a key is no place for the IDs of a merchant. */
function requestKeyOf(row: BalanceRow): string {
  const { accountId, spec, scheduledFor, expiresAt, id, isDebt } = row
  if (isDebt) return `import debt ${JSON.stringify(id ?? row.ofReferral)} ${unitOf(spec)}`
  const isCredit = spec.type === 'CREDIT' && scheduledFor === null
  const whole = [accountId, unitOf(spec), expiresAt, ...(isCredit ? [] : [spec.type, scheduledFor])]
  const identity = JSON.stringify(id === null ? whole : { id })
  return `import balance ${createHash('sha256').update(identity).digest('base64url')}`
}

/** A queued percentage keeps its place. */
function rewardOf(tx: Transaction, { spec, scheduledFor, expiresAt, queuedAt }: BalanceRow) {
  const given = manualReward(spec, tx.now, scheduledFor, expiresAt)
  const reward = { ...given, createdAt: queuedAt ?? tx.now }
  return { id: tx.newId<RewardId>(), user: null, referral: null, reward }
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

const unknownReferral: RowFault = {
  code: 'REFERRAL_NOT_FOUND',
  field: 'referredAccountId',
  message:
    'A referral of this account gave the credit, and there is no such referral with a reward here. Import the referrals first.',
}

function otherAmount(amount: number): RowFault {
  const message = `The balance of this account, unit and expiry was imported with the amount ${amount}. Add up such amounts in one row.`
  return { code: 'BALANCE_DIFFERS', field: 'amount', message }
}

/** A balance is claimed once, with one amount. */
export function claimsOfBalance(row: BalanceRow): ClaimedRow {
  const record = {
    claim: requestKeyOf(row),
    owner: String(amountOf(row.spec)),
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
