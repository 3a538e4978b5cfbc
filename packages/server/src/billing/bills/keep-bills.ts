import { isLive } from '@goodword/domain/bills/bill-discount'
import type { ReservedBill } from '@goodword/domain/bills/bill-outcome'
import { stepOf } from '@goodword/domain/bills/billing-interval'
import { type MadeBill, madeBills } from '@goodword/domain/bills/made-bills'
import {
  billingTimeOfDay,
  type PaidBill,
  type ProcessorPayment,
  type ProcessorSubscription,
} from '@goodword/domain/bills/processor-payment'
import { isQueued } from '@goodword/domain/bills/queue'
import type { CountedBill } from '@goodword/domain/bills/used-months'
import {
  billsKeptFrom,
  type CheckedBill,
  checkBill,
  friendsFirstBill,
} from '@goodword/domain/payments/bill-ledger'
import { paidTooMuch, returnedOf } from '@goodword/domain/payments/bill-money'
import type { RefundDecision } from '@goodword/domain/payments/first-bill-refund'
import type { CheckedPercentage } from '@goodword/domain/payments/months-on-bills'
import type { CustomerEvidence } from '@goodword/domain/payments/payment-evidence'
import type { Account } from '@goodword/domain/referrals/account'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import type { SubscriptionState } from '../../connectors/processor-state.ts'
import { reportBilling } from '../../engine/signals/billing-events.ts'
import type { Transaction } from '../../frame/context.ts'
import type { PercentageRow } from '../../referring/rewards/rows/percentages.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import {
  type BillCountRow,
  type BillRow,
  insertBills,
  loadBills,
  loadBillsSince,
  updateBills,
} from '../rows/bills.ts'
import type { SubscriptionRow } from '../rows/subscriptions.ts'
import { countedBill, earlierBill, loadCheckedPercentages } from './count-percentages.ts'
import { intendMend, isUnderWay, moneyOf } from './intend-mend.ts'
import { recordSkippedBills } from './record-payments.ts'
import { insertMended } from './refund-once.ts'

/** A customer as it was read, with its stored rows. */
export type ReadCustomer = {
  readonly account: Account
  readonly evidence: CustomerEvidence
  readonly subscriptions: readonly ReadSubscription[]
  /** The credit that was kept for bills of each subscription until now. */
  readonly reserved: ReadonlyMap<string, readonly ReservedBill[]>
  readonly refund: RefundDecision
  /** Whether the program refunds the excess of bills by itself. */
  readonly mends: boolean
  /** Whether customers whose subscription goes on are credited with the excess that they paid, without being asked. */
  readonly credits: boolean
}

/** A subscription as it was read. */
export type ReadSubscription = {
  /** Our key of it. */
  readonly id: string
  readonly state: SubscriptionState
  /** The subscription as rules see it. */
  readonly seen: ProcessorSubscription
  /** The row as it was stored before; null for one that is seen for the first time. */
  readonly stored: SubscriptionRow | null
}

type Seen = { readonly of: ReadSubscription; readonly keptFrom: number; readonly bill: MadeBill }

/** The bills of an account as they are kept after its customer was read. */
export type KeptBills = {
  /** The bill of which the friend gets a part back. */
  readonly refunded: BillRow | null
  /** The bills that have counted for the present percentages of the account. */
  readonly ledger: readonly CountedBill[]
}

/**
 * Keeps the bills that a customer shows for the first time, each with the discount that it should have had and the rewards that
 * counted for it, and what became of the others.
 *
 * @param percentages those whose bills are counted
 */
