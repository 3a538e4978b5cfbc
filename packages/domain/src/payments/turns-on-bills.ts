import { billsSince, monthsUnseen } from '../bills/counted-bills.ts'
import { byTurn, isFull, isQueued } from '../bills/queue.ts'
import { addMonths } from '../values/interval.ts'
import {
  type BillInLedger,
  type CheckedPercentage,
  type EarlierBill,
  hadMonthsLeft,
} from './months-on-bills.ts'

const DAY_MS = 86_400_000
/** Sums of shares are not exact. */
const LITTLE = 1e-9

/** What share of the bills of its months each queued percentage has had. */
type Shares = Map<CheckedPercentage['id'], number>

/** A bill that had a queued percentage, with its share of all the bills that this one is on. */
type Had = { readonly bill: EarlierBill; readonly id: CheckedPercentage['id']; readonly share: number }

/**
 * The queued percentage whose turn it was when a bill was made; null for none. As for other percentages the check counts by
 * itself: it makes all the bills of the account that are kept again, one after the other, with the percentages of those times.
 */
export function turnOf(
  percentages: readonly CheckedPercentage[],
  it: BillInLedger,
): CheckedPercentage | null {
  const queued = percentages.filter(isQueued).toSorted(byTurn)
  if (queued.length === 0) return null
  const added = percentages.filter((one) => !isQueued(one))
  // The months of one that is billed every so many days are those from its first bill on.
  const firstDates = new Map<CheckedPercentage['id'], string>()
  const before = sharesBefore(queued, it, firstDates)
  const had: Had[] = []
  const earlier = it.earlier.filter((one) => one.madeAt < it.madeAt && one.priceMinor > 0 && !one.isVoided)
  for (const bill of earlier.toSorted((one, other) => one.madeAt - other.madeAt)) {
    const key = bill.subscriptionId
    const begin = key === it.key ? it.createdAt : bill.madeAt
    const turn = next(queued, sharesOf(key, begin, had, before), bill.madeAt)
    if (turn === null || isFull(added.filter((one) => countedOn(one, bill, it)))) continue
    const first = firstDates.get(turn.id) ?? bill.date
    firstDates.set(turn.id, first)
    had.push({ bill, id: turn.id, share: shareOf(turn, bill, first) })
  }
  return next(queued, sharesOf(it.key, it.createdAt, had, before), it.madeAt)
}

/** What went by while no bills were seen. */
function sharesBefore(
  queued: readonly CheckedPercentage[],
  it: BillInLedger,
  firstDates: Map<CheckedPercentage['id'], string>,
): Shares {
  const shares: Shares = new Map()
  for (const one of queued) {
    const bills = [...billsSince(one, it.earlier), it.bill]
    const { firstDate, months, days } = monthsUnseen(one, it.bill, { ...it, bills })
    if (firstDate === null || one.months === null) continue
    firstDates.set(one.id, firstDate)
    const whole = (addMonths(Date.parse(firstDate), one.months) - Date.parse(firstDate)) / DAY_MS
    shares.set(one.id, months / one.months + days / whole)
  }
  return shares
}

/** A subscription goes on from where the others were when it was made, or had its first bill. */
function sharesOf(key: string, madeAt: number, had: readonly Had[], noBills: Shares): Shares {
  const own = had.filter(({ bill }) => bill.subscriptionId === key)
  const begin = Math.min(madeAt, ...own.map(({ bill }) => bill.madeAt))
  const before = had.filter(({ bill }) => bill.subscriptionId !== key && bill.madeAt < begin)
  const shares: Shares = new Map(noBills)
  for (const other of new Set(before.map(({ bill }) => bill.subscriptionId)))
    for (const [id, share] of sharesOf(other, Number.POSITIVE_INFINITY, before, noBills))
      shares.set(id, Math.max(shares.get(id) ?? 0, share))
  for (const { id, share } of own) shares.set(id, (shares.get(id) ?? 0) + share)
  return shares
}

function next(
  queued: readonly CheckedPercentage[],
  shares: Shares,
  madeAt: number,
): CheckedPercentage | null {
  const open = queued.filter(
    (it) =>
      isInAt(it, madeAt) && billsSince(it, [{ madeAt }]).length > 0 && (shares.get(it.id) ?? 0) < 1 - LITTLE,
  )
  return open.find((it) => shares.has(it.id)) ?? open[0] ?? null
}

function isInAt({ givenAt, cancelledAt, isOutAt }: CheckedPercentage, moment: number): boolean {
  const isGiven = givenAt !== null && givenAt < moment
  return isGiven && (cancelledAt === null || cancelledAt > moment) && !isOutAt(moment)
}

/** Whether an earlier bill had a percentage that adds up. */
function countedOn(percentage: CheckedPercentage, bill: EarlierBill, it: BillInLedger): boolean {
  const { date, madeAt, step, subscriptionId: key } = bill
  const then = { ...it, bill: { ...it.bill, date }, madeAt, step, key }
  return isInAt(percentage, madeAt) && hadMonthsLeft(percentage, then)
}

/** The share of a bill in all those of the months of a percentage; nothing of one without an end. */
function shareOf({ months }: CheckedPercentage, { step }: EarlierBill, first: string): number {
  if (months === null) return 0
  if ('months' in step) return step.months / months
  const days = (addMonths(Date.parse(first), months) - Date.parse(first)) / DAY_MS
  return 1 / Math.ceil(days / step.days)
}
