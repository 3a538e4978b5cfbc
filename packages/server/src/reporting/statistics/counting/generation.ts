import { NIL } from 'uuid'
import type { Transaction } from '../../../frame/context.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { ZonedCalendar } from '../calendar.ts'
import { addCounts, addReferrerCounts } from '../rows/counts.ts'
import { type Generation, insertGeneration, lockGenerations } from '../rows/generations.ts'
import { Counts } from './counts.ts'

/**
 * The generations of a tenant, for a transaction that counts: until it ends, no other one does. A tenant without any gets
 * its first one, in which nothing is counted yet.
 */
export async function takeGenerations(tx: Transaction): Promise<readonly Generation[]> {
  const generations = await lockGenerations(tx)
  if (generations.length > 0) return generations
  const { settings } = await loadProgram(tx)
  insertGeneration(tx, newGeneration(1, settingsOf(settings).timeZone, 'CURRENT'))
  return lockGenerations(tx)
}

/** A generation as it begins: nothing is counted yet. */
export function newGeneration(generation: number, timeZone: string, state: Generation['state']): Generation {
  return {
    generation,
    time_zone: timeZone,
    state,
    is_complete: false,
    events_until: NIL,
    entries_until: NIL,
    payments_until: '',
    flags_until: NIL,
    clicks_until: 0,
    buckets_until: 0,
  }
}

/** The generations that increments are added to. */
export function liveGenerations(generations: readonly Generation[]): readonly Generation[] {
  return generations.filter((it) => it.state !== 'OLD')
}

/** Whether rows from before the generation are still being counted. */
export function isBehind(generation: Pick<Generation, 'is_complete' | 'flags_until'>): boolean {
  return !generation.is_complete || generation.flags_until !== null
}

/** Whether a generation has counted the row of an id, or left it to its increment. */
export function isPassed(until: string | null, id: string): boolean {
  return until === null || id <= until
}

/** Adds what `count` counts in the generation's days. The generations are locked. */
export function addTo(
  tx: Transaction,
  { generation, time_zone: timeZone }: Generation,
  count: (counts: Counts, calendar: ZonedCalendar) => void,
): void {
  const counts = new Counts()
  count(counts, new ZonedCalendar(timeZone))
  addCounts(tx, generation, counts.counts)
  addReferrerCounts(tx, generation, counts.referrers)
}