export async function keepBills(
  tx: Transaction,
  customer: ReadCustomer,
  percentages: readonly PercentageRow[],
): Promise<KeptBills> {
  const { account, evidence, refund } = customer
  const first = friendsFirstBill(account, evidence)
  const seen = seenBills(customer).filter(
    ({ bill, keptFrom }) => bill.time.until > keptFrom || bill.payment?.id === first?.payment.id,
  )
  const known = await loadBills(
    tx,
    seen.map(({ of, bill }) => ({ subscription: of.id, period_start: bill.date })),
  )
  const byKey = new Map(known.map((it) => [keyOf(it.subscription, it.period_start), it]))
  const news = seen.filter(({ of, bill }) => !bill.isVoided && !byKey.has(keyOf(of.id, bill.date)))
  const checking =
    news.length === 0
      ? []
      : await loadCheckedPercentages(tx, account.key, Math.min(...news.map((it) => it.bill.time.from)))
  const all = [...percentages, ...checking.map((it) => it.row)]
  // Only percentages of some months are counted.
  const isCounted = all.some((it) => it.months !== null)
  const stored = isCounted ? await loadBillsSince(tx, account.key, beginOf(all, tx.now)) : []
  const refundedPayment = refund.kind === 'none' ? null : refund.payment.id
  const rows = checkBills(tx, customer, { news, checking, stored, first, refundedPayment })
  insertBills(tx, rows)
  for (const { state } of rows)
    tx.afterCommit(() => reportBilling(state === 'WRONG' ? 'bill wrong' : 'bill right'))
  recordSkippedBills(tx, rows)
  recordTurns(tx, rows, checking)
  const wrong = rows.filter((it) => it.state === 'WRONG')
  if (wrong.length > 0)
    insertEvents(
      tx,
      wrong.map((it) => eventOf(tx, wrongBill(it))),
    )
  for (const row of wrong) mendByItself(tx, row, customer)
  const payments = new Map(seen.map(({ of, bill }) => [keyOf(of.id, bill.date), bill.payment]))
  updateBills(
    tx,
    known.flatMap((it) => {
      const payment = payments.get(keyOf(it.subscription, it.period_start)) ?? null
      const followed = payment === null || it.is_voided ? null : afterRefunds(tx, it, payment)
      const row = followed ?? it
      return isLeftToStaff(row, refundedPayment) ? leftToStaff(tx, row) : (followed ?? [])
    }),
  )
  const voided = new Set(seen.filter(({ bill }) => bill.isVoided).map(({ bill }) => bill.payment?.id))
  const nowVoided = known.filter((it) => !it.is_voided && voided.has(it.transaction_id ?? undefined))
  updateBills(
    tx,
    nowVoided.map((it) => voidedBill(tx, it)),
  )
  const voidedKeys = new Set(nowVoided.map((it) => keyOf(it.subscription, it.period_start)))
  const ledger = [...stored, ...rows].filter((it) => !voidedKeys.has(keyOf(it.subscription, it.period_start)))
  const refunded = [...known, ...rows].find((it) => it.transaction_id === refundedPayment) ?? null
  return { refunded, ledger: ledger.map(countedBill) }
}

/** Says on the timeline which of the queued percentages each bill had. */
function recordTurns(tx: Transaction, rows: readonly BillRow[], checking: Checking['checking']): void {
  const queued = checking.filter((it) => isQueued(it.percentage))
  const outcomes = rows.flatMap(({ id: resourceId, account_id: account, counted }) =>
    queued
      .filter(({ row }) => counted.some((it) => it.rewardId === row.id))
      .map(({ row }): Outcome => {
        return { type: 'reward.billed', reason: 'NEXT_IN_QUEUE', account, rewardId: row.id, resourceId }
      }),
  )
  if (outcomes.length > 0)
    insertEvents(
      tx,
      outcomes.map((it) => eventOf(tx, it)),
    )
}

/** The moment after which the first of the bills was made that these percentages can have counted for. */
function beginOf(percentages: readonly PercentageRow[], now: number): number {
  return Math.min(now, ...percentages.map((it) => it.bills_after ?? it.given_at ?? now))
}

type Checking = {
  readonly news: readonly Seen[]
  readonly checking: readonly { readonly row: PercentageRow; readonly percentage: CheckedPercentage }[]
  readonly stored: readonly BillCountRow[]
  readonly first: PaidBill | null
  readonly refundedPayment: string | null
}

/** Bills are kept one after the other, because each counts for the bills after it. */
function checkBills(
  tx: Transaction,
  { account, reserved }: ReadCustomer,
  { news, checking, stored, first, refundedPayment }: Checking,
): readonly BillRow[] {
  const rows: BillRow[] = []
  for (const { of, keptFrom, bill } of news.toSorted(
    (one, other) => one.bill.time.from - other.bill.time.from,
  )) {
    const checked = checkBill(bill, {
      percentages: checking.map((it) => it.percentage),
      subscription: of.seen,
      friendsFirstBill: first,
      refundedPayment,
      reserved: reserved.get(of.seen.id) ?? [],
      key: of.id,
      keptFrom,
      earlier: [...stored, ...rows].map(earlierBill),
    })
    if (checked === null) continue
    const row = billRow(tx, account, of, checked)
    rows.push(bill.payment === null ? row : (afterRefunds(tx, row, bill.payment) ?? row))
  }
  return rows
}

function seenBills({ account, evidence, subscriptions }: ReadCustomer): readonly Seen[] {
  return subscriptions.flatMap((of) => {
    const { state, seen, stored } = of
    const bills = madeBills({
      subscription: seen,
      nextBillDate: state.nextBillDate,
      billingInterval: state.billingInterval,
      otherChangesMinor: state.otherAdjustments,
      discountMinor: seen.discountMinor,
      timeOfDayMs: billingTimeOfDay(seen),
      before: stored === null ? null : earlierState(stored),
    })
    const keptFrom = billsFromOf(account, of, evidence)
    return bills.map((bill) => ({ of, keptFrom, bill }))
  })
}

