import { FULL_RATE, sumOfRates } from '../values/rate.ts'
import { stepOf } from './billing-interval.ts'
import {
  billsLeftOf,
  countsForBill,
  type DatedBill,
  type DueSubscription,
  dateAfter,
  type ExpectedEnd,
  isCounted,
  type Percentage,
} from './counted-bills.ts'
import { UNUSED, withBill } from './used-months.ts'

/**
 * The percentages on the next bill of a subscription: those that add up, and one of those that are used one after another. That
 * one waits while the others alone take the whole price off.
 */
export function percentagesOn(percentages: readonly Percentage[], bill: DatedBill): readonly Percentage[] {
  const counting = percentages.filter((it) => countsForBill(it, bill))
  const added = counting.filter((it) => !isQueued(it))
  const [first] = isFull(added) ? [] : inLine(counting, bill)
  return first === undefined ? added : [...added, first]
}

/** Whether nothing is left of a price that a further percentage could take off. */
export function isFull(percentages: readonly Pick<Percentage, 'rate'>[]): boolean {
  return sumOfRates(percentages.map((it) => it.rate)) >= FULL_RATE
}

/** The queue: a percentage that has begun is finished first, the others come in the order in which they were earned. */
function inLine(
  percentages: readonly Percentage[],
  { used }: Pick<DatedBill, 'used'>,
): readonly Percentage[] {
  const queued = percentages.filter(isQueued).toSorted(byTurn)
  return [...queued.filter((it) => hasBegun(it, used)), ...queued.filter((it) => !hasBegun(it, used))]
}

function hasBegun({ id }: Percentage, used: DatedBill['used']): boolean {
  return (used.get(id) ?? UNUSED).firstDate !== null
}

export function isQueued({ queuedAt }: Pick<Percentage, 'queuedAt'>): boolean {
  return queuedAt !== null
}

/** Earlier ones first; of one moment in the order of their ids. */
export function byTurn(one: QueuedPercentage, other: QueuedPercentage): number {
  const difference = (one.queuedAt ?? 0) - (other.queuedAt ?? 0)
  return difference === 0 ? (one.id < other.id ? -1 : 1) : difference
}

type QueuedPercentage = Pick<Percentage, 'id' | 'queuedAt'>

/** Where a percentage stands in the queue of a subscription, by the present schedule. */
export type QueuePlace = {
  /** How many are before it; 0 for the one that is on the next bill. */
  readonly position: number
  /** `YYYY-MM-DD` of the next and the last bill that it is on; null where that is too far ahead, or depends on who leaves. */
  readonly nextBill: string | null
  readonly lastBill: string | null
}

/** Schedules are followed for so many bills. */
const MAX_BILLS = 60

/**
 * The queue of a subscription from its next bill on, in the order of turns. While other percentages take the whole price of that
 * bill off, the first one in line has position 1.
 */
export function queueOf(
  percentages: readonly Percentage[],
  next: DatedBill,
): ReadonlyMap<Percentage['id'], QueuePlace> {
  const counting = percentages.filter((it) => countsForBill(it, next))
  const waits = isFull(counting.filter((it) => !isQueued(it))) ? 1 : 0
  const places = new Map(
    inLine(counting, next).map(({ id }, index): [string, QueuePlace] => [
      id,
      { position: index + waits, nextBill: null, lastBill: null },
    ]),
  )
  const used = new Map(next.used)
  const step = stepOf(next.billingInterval)
  for (let count = 0; count < MAX_BILLS && places.size > 0; count += 1) {
    const date = dateAfter(next, count)
    const on = percentagesOn(percentages, { ...next, date, used })
    for (const { id } of on.filter(isCounted)) used.set(id, withBill(used.get(id) ?? UNUSED, { date, step }))
    const turn = on.find(isQueued)
    const place = turn === undefined ? undefined : places.get(turn.id)
    if (turn === undefined || place === undefined) continue
    const isEndless = turn.months === null
    places.set(turn.id, { ...place, nextBill: place.nextBill ?? date, lastBill: isEndless ? null : date })
    if (isEndless) break
  }
  return places
}

const DAY_MS = 86_400_000

/** The end of a queued percentage, and its place on the next bill at which it is in line; null where it is not. */
export type QueuedEnd = ExpectedEnd & {
  readonly position: number | null
  /** The day of the first bill of one that has not begun, by the present schedule. */
  readonly turnAt: number | null
}

/**
 * The ends of queued percentages by the bills of the account's live subscriptions, as of others; one that has not begun has
 * none. Empty when no bill decides them.
 */
export function queuedEnds(
  percentages: readonly Percentage[],
  subscriptions: readonly DueSubscription[],
  now: number,
): ReadonlyMap<Percentage['id'], QueuedEnd> {
  const queued = percentages.filter(isQueued).filter(isCounted)
  const bills = subscriptions.flatMap(({ nextBillDate: date, ...it }) =>
    date === null ? [] : [{ ...it, date }],
  )
  if (queued.length === 0 || bills.length === 0) return new Map()
  const queues = bills.map((it) => queueOf(percentages, it))
  return new Map(
    queued.map((it) => {
      const billsLeft = Math.max(...bills.map((bill) => billsLeftOf(it, bill)))
      const places = queues.flatMap((queue) => queue.get(it.id) ?? [])
      const position = places.length === 0 ? null : Math.min(...places.map((place) => place.position))
      const ends = places.flatMap(({ lastBill }) =>
        lastBill === null ? [] : [Date.parse(lastBill) + DAY_MS],
      )
      const expected = ends.length === 0 ? it.expiresAt : Math.max(...ends)
      const over = billsLeft === 0 ? Math.min(it.expiresAt ?? now, now) : expected
      const isBegun = bills.some(({ used }) => hasBegun(it, used))
      const firsts = places.flatMap(({ nextBill }) => (nextBill === null ? [] : [Date.parse(nextBill)]))
      const turnAt = isBegun || firsts.length === 0 ? null : Math.min(...firsts)
      return [it.id, { billsLeft, endsAt: isBegun ? over : null, position, turnAt }]
    }),
  )
}
