import {
  type DatedPercentage,
  queueTurns,
  type Span,
  type Turn,
  turnAt,
} from '@goodword/domain/bills/queue-turns'
import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { percentageOf } from './percentage-of.ts'
import {
  type EarlierPercentageRow,
  loadBinding,
  loadPercentagesSince,
  loadWithdrawals,
  type PercentageRow,
  type WithdrawalRow,
} from './rows/percentages.ts'

/**
 * The queued percentage of an account whose turn it is: the one on its next bill where bills are counted, otherwise by the
 * moments at which those before it ended. Null for none, as while other percentages take the whole price off.
 */
export async function readTurn(tx: Transaction, account: AccountKey): Promise<EarlierPercentageRow | null> {
  const { rows, dated, billsSeenFrom } = await loadQueue(tx, account)
  const placed = rows.filter((it) => it.queue_position !== null && it.cancelled_at === null)
  if (billsSeenFrom !== null && placed.some((it) => it.bills_left !== null))
    return placed.find((it) => it.queue_position === 0) ?? null
  const turn = turnAt(queueTurns(dated, billsSeenFrom), tx.now)
  return rows.find((it) => it.id === turn?.id) ?? null
}

/** All percentages of an account whose places in a queue follow from their times. */
export type LoadedQueue = {
  readonly rows: readonly EarlierPercentageRow[]
  /** The percentages that bills have not used up. */
  readonly dated: readonly DatedPercentage[]
  /** The moment at which the account was bound to its customer at a payment processor; null without one. */
  readonly boundAt: number | null
  /** From when on bills use up months, as at a connected payment processor; null for never. */
  readonly billsSeenFrom: number | null
}

export async function loadQueue(tx: Transaction, account: AccountKey): Promise<LoadedQueue> {
  const [rows, withdrawals, binding] = await Promise.all([
    loadPercentagesSince(tx, account, BEGINNING),
    loadWithdrawals(tx, account),
    loadBinding(tx, account),
  ])
  const dated = rows
    .filter((it) => !isQueued(it) || it.bills_left !== 0)
    .map((it) => datedPercentage(it, withdrawals))
  const boundAt = binding?.bound_at ?? null
  return { rows, dated, boundAt, billsSeenFrom: binding?.is_connected === true ? boundAt : null }
}

/** When the queued ones among percentages of an account were used by their time; none without a queue. */
export async function loadPastTurns(
  tx: Transaction,
  account: AccountKey,
  percentages: readonly PercentageRow[],
): Promise<readonly Turn[]> {
  if (!percentages.some(isQueued)) return []
  const [rows, withdrawals] = await Promise.all([
    loadPercentagesSince(tx, account, BEGINNING),
    loadWithdrawals(tx, account),
  ])
  return queueTurns(rows.map((it) => datedPercentage(it, withdrawals)))
}

/** Turns follow from those before them, from the first one on. */
const BEGINNING = 0

export function isQueued({ unit }: PercentageRow): boolean {
  return unit === QUEUED_PERCENT
}

function datedPercentage(row: EarlierPercentageRow, withdrawals: readonly WithdrawalRow[]): DatedPercentage {
  const own = withdrawals
    .filter((it) => it.reward_id === row.id)
    .toSorted((one, other) => one.effective_at - other.effective_at)
  const outs: Span[] = []
  let sum = 0
  for (const { amount, effective_at: at } of own) {
    const before = sum
    sum += amount
    const last = outs.at(-1)
    if (before >= 0 && sum < 0) outs.push({ from: at, until: null })
    else if (before < 0 && sum >= 0 && last !== undefined) outs[outs.length - 1] = { ...last, until: at }
  }
  const percentage = { ...percentageOf(row), cancelledAt: row.cancelled_at, outs }
  const { givenAt, billsAfter } = percentage
  if (!isQueued(row) || givenAt === null || billsAfter === null) return percentage
  return { ...percentage, givenAt: Math.max(givenAt, billsAfter) }
}
