/**
 * The service's own last changes of a subscription's discount at the payment processor. Every change makes the processor
 * send a notification, which leads to the next comparison: without a memory, two programs that each put their own discount
 * back would do so without end.
 *
 * Discounts are compared as texts: equal discounts have equal texts.
 */
export type OwnWrites = {
  /** The discount that the last change requested, and the processor's discount before and after it. */
  readonly wanted: string
  readonly found: string
  readonly left: string
  /** When the last changes were made, the newest last. */
  readonly madeAt: readonly number[]
  /** How long the next change waits after the last one; 0 while changes are made at once. */
  readonly waitMs: number
}

/** A change to make: the wanted discount, and the processor's present one. */
export type WantedWrite = Pick<OwnWrites, 'wanted' | 'found'>

export type WriteDecision =
  | { readonly kind: 'MADE' }
  /** It waits until then. `isNews` the first time. */
  | {
      readonly kind: 'STOPPED'
      readonly until: number
      readonly writes: OwnWrites
      readonly isNews: boolean
    }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The number of changes of one subscription within an hour, but for those that follow from other rewards. */
const MAX_AN_HOUR = 6
/** The number of changes that put the same discount back. Two programs that both do so make no more than six together. */
const MAX_SAME_AN_HOUR = 3
/** A discount that is changed back later than this is a new event. */
const FORGOTTEN_MS = 2 * DAY_MS

/**
 * Whether a change is made now. A change that follows from other rewards is. One with the same goal as before is made again
 * where someone else changed the discount since, up to 3 changes an hour, and then after waits that grow from an hour to a
 * day; where nothing changed since, it waits as long. Staff who ask for it do not wait, within 6 changes an hour.
 */
export function decideWrite(
  before: OwnWrites | null,
  { wanted, found }: WantedWrite,
  { now, isAsked }: { readonly now: number; readonly isAsked: boolean },
): WriteDecision {
  if (before === null) return { kind: 'MADE' }
  const isUntouched = found === before.left
  if (isUntouched && wanted !== before.wanted) return { kind: 'MADE' }
  const lastAt = before.madeAt.at(-1) ?? 0
  const waitMs = waitOf(before, now)
  const isFree = isAsked || wanted !== before.wanted || (waitMs === 0 && !isUntouched)
  const recent = before.madeAt.filter((it) => it > now - HOUR_MS)
  const most = isAsked || wanted !== before.wanted ? MAX_AN_HOUR : MAX_SAME_AN_HOUR
  if (isFree && recent.length < most) return { kind: 'MADE' }
  const until = lastAt + Math.max(waitMs, HOUR_MS)
  if (until <= now) return { kind: 'MADE' }
  return {
    kind: 'STOPPED',
    until,
    writes: { ...before, waitMs: Math.max(waitMs, HOUR_MS) },
    isNews: waitMs === 0,
  }
}

export type MadeWrite = Pick<OwnWrites, 'wanted' | 'found' | 'left'> & {
  /** Whether it reached the wanted discount. */
  readonly isReached: boolean
}

/** The memory after a change was made. A change that is made after a wait doubles the next one. */
export function noteWrite(
  before: OwnWrites | null,
  { wanted, found, left, isReached }: MadeWrite,
  now: number,
): OwnWrites {
  const madeAt = [...(before?.madeAt ?? []), now].slice(-MAX_AN_HOUR)
  const waitedMs = before === null ? 0 : waitOf(before, now)
  const waitMs = Math.max(2 * waitedMs, isReached ? 0 : HOUR_MS)
  return { wanted, found, left, madeAt, waitMs: Math.min(waitMs, DAY_MS) }
}

/** Whether the same was found and changed a short while ago, or again and again, so that it is not reported again. */
export function isReportedWrite(
  before: OwnWrites | null,
  { wanted, found }: WantedWrite,
  now: number,
): boolean {
  if (before === null || wanted !== before.wanted) return false
  const isRecent = (before.madeAt.at(-1) ?? 0) > now - HOUR_MS
  return waitOf(before, now) > 0 || (isRecent && found === before.found)
}

function waitOf({ waitMs, madeAt }: OwnWrites, now: number): number {
  return now - (madeAt.at(-1) ?? 0) >= FORGOTTEN_MS ? 0 : waitMs
}
