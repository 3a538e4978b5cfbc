import { addMonths } from '../values/interval.ts'
import type { Percentage } from './counted-bills.ts'
import { byTurn, isFull } from './queue.ts'

/** A percentage with the times at which it did not count after it was given: taken back, as by a denial, and given again. */
export type DatedPercentage = Percentage & { readonly outs: readonly Span[] }

/** From a moment on, until before another; null for no end. */
export type Span = { readonly from: number; readonly until: number | null }

/** A time in which one queued percentage counted or will count. */
export type Turn = Span & {
  readonly id: Percentage['id']
  /** Its months are over with it. */
  readonly isLast: boolean
}

/**
 * The turns of percentages that are used one after another, where no bills are seen: each lasts its months from the moment at
 * which the one before it ends. What is taken back lets the others move up, and has the rest of its months when it is given
 * again; while other percentages take the whole price off, all of them wait. Turns that lie ahead follow from what is known now.
 *
 * @param stopsAt from when on bills use up months, and time does not; null for never
 */
export function queueTurns(
  percentages: readonly DatedPercentage[],
  stopsAt: number | null = null,
): readonly Turn[] {
  const queued = inOrder(percentages).filter((it) => it.monthsLeft !== 0)
  const added = percentages.filter(({ queuedAt }) => queuedAt === null)
  const changes = changesOfAll(percentages, stopsAt)
  const leftMs = new Map<string, number>()
  const turns: Turn[] = []
  let now = changes[0] ?? null
  while (now !== null) {
    const at = now
    const change: number | null = changes.find((it) => it > at) ?? null
    const waits = isFull(added.filter((it) => counts(it, at)))
    const here = waits ? [] : queued.filter((it) => counts(it, at) && leftMs.get(it.id) !== 0)
    const turn = here.find(({ id }) => leftMs.has(id)) ?? here[0]
    if (turn === undefined) {
      now = change
      continue
    }
    const isStopped = stopsAt !== null && at >= stopsAt
    const end: number | null = isStopped && turn.months !== null ? null : endOf(turn, leftMs.get(turn.id), at)
    const until = earlier(end, change)
    if (end !== null && until !== null) leftMs.set(turn.id, end - until)
    addTurn(turns, { id: turn.id, from: at, until, isLast: until !== null && until === end })
    now = until
  }
  return turns
}

/** The one that counts at a moment; null if none does. */
export function turnAt(turns: readonly Turn[], moment: number): Turn | null {
  return turns.find((it) => it.from <= moment && (it.until === null || moment < it.until)) ?? null
}

/** Where a queued percentage stands by its turns. */
export type TurnPlace = {
  /** How many are before it; null for one that is over, or does not count now. */
  readonly position: number | null
  /** When its months are over, once it has begun and as far as that is known. */
  readonly endsAt: number | null
  /** When one that waits begins, as far as that is known. */
  readonly turnAt: number | null
}

export type TurnPlaces = {
  readonly places: ReadonlyMap<Percentage['id'], TurnPlace>
  /** When time alone changes a place; null for never. */
  readonly changesAt: number | null
}

/** The places of the queued percentages at a moment. While others take the whole price off, the first one in line has position 1. */
export function turnPlaces(percentages: readonly DatedPercentage[], moment: number): TurnPlaces {
  const turns = queueTurns(percentages)
  const turnsOf = Map.groupBy(turns, (it) => it.id)
  const hasBegun = (one: DatedPercentage) =>
    hasBegunBefore(one) || (turnsOf.get(one.id)?.some((it) => it.from <= moment) ?? false)
  const endOfMonths = ({ id }: DatedPercentage) => turnsOf.get(id)?.find((it) => it.isLast)?.until ?? null
  const isOpen = (it: DatedPercentage) =>
    it.monthsLeft !== 0 && (endOfMonths(it) ?? Number.POSITIVE_INFINITY) > moment
  const queued = inOrder(percentages)
  const open = queued.filter((it) => counts(it, moment) && isOpen(it))
  const line = [...open.filter(hasBegun), ...open.filter((it) => !hasBegun(it))]
  const waits = turnAt(turns, moment) === null ? 1 : 0
  const moments = [...changesOfAll(percentages, null), ...turns.flatMap((it) => it.until ?? [])]
  const ahead = moments.filter((it) => it > moment)
  return {
    places: new Map(
      queued.map((it) => {
        const index = line.indexOf(it)
        const position = index === -1 ? null : index + waits
        const endsAt = it.monthsLeft === 0 ? it.expiresAt : hasBegun(it) ? endOfMonths(it) : null
        const first = turnsOf.get(it.id)?.[0]?.from ?? null
        return [it.id, { position, endsAt, turnAt: position === null || hasBegun(it) ? null : first }]
      }),
    ),
    changesAt: ahead.length === 0 ? null : Math.min(...ahead),
  }
}

/** The queued ones, in the order of their turns. */
function inOrder(percentages: readonly DatedPercentage[]): readonly DatedPercentage[] {
  const queued = percentages.filter(({ queuedAt }) => queuedAt !== null).toSorted(byTurn)
  return [...queued.filter(hasBegunBefore), ...queued.filter((it) => !hasBegunBefore(it))]
}

/** Whether bills had used a part of its months before they were seen no more. */
function hasBegunBefore({ months, monthsLeft = months }: DatedPercentage): boolean {
  return monthsLeft !== null && monthsLeft !== months
}

function changesOfAll(percentages: readonly DatedPercentage[], stopsAt: number | null): readonly number[] {
  const moments = [...percentages.flatMap(changesOf), ...(stopsAt === null ? [] : [stopsAt])]
  return [...new Set(moments)].toSorted((one, other) => one - other)
}

function changesOf({
  givenAt,
  expiresAt,
  cancelledAt,
  queuedAt,
  months,
  outs,
}: DatedPercentage): readonly number[] {
  if (givenAt === null) return []
  const moments = [givenAt, cancelledAt, ...outs.flatMap((it) => [it.from, it.until])]
  const all = [...moments, queuedAt === null || months === null ? expiresAt : null]
  return all.flatMap((it) => (it !== null && it >= givenAt ? [it] : []))
}

function counts(
  { givenAt, expiresAt, cancelledAt, queuedAt, months, outs }: DatedPercentage,
  moment: number,
): boolean {
  if (givenAt === null || moment < givenAt) return false
  if (cancelledAt !== null && cancelledAt <= moment) return false
  const hasFixedEnd = queuedAt === null || months === null
  if (hasFixedEnd && expiresAt !== null && expiresAt <= moment) return false
  return !outs.some((it) => it.from <= moment && (it.until === null || moment < it.until))
}

/** One that came with a turn that had begun elsewhere has its end, and no months. */
function endOf(
  { months, monthsLeft, expiresAt }: DatedPercentage,
  leftMs: number | undefined,
  now: number,
): number | null {
  if (months === null) return expiresAt
  return leftMs === undefined ? addMonths(now, monthsLeft ?? months) : now + leftMs
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function addTurn(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1)
  if (last?.id === turn.id && last.until === turn.from)
    turns[turns.length - 1] = { ...last, until: turn.until, isLast: turn.isLast }
  else turns.push(turn)
}
