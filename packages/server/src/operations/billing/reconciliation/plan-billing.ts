import type { Account } from '@goodword/domain/account'
import type { BillDiscount } from '@goodword/domain/bill-discount'
import { billsKeptFrom } from '@goodword/domain/bill-ledger'
import type { Call, Command } from '@goodword/domain/command'
import { decideFirstBill } from '@goodword/domain/first-bill'
import { decideRefund, type RefundDecision } from '@goodword/domain/first-bill-refund'
import type { AccountId, EventId, ProviderId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import { type CustomerEvidence, currencyCommands, decideEvidence } from '@goodword/domain/payment-evidence'
import type { ProcessorSubscription } from '@goodword/domain/processor-payment'
import { parseReferralCode, type ReferralCode } from '@goodword/domain/referral-code'
import type { SubscriptionState } from '../../../connectors/connector.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { loadProgram, shareProgram } from '../../../store/directory/programs.ts'
import { insertEvents } from '../../../store/events/events.ts'
import type { BillRow } from '../../../store/processor/bills.ts'
import { loadClaimants } from '../../../store/processor/claimants.ts'
import { insertCustomers, loadCustomer } from '../../../store/processor/customers.ts'
import { loadSubscriptions, type SubscriptionRow } from '../../../store/processor/subscriptions.ts'
import { loadProviderOwners } from '../../../store/tracking/accounts.ts'
import type { Transaction } from '../../foundation/context.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import { loadTrackingState } from '../../referring/tracking/load.ts'
import { acceptedOf, trackIn } from '../../referring/tracking/track.ts'
import { waitingDiscount } from '../../referring/tracking/waiting-discounts.ts'
import { actualDiscount, isLasting } from '../bills/actual-discount.ts'
import { keepBills } from '../bills/keep-bills.ts'
import { recordPayments } from '../bills/record-payments.ts'
import { followFirstPayment } from '../payments/follow-first-payment.ts'
import { discountRow } from './discount-row.ts'
import { planDiscounts } from './plan-discounts.ts'
import { seenDiscountChanges } from './seen-discount-changes.ts'
import { NO_LOOK } from './sweeps/next-look.ts'
import { readBeforeBills, readUnsubscribed } from './sweeps/read-again.ts'
import { saveWatched, stakeOf, withLook } from './sweeps/save-watched.ts'

/** What was read of a customer at the processor. */
export type CustomerReading = {
  readonly customerId: string
  /** The discount of the program that was looked for on the subscriptions. */
  readonly discountId: string
  readonly coupon: string | null
  /** The connection is being removed, and the discounts before it: no bill is to have one. */
  readonly isDisconnecting: boolean
  readonly subscriptions: readonly SubscriptionState[]
}

/** What is to be done at the processor; it is stored already. */
export type BillingPlan = {
  readonly account: Account
  readonly discounts: readonly PlannedDiscount[]
  readonly refund: RefundDecision
  /** The bill that it is about, as it is kept. */
  readonly refundedBill: BillRow | null
  readonly now: number
  /** When time alone may change something. */
  readonly again: number | null
}

/** The discount of a live subscription's next bill. */
export type PlannedDiscount = {
  readonly row: SubscriptionRow
  readonly bill: BillDiscount
  /** How many bills the subscription has had with this one. */
  readonly cycle: number
  /** More credit is reserved than the bill uses. */
  readonly hasSurplus: boolean
  /** The processor stops taking it off after some bills. */
  readonly hasEnd: boolean
  /** Why the last change was not accepted, if it was not. */
  readonly failedBefore: string | null
}

/**
 * In one transaction: tells tracking what was seen of the customer, computes the discounts of its next bills, and stores
 * both. Null for a customer of no account: what it pays means nothing yet.
 *
 * Throws if the program has another discount by now: the processor is to be read again.
 */
export async function planBilling(
  tx: Transaction,
  reading: CustomerReading,
  routineMs: number,
): Promise<BillingPlan | null> {
  await shareProgram(tx)
  const { processorDiscountId, mendBills, currency } = settingsOf((await loadProgram(tx)).settings)
  if (processorDiscountId !== reading.discountId) throw new Error('the discount of the program was changed')
  const couponCode = reading.coupon === null ? null : parseReferralCode(reading.coupon)
  // Only ids that a merchant may send were ever stored.
  const accountId = await accountOf(tx, reading.customerId as ProviderId, couponCode)
  if (accountId === null) return null
  const { boundAt, stored, account: before } = await loadBilled(tx, accountId, reading)
  const cameWith = new Map(stored.map((it) => [it.subscription_id, it.came_with_discount]))
  const seen = reading.subscriptions.map((it) =>
    seenSubscription(it, cameWith.get(it.id) ?? it.discount !== null),
  )
  const evidence: CustomerEvidence = { couponCode, boundAt, subscriptions: seen }
  const tracked = await trackEvidence(tx, before, evidence, currency)
  const { account, checkAt: reversalCheckAt } = await followFirstPayment(tx, tracked, seen)
  const { bills, surplus, changesAt, waiting, reserved } = await planDiscounts(tx, account, reading, seen)
  const planned = seen.map((it, index) => {
    const subscription = reading.subscriptions[index]
    if (subscription === undefined) throw new Error('subscription not found')
    const known = stored.find((row) => row.subscription_id === it.id)
    const bill = bills.find((each) => each.subscriptionId === it.id) ?? null
    const id = known?.id ?? tx.newId<string>()
    const { cameWithDiscount } = it
    const billsFrom =
      known === undefined ? billsKeptFrom(account, it, boundAt) : (known.bills_from ?? known.checked_at)
    const owner = { id, customerId: reading.customerId, account: account.key, cameWithDiscount, billsFrom }
    const failedBefore = known?.state === 'FAILED' ? known.reason : null
    const read = discountRow(owner, subscription, bill, tx.now)
    const row = withLook(read, { stake: stakeOf(read, account, tx.now), bill, routineMs }, tx.now)
    return { row, bill, cycle: it.billCount + 1, hasEnd: !isLasting(subscription), failedBefore }
  })
  const rows = planned.map((it) => it.row)
  const outcomes = [
    ...seenDiscountChanges(account.key, stored, rows),
    ...waitingDiscount(account.key, waiting),
  ]
  if (outcomes.length > 0)
    insertEvents(
      tx,
      outcomes.map((outcome) => ({ id: tx.newId<EventId>(), actor: 'processor', outcome })),
    )
  for (const { type } of outcomes) {
    if (type === 'discount.drifted') tx.afterCommit(() => reportBilling('discount drifted'))
  }
  await saveWatched(tx, [...rows, ...goneRows(stored, rows)])
  recordPayments(
    tx,
    account,
    seen.flatMap((it) => it.payments),
  )
  const refund = decideRefund(account, evidence)
  const refundedBill = await keepBills(tx, {
    account,
    evidence,
    subscriptions: reading.subscriptions,
    stored,
    rows,
    reserved,
    refund,
    mends: mendBills === 'REFUND',
  })
  const { checkAt } = decideEvidence(account, evidence, tx.now)
  const isReferred = account.referral !== null && account.referral.endedAt === null
  const readAt = rows.some((it) => it.is_live)
    ? readBeforeBills(planned, tx.now)
    : readUnsubscribed({ waiting, isReferred, boundAt }, tx.now)
  const moments = [changesAt, checkAt, reversalCheckAt, readAt].filter((it) => it !== null)
  return {
    account,
    discounts: planned.flatMap(({ bill, ...it }) =>
      bill === null ? [] : [{ ...it, bill, hasSurplus: surplus.has(bill.subscriptionId) }],
    ),
    refund,
    refundedBill,
    now: tx.now,
    again: moments.length === 0 ? null : Math.min(...moments),
  }
}

/**
 * The account of the customer. What an unsigned browser call named is only a claim; the customer's own coupon field
 * confirms it if it has the code that the account was attributed by, and no other account claims the same.
 */
async function accountOf(
  tx: Transaction,
  customerId: ProviderId,
  couponCode: ReferralCode | null,
): Promise<AccountId | null> {
  const [owner] = await loadProviderOwners(tx, [customerId])
  if (owner !== undefined || couponCode === null) return owner?.external_id ?? null
  const [claimant, another] = await loadClaimants(tx, customerId, couponCode)
  if (claimant === undefined || another !== undefined) return null
  const call = callOf(claimant, [{ kind: 'bind', providerId: customerId }])
  const [tracked] = await trackIn(tx, [{ call, actor: 'processor' }])
  return tracked !== undefined && acceptedOf(tracked).account.providerId === customerId ? claimant : null
}

/**
 * Locks the account. When a customer was bound before the connection was made is not known: it counts as bound with the
 * attribution, by when its code was known, and without one now.
 */
async function loadBilled(tx: Transaction, accountId: AccountId, reading: CustomerReading) {
  const { state } = await loadTrackingState(tx, [callOf(accountId, [])])
  const account = state.accounts.get(accountId)
  if (account === undefined) throw new Error('account of a customer not found')
  const since = account.referral?.startedAt ?? tx.now
  insertCustomers(tx, [{ customer_id: reading.customerId, account_id: account.key, bound_at: since }])
  const [customer, stored] = await Promise.all([
    loadCustomer(tx, reading.customerId),
    loadSubscriptions(tx, reading.customerId),
  ])
  if (customer === null) throw new Error('customer not found after insert')
  return { account, boundAt: customer.bound_at, stored }
}

async function trackEvidence(
  tx: Transaction,
  account: Account,
  evidence: CustomerEvidence,
  currency: Currency,
): Promise<Account> {
  const { commands } = decideEvidence(account, evidence, tx.now)
  const tracked = await trackCommands(tx, account, commands)
  // What a bill means is known once the account is attributed.
  const firstBill = decideFirstBill(tracked, evidence)
  return trackCommands(tx, tracked, [
    ...(firstBill === null ? [] : [firstBill]),
    ...currencyCommands(tracked, evidence, currency),
  ])
}

async function trackCommands(
  tx: Transaction,
  account: Account,
  commands: readonly Command[],
): Promise<Account> {
  if (commands.length === 0) return account
  const [tracked] = await trackIn(tx, [{ call: callOf(account.id, commands), actor: 'processor' }])
  if (tracked === undefined) throw new Error('no decision for what the processor shows')
  return acceptedOf(tracked).account
}

function callOf(accountId: AccountId, commands: readonly Command[]): Call {
  return { accountId, source: 'processor', commands }
}

function seenSubscription(it: SubscriptionState, cameWithDiscount: boolean): ProcessorSubscription {
  return { ...it, cameWithDiscount, discountMinor: actualDiscount(it) }
}

/** Live subscriptions that the processor does not have any more. */
function goneRows(stored: readonly SubscriptionRow[], rows: readonly SubscriptionRow[]): SubscriptionRow[] {
  const found = new Set(rows.map((it) => it.subscription_id))
  return stored
    .filter((it) => it.is_live && !found.has(it.subscription_id))
    .map((it) => ({ ...it, is_live: false, is_listed: false, ...NO_LOOK }))
}
