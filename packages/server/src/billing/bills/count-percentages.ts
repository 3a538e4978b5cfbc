import { stepOf } from '@goodword/domain/bills/billing-interval'
import {
  countedEnd,
  countsForBill,
  type DueSubscription,
  isCounted,
  monthsBefore,
  type Percentage,
} from '@goodword/domain/bills/counted-bills'
import { billCalendarOf, type ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import {
  type CountedBill,
  ledgerBegin,
  UNUSED,
  type UsedMonths,
  usedMonths,
  withBill,
} from '@goodword/domain/bills/used-months'
import type { EarlierBill } from '@goodword/domain/payments/months-on-bills'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import {
  loadPercentagesSince,
  loadWithdrawals,
  type PercentageRow,
} from '../../referring/rewards/rows/percentages.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { changeRewards, lockRewards, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import type { BillCountRow } from '../rows/bills.ts'

/** A subscription of which bills are counted. */
export type LedgerSubscription = {
  /** Our key of it. */
  readonly id: string
  readonly seen: ProcessorSubscription
  readonly nextBillDate: string | null
  /** The moment from which on its bills are kept. */
  readonly keptFrom: number
}

/**
 * The uses of each percentage by the bills of a subscription. A bill that was made and is still to be paid is taken for one that
 * counts, because it has the discount.
 */
export function usedOf(
  percentages: readonly Percentage[],
  { id: key, seen, nextBillDate, keptFrom }: LedgerSubscription,
  ledger: readonly CountedBill[],
): ReadonlyMap<string, UsedMonths> {
  const calendar = billCalendarOf(seen)
  const counted = { key, createdAt: seen.createdAt }
  const begin = ledgerBegin(
    keptFrom,
    ledger.map((it) => it.date),
  )
  const used = new Map(
    percentages.filter(isCounted).map((it) => {
      const before =
        nextBillDate === null ? UNUSED : monthsBefore(it, { ...calendar, date: nextBillDate }, begin)
      return [it.id, usedMonths(it.id, counted, ledger, before)] as const
    }),
  )
  const step = stepOf(calendar.billingInterval)
  const open = seen.unpaidBills?.filter((it) => it.state === 'OPEN').map((it) => it.periodStart) ?? []
  for (const date of open.toSorted()) {
    for (const it of percentages.filter(isCounted)) {
      if (!countsForBill(it, { ...calendar, date, used })) continue
      used.set(it.id, withBill(used.get(it.id) ?? UNUSED, { date, step }))
    }
  }
  return used
}

/** The percentages of an account, and those of them whose end is another one than is stored. */
export type CountedPercentages = {
  readonly counted: readonly Percentage[]
  readonly moved: ReadonlyMap<
    PercentageRow['id'],
    { readonly expiresAt: number | null; readonly billsLeft: number | null }
  >
}

/** The end of percentages whose months are bills follows the bills of the account's live subscriptions. */
export function countPercentages(
  rows: readonly PercentageRow[],
  subscriptions: readonly DueSubscription[],
  now: number,
): CountedPercentages {
  const counted = rows.map((row) => {
    const percentage = percentageOf(row)
    const end = countedEnd(percentage, subscriptions, now)
    const expiresAt = end?.endsAt ?? percentage.expiresAt
    const billsLeft = end?.billsLeft ?? row.bills_left
    return { row, percentage: { ...percentage, expiresAt }, billsLeft }
  })
  const moved = counted.filter(
    ({ row, percentage, billsLeft }) =>
      percentage.expiresAt !== row.expires_at || billsLeft !== row.bills_left,
  )
  return {
    counted: counted.map((it) => it.percentage),
    moved: new Map(
      moved.map(({ row, percentage: { expiresAt }, billsLeft }) => [row.id, { expiresAt, billsLeft }]),
    ),
  }
}

/** Stores ends that moved, so that what the API says is what the next bill has. */
export async function moveEnds(tx: Transaction, ends: CountedPercentages['moved']): Promise<void> {
  if (ends.size === 0) return
  const locked = await lockRewards(tx, [...ends.keys()])
  const changes = locked
    .filter((row) => row.cancelled_at === null)
    .map((row) => {
      const before = rewardOf(row)
      return { row, before, reward: { ...before, ...ends.get(row.id) } }
    })
  changeRewards(tx, changes)
  const entries = changes.flatMap(({ row, before, reward }) =>
    ownedEntries(
      entriesBetween(row.id, before, reward, tx.now),
      { account: row.account_id, rewardId: row.id, reward },
      tx.newId,
    ),
  )
  if (entries.length > 0) insertEntries(tx, entries)
}

export function percentageOf(row: PercentageRow): Percentage {
  return {
    id: row.id,
    source: row.source,
    rate: row.amount,
    givenAt: row.given_at,
    expiresAt: row.expires_at,
    cancelledAt: null,
    months: row.months,
    billsAfter: row.bills_after,
  }
}

/** A bill as the check of bills counts it. */
export function earlierBill(row: BillCountRow): EarlierBill {
  return { ...made(row), priceMinor: row.price_minor, isVoided: row.is_voided }
}

/** A bill as the decision about the next one counts it. */
export function countedBill(row: BillCountRow): CountedBill {
  return { ...made(row), percentages: row.counted.map((it) => it.rewardId) }
}

function made({ subscription, period_start, billed_at, period_months, period_days }: BillCountRow) {
  const step = period_days === null ? { months: period_months ?? 1 } : { days: period_days }
  return { subscriptionId: subscription, date: period_start, madeAt: billed_at, step }
}

/**
 * Loads the percentages that had not ended at a moment, as the check of bills needs them. One that was denied and approved
 * again was out in between, although its reward shows it no more.
 */
export async function loadCheckedPercentages(tx: Transaction, account: AccountKey, since: number) {
  const [rows, withdrawals] = await Promise.all([
    loadPercentagesSince(tx, account, since),
    loadWithdrawals(tx, account),
  ])
  return rows.map((row) => {
    const own = withdrawals.filter((it) => it.reward_id === row.id)
    const isOutAt = (moment: number) =>
      own.reduce((sum, it) => (it.effective_at <= moment ? sum + it.amount : sum), 0) < 0
    return { row, percentage: { ...percentageOf(row), cancelledAt: row.cancelled_at, isOutAt } }
  })
}
