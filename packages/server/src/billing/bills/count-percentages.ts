import { stepOf } from '@goodword/domain/bills/billing-interval'
import {
  billsSince,
  calendarBefore,
  countedEnd,
  type DueSubscription,
  isCounted,
  monthsBefore,
  monthsUnseen,
  type Percentage,
} from '@goodword/domain/bills/counted-bills'
import { billCalendarOf, type ProcessorSubscription } from '@goodword/domain/bills/processor-payment'
import { isQueued, percentagesOn, queuedEnds } from '@goodword/domain/bills/queue'
import {
  addUsed,
  type CountedBill,
  ledgerBegin,
  UNUSED,
  type UsedMonths,
  usedMonths,
  withBill,
} from '@goodword/domain/bills/used-months'
import type { EarlierBill } from '@goodword/domain/payments/months-on-bills'
import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import type { MovedEnds } from '../../referring/rewards/move-ends.ts'
import { percentageOf } from '../../referring/rewards/percentage-of.ts'
import { loadPastTurns } from '../../referring/rewards/read-turn.ts'
import {
  loadPercentagesSince,
  loadWithdrawals,
  type PercentageRow,
} from '../../referring/rewards/rows/percentages.ts'
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
  const own = ledger.filter((it) => it.subscriptionId === key)
  const [first] = own.map((it) => it.date).toSorted()
  const used = new Map(
    percentages.filter(isCounted).map((it) => {
      const next = nextBillDate === null ? null : { ...calendar, date: nextBillDate }
      if (isQueued(it)) {
        const bills = billsSince(it, ledger)
        const before = next === null ? UNUSED : monthsUnseen(it, next, { keptFrom, ...seen, bills })
        return [it.id, usedMonths(it.id, counted, bills, before, addUsed)] as const
      }
      const before = next === null ? UNUSED : monthsBefore(it, calendarBefore(next, first), begin)
      return [it.id, usedMonths(it.id, counted, ledger, before)] as const
    }),
  )
  const step = stepOf(calendar.billingInterval)
  const open = seen.unpaidBills?.filter((it) => it.state === 'OPEN').map((it) => it.periodStart) ?? []
  for (const date of open.toSorted()) {
    for (const it of percentagesOn(percentages, { ...calendar, date, used }).filter(isCounted))
      used.set(it.id, withBill(used.get(it.id) ?? UNUSED, { date, step }))
  }
  return used
}

/** The percentages of an account, and those of them whose end is another one than is stored. */
export type CountedPercentages = {
  readonly counted: readonly Percentage[]
  readonly moved: MovedEnds
}

/** The end of percentages whose months are bills follows the bills of the account's live subscriptions. */
export function countPercentages(
  rows: readonly PercentageRow[],
  subscriptions: readonly DueSubscription[],
  now: number,
): CountedPercentages {
  const queued = queuedEnds(
    rows.map((it) => percentageOf(it)),
    subscriptions,
    now,
  )
  const counted = rows.map((row) => {
    const percentage = percentageOf(row)
    const place = queued.get(row.id)
    const end = place ?? countedEnd(percentage, subscriptions, now)
    const queuePosition = place === undefined ? row.queue_position : place.position
    const expiresAt = place === undefined ? (end?.endsAt ?? endWithoutBills(row, now)) : place.endsAt
    const billsLeft = end?.billsLeft ?? row.bills_left
    const turnAt = place === undefined ? row.turn_at : place.turnAt
    return { row, percentage: { ...percentage, expiresAt }, billsLeft, queuePosition, turnAt }
  })
  const moved = counted.filter(
    ({ row, percentage, billsLeft, queuePosition, turnAt }) =>
      percentage.expiresAt !== row.expires_at ||
      billsLeft !== row.bills_left ||
      queuePosition !== row.queue_position ||
      turnAt !== row.turn_at,
  )
  return {
    counted: counted.map((it) => it.percentage),
    moved: new Map(
      moved.map(({ row, percentage: { expiresAt }, billsLeft, queuePosition, turnAt }) => [
        row.id,
        { expiresAt, billsLeft, queuePosition, turnAt },
      ]),
    ),
  }
}

/** Only a bill uses up a queued percentage from now on, whatever end it had by its time. */
function endWithoutBills({ unit, bills_left, expires_at }: PercentageRow, now: number): number | null {
  const hadEndByTime = unit === QUEUED_PERCENT && bills_left === null
  return hadEndByTime && expires_at !== null && expires_at > now ? null : expires_at
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
  const turns = await loadPastTurns(tx, account, rows)
  return rows.map((row) => {
    const own = withdrawals.filter((it) => it.reward_id === row.id)
    const isOutAt = (moment: number) =>
      own.reduce((sum, it) => (it.effective_at <= moment ? sum + it.amount : sum), 0) < 0
    const isNext = row.queue_position === 0
    return {
      row,
      percentage: { ...percentageOf(row, turns), cancelledAt: row.cancelled_at, isOutAt, isNext },
    }
  })
}
