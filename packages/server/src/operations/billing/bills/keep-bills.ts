import type { ReservedBill } from '@goodword/domain/bills/bill-outcome'
import { type MadeBill, madeBills } from '@goodword/domain/bills/made-bills'
import { billingTimeOfDay, type ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import { type CheckedBill, checkBill, friendsFirstBill } from '@goodword/domain/payments/bill-ledger'
import type { RefundDecision } from '@goodword/domain/payments/first-bill-refund'
import type { CustomerEvidence } from '@goodword/domain/payments/payment-evidence'
import type { Account } from '@goodword/domain/referrals/account'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import type { SubscriptionState } from '../../../connectors/processor-state.ts'
import { reportBilling } from '../../../platform/billing-events.ts'
import { insertEvents } from '../../../store/events/events.ts'
import { loadPercentagesSince, loadWithdrawals } from '../../../store/ledger/percentages.ts'
import { type BillRow, insertBills, loadBills, updateBills } from '../../../store/processor/bills.ts'
import type { SubscriptionRow } from '../../../store/processor/subscriptions.ts'
import type { Transaction } from '../../foundation/context.ts'
import { actualDiscount } from './actual-discount.ts'
import { percentageOf } from './count-percentages.ts'
import { intendMend } from './intend-mend.ts'
import { recordSkippedBills } from './record-payments.ts'

/** A customer as it was read, with what is stored of it. */
export type KeptReading = {
  readonly account: Account
  readonly evidence: CustomerEvidence
  readonly subscriptions: readonly KeptSubscription[]
  /** The credit that was kept for bills of each subscription until now. */
  readonly reserved: ReadonlyMap<string, readonly ReservedBill[]>
  readonly refund: RefundDecision
  /** Whether the program gives back by itself what was paid too much. */
  readonly mends: boolean
  /** Whether customers whose subscription goes on are credited with what they paid too much, without being asked. */
  readonly credits: boolean
}

type KeptSubscription = {
  readonly state: SubscriptionState
  readonly seen: ProcessorSubscription
  /** Its row before the reading, if there was one, and after it. */
  readonly stored: SubscriptionRow | null
  readonly row: SubscriptionRow
}

type Seen = {
  readonly row: SubscriptionRow
  readonly subscription: ProcessorSubscription
  readonly bill: MadeBill
}

/**
 * Keeps the bills that a reading shows for the first time, each with the discount that it should have had, and what became of
 * the others. Returns the bill of which the friend gets a part back.
 */
export async function keepBills(tx: Transaction, reading: KeptReading): Promise<BillRow | null> {
  const { account, evidence, refund, reserved } = reading
  const first = friendsFirstBill(account, evidence)
  const seen = seenBills(reading).filter(
    ({ bill, row }) => bill.time.until > (row.bills_from ?? 0) || bill.payment?.id === first?.payment.id,
  )
  const known = await loadBills(
    tx,
    seen.map(({ row, bill }) => ({ subscription: row.id, period_start: bill.date })),
  )
  const byKey = new Map(known.map((it) => [keyOf(it.subscription, it.period_start), it]))
  const news = seen.filter(({ row, bill }) => !bill.isVoided && !byKey.has(keyOf(row.id, bill.date)))
  const percentages = news.length === 0 ? [] : await percentagesOf(tx, account, news)
  const refundedPayment = refund.kind === 'none' ? null : refund.payment.id
  const rows = news.flatMap(({ row, subscription, bill }) => {
    const counted = percentages.filter(({ isOutAt }) => !isOutAt(bill.time.from))
    const terms = { percentages: counted, subscription, friendsFirstBill: first, refundedPayment }
    const checked = checkBill(bill, { ...terms, reserved: reserved.get(subscription.id) ?? [] })
    return checked === null ? [] : [billRow(tx, row, checked)]
  })
  insertBills(tx, rows)
  for (const { state } of rows)
    tx.afterCommit(() => reportBilling(state === 'WRONG' ? 'bill wrong' : 'bill right'))
  recordSkippedBills(tx, rows)
  const wrong = rows.filter((it) => it.state === 'WRONG')
  if (wrong.length > 0)
    insertEvents(
      tx,
      wrong.map((it) => eventOf(tx, wrongBill(it))),
    )
  for (const row of wrong) mendByItself(tx, row, reading)
  updateBills(
    tx,
    known.filter((it) => isLeftToStaff(it, refundedPayment)).map((it) => leftToStaff(tx, it)),
  )
  const voided = new Set(seen.filter(({ bill }) => bill.isVoided).map(({ bill }) => bill.payment?.id))
  updateBills(
    tx,
    known
      .filter((it) => voided.has(it.transaction_id ?? undefined) && it.refunded_minor < it.charged_minor)
      .map((it) => voidedBill(tx, it)),
  )
  return [...known, ...rows].find((it) => it.transaction_id === refundedPayment) ?? null
}

function seenBills({ subscriptions }: KeptReading): readonly Seen[] {
  return subscriptions.flatMap(({ state, seen: subscription, stored, row }) => {
    const bills = madeBills({
      subscription,
      nextBillDate: state.nextBillDate,
      billingInterval: state.billingInterval,
      otherChangesMinor: state.otherAdjustments,
      discountMinor: actualDiscount(state),
      timeOfDayMs: billingTimeOfDay(subscription),
      before: stored === null ? null : earlierReading(stored),
    })
    return bills.map((bill) => ({ row, subscription, bill }))
  })
}

/** Null for one of an earlier release, which did not store it. */
function earlierReading(row: SubscriptionRow) {
  const { bill_count, price_minor, balance_minor, next_bill_date, actual_minor } = row
  if (bill_count === null || price_minor === null || balance_minor === null) return null
  return {
    billCount: bill_count,
    nextBillDate: next_bill_date,
    priceMinor: price_minor,
    balanceMinor: balance_minor,
    discountMinor: actual_minor,
  }
}

/**
 * Loads the percentages that had not ended when the first of the bills was made. One that was denied and approved
 * again was out in between, although its reward shows it no more.
 */
async function percentagesOf(tx: Transaction, account: Account, news: readonly Seen[]) {
  const since = Math.min(...news.map(({ bill }) => bill.time.from))
  const [rows, withdrawals] = await Promise.all([
    loadPercentagesSince(tx, account.key, since),
    loadWithdrawals(tx, account.key),
  ])
  return rows.map((row) => {
    const own = withdrawals.filter((it) => it.reward_id === row.id)
    const isOutAt = (moment: number) =>
      own.reduce((sum, it) => (it.effective_at <= moment ? sum + it.amount : sum), 0) < 0
    return { ...percentageOf(row), cancelledAt: row.cancelled_at, isOutAt }
  })
}

function billRow(tx: Transaction, subscription: SubscriptionRow, checked: CheckedBill): BillRow {
  const { bill, expectedMinor, state, reason } = checked
  return {
    id: tx.newIdAt<string>(bill.time.from),
    account_id: subscription.account_id,
    subscription: subscription.id,
    period_start: bill.date,
    transaction_id: bill.payment?.id ?? null,
    billed_at: bill.time.from,
    currency: bill.price.currency,
    price_minor: bill.price.minor,
    expected_minor: expectedMinor,
    actual_minor: bill.discountMinor,
    charged_minor: bill.payment?.amount.minor ?? 0,
    refunded_minor: 0,
    state,
    finding: reason,
    resolution: null,
    seen_at: tx.now,
    changed_at: null,
  }
}

/** Where bills are drafts at first, being late is ours to make up for; a credit is of no use where no further bill follows. */
function mendByItself(tx: Transaction, bill: BillRow, { subscriptions, mends, credits }: KeptReading): void {
  const customer = subscriptions.find(({ row }) => row.id === bill.subscription && row.is_live)?.row
    .customer_id
  if (credits && customer !== undefined) intendMend(tx, bill, { kind: 'CREDIT', target: customer })
  else if (mends || credits) intendMend(tx, bill)
}

/** The friend's refund is not due any more, as when the friend's side was denied before the payment settled. */
function isLeftToStaff(
  { state, finding, resolution, transaction_id }: BillRow,
  refundedPayment: string | null,
) {
  const waits = state === 'WRONG' && finding === 'FIRST_BILL_REFUND_DUE' && resolution === null
  return waits && transaction_id !== refundedPayment
}

function leftToStaff(tx: Transaction, row: BillRow): BillRow {
  const resolution = row.actual_minor === 0 ? 'DISCOUNT_MISSING' : 'DISCOUNT_TOO_SMALL'
  return { ...row, resolution, changed_at: tx.now }
}

/** Nothing was paid for a bill whose payment was voided. */
function voidedBill(tx: Transaction, row: BillRow): BillRow {
  const changed = { ...row, refunded_minor: row.charged_minor, changed_at: tx.now }
  const isMended = row.state === 'WRONG' && row.expected_minor > row.actual_minor
  return isMended ? { ...changed, state: 'MENDED', resolution: 'VOIDED' } : changed
}

function wrongBill(row: BillRow): Outcome {
  const { id, account_id: account, finding, currency } = row
  const amounts = {
    before: { minor: row.expected_minor, currency },
    after: { minor: row.actual_minor, currency },
  }
  return { type: 'bill.wrong', reason: finding ?? 'DISCOUNT_MISSING', account, resourceId: id, amounts }
}

function eventOf(tx: Transaction, outcome: Outcome) {
  return { id: tx.newId<EventId>(), actor: 'processor', outcome } as const
}

function keyOf(subscription: string, periodStart: string): string {
  return `${subscription} ${periodStart}`
}