/** Returns the moment from which on bills of a subscription are kept. */
export function billsFromOf(
  account: Account,
  { seen, stored }: ReadSubscription,
  { boundAt, formerEndedAt = boundAt }: CustomerEvidence,
): number {
  if (stored === null) return billsKeptFrom(account, seen, Math.min(boundAt, formerEndedAt))
  return stored.bills_from
}

function earlierState(row: SubscriptionRow) {
  const { bill_count, price_minor, balance_minor, next_bill_date, actual_minor } = row
  return {
    billCount: bill_count,
    nextBillDate: next_bill_date,
    priceMinor: price_minor,
    balanceMinor: balance_minor,
    discountMinor: actual_minor,
  }
}

function billRow(tx: Transaction, account: Account, of: ReadSubscription, checked: CheckedBill): BillRow {
  const { bill, expectedMinor, state, reason, counted } = checked
  const step = stepOf(of.state.billingInterval)
  return {
    id: tx.newIdAt<string>(bill.time.from),
    account_id: account.key,
    subscription: of.id,
    period_start: bill.date,
    transaction_id: bill.payment?.id ?? null,
    billed_at: bill.time.from,
    currency: bill.price.currency,
    price_minor: bill.price.minor,
    expected_minor: expectedMinor,
    actual_minor: bill.discountMinor,
    charged_minor: bill.payment?.amount.minor ?? 0,
    tax_minor: bill.payment?.addedTax?.minor ?? 0,
    taxed_minor: bill.payment?.addedTax?.baseMinor ?? 0,
    refunded_minor: 0,
    refunds: [],
    is_disputed: false,
    period_months: 'months' in step ? step.months : null,
    period_days: 'days' in step ? step.days : null,
    counted: [...counted],
    is_voided: false,
    state,
    finding: reason,
    resolution: null,
    seen_at: tx.now,
    changed_at: null,
  }
}

/** Where bills are drafts at first, being late is ours to make up for; a credit is of no use where no further bill follows. */
function mendByItself(tx: Transaction, bill: BillRow, customer: ReadCustomer): void {
  const { subscriptions, mends, credits } = customer
  const goesOn = subscriptions.some((it) => it.id === bill.subscription && isLive(it.seen))
  if (credits && goesOn) intendMend(tx, bill, 'CREDIT')
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
  const none = { counted: [], is_voided: true }
  const changed = { ...row, ...none, refunded_minor: row.charged_minor, changed_at: tx.now }
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

/**
 * A bill after what anyone gave back of its payment, as a reading shows it; null where nothing changed. One that was paid too
 * much is mended by that, and is wrong again should it be undone.
 */
function afterRefunds(tx: Transaction, row: BillRow, payment: ProcessorPayment): BillRow | null {
  const { refunds, refundedMinor, isDisputed } = returnedOf(row.refunds, payment)
  const isSame =
    refunds.length === row.refunds.length &&
    refunds.every((it) => row.refunds.some(({ id, status }) => id === it.id && status === it.status)) &&
    refundedMinor === row.refunded_minor &&
    isDisputed === row.is_disputed
  if (isSame) return null
  const seen = { refunds: [...refunds], refunded_minor: refundedMinor, is_disputed: isDisputed }
  const changed: BillRow = { ...row, ...seen, changed_at: tx.now }
  const tooMuch = paidTooMuch(moneyOf(changed))
  if (tooMuch === 0) return changed
  if (refundedMinor < tooMuch) return row.state === 'MENDED' ? undoneBill(row, changed) : changed
  if (row.state !== 'WRONG' || isUnderWay(row)) return changed
  const amount = { minor: tooMuch, currency: row.currency }
  insertMended(tx, { account: row.account_id, billId: row.id, reason: 'GIVEN_BACK_BY_OTHERS', amount })
  tx.afterCommit(() => reportBilling('bill mended'))
  return { ...changed, state: 'MENDED', resolution: 'GIVEN_BACK_BY_OTHERS' }
}

/** A refund failed after it was made, or a dispute was won. */
function undoneBill(row: BillRow, changed: BillRow): BillRow {
  if (changed.refunded_minor >= row.refunded_minor) return changed
  const isOurs = row.resolution !== 'GIVEN_BACK_BY_OTHERS'
  return { ...changed, state: 'WRONG', resolution: isOurs ? 'REFUND_REFUSED' : null }
}
