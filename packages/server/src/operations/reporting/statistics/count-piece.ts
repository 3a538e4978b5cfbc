import { loadProgram } from '../../../store/directory/programs.ts'
import { deleteCounts } from '../../../store/statistics/counts.ts'
import {
  deleteGeneration,
  type Generation,
  insertGeneration,
  saveGeneration,
} from '../../../store/statistics/generations.ts'
import { loadEventPage, loadUnpublished } from '../../../store/statistics/raw-events.ts'
import type { Transaction } from '../../foundation/context.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import { countClicks, recountClicks } from './count-clicks.ts'
import { countNewEntries, recountEntries } from './count-entries.ts'
import { recountFlags } from './count-flags.ts'
import { countChangedPayments, recountPayments } from './count-payments.ts'
import { countEvent, isCountedEvent, loadReferralFacts } from './event-counts.ts'
import { addTo, liveGenerations, newGeneration, takeGenerations } from './generation.ts'

/** Few enough that the transaction is short, and the publisher of events waits little. */
const ROWS = 2000

/** Up to when all clicks are committed, in milliseconds of the database's clock. */
export type CommittedUntil = (tx: Transaction) => Promise<number>

/**
 * One piece of the work of counting, in one transaction: whatever comes first of what is left to do. True when there may be
 * more.
 */
export async function countPiece(tx: Transaction, committedUntil: CommittedUntil): Promise<boolean> {
  const { settings } = await loadProgram(tx)
  const { timeZone } = settingsOf(settings)
  const generations = await takeGenerations(tx)
  if (followTimeZone(tx, generations, timeZone)) return true
  const live = liveGenerations(generations)
  if (await recountFlagsPiece(tx, live)) return true
  const recounted = live.find((it) => !it.is_complete)
  if (recounted !== undefined && (await recountPiece(tx, recounted, live))) return true
  const counted = await Promise.all([countNewEntries(tx, live, ROWS), countChangedPayments(tx, live, ROWS)])
  if (counted.includes(ROWS)) return true
  const complete = live.filter((it) => it.is_complete)
  if (await countClicks(tx, complete, await committedUntil(tx), ROWS)) return true
  const old = generations.find((it) => it.state === 'OLD')
  if (old === undefined) return false
  await dropPiece(tx, old)
  return true
}

/** Begins a generation for another time zone of the program; false when there is nothing to begin or to end. */
function followTimeZone(tx: Transaction, generations: readonly Generation[], timeZone: string): boolean {
  const current = currentOf(generations)
  const next = generations.find((it) => it.state === 'NEXT')
  if ((next ?? current).time_zone === timeZone) return false
  if (next !== undefined) saveGeneration(tx, { ...next, state: 'OLD' })
  if (current.time_zone !== timeZone) {
    const number = (generations.at(-1)?.generation ?? 0) + 1
    insertGeneration(tx, newGeneration(number, timeZone, 'NEXT'))
  }
  return true
}

/**
 * Counts referrals that were flagged before. A generation of a release that did not count them is complete and has them left;
 * any other one counts them first.
 */
async function recountFlagsPiece(tx: Transaction, live: readonly Generation[]): Promise<boolean> {
  for (const generation of live) {
    const { flags_until: until } = generation
    if (until === null) continue
    const next = await recountFlags(tx, generation, live, until, ROWS)
    saveGeneration(tx, { ...generation, flags_until: next })
    return true
  }
  return false
}

/** Counts rows from before the generation: events, ledger entries, payments, clicks. False when nothing is left. */
async function recountPiece(
  tx: Transaction,
  generation: Generation,
  live: readonly Generation[],
): Promise<boolean> {
  const { events_until: event, entries_until: entry, payments_until: payment } = generation
  if (event !== null) {
    saveGeneration(tx, { ...generation, events_until: await recountEvents(tx, generation, event) })
    return true
  }
  if (entry !== null) {
    saveGeneration(tx, { ...generation, entries_until: await recountEntries(tx, generation, entry, ROWS) })
    return true
  }
  if (payment !== null) {
    const until = await recountPayments(tx, generation, payment, ROWS)
    saveGeneration(tx, { ...generation, payments_until: until })
    return true
  }
  const current = currentOf(live)
  const isBehind = generation.state !== 'CURRENT'
  if (isBehind && (await recountClicks(tx, generation, current.clicks_until, ROWS))) return true
  const isNext = generation.state === 'NEXT'
  if (isNext) saveGeneration(tx, { ...current, state: 'OLD' })
  saveGeneration(tx, { ...generation, is_complete: true, state: isNext ? 'CURRENT' : generation.state })
  return true
}

async function recountEvents(tx: Transaction, generation: Generation, after: string): Promise<string | null> {
  const page = await loadEventPage(tx, after, ROWS)
  const unpublished = await loadUnpublished(tx, page)
  const events = page.filter((it) => isCountedEvent(it) && !unpublished.has(it.id))
  const facts = await loadReferralFacts(tx, events)
  addTo(tx, generation, (counts, calendar) => {
    for (const event of events) countEvent(counts, calendar, event, facts)
  })
  return page.length < ROWS ? null : (page.at(-1)?.id ?? null)
}

function currentOf(generations: readonly Generation[]): Generation {
  const current = generations.find((it) => it.state === 'CURRENT')
  if (current === undefined) throw new Error('the tenant has no current generation of statistics')
  return current
}

async function dropPiece(tx: Transaction, { generation }: Generation): Promise<void> {
  const dropped = await deleteCounts(tx, generation, ROWS)
  if (dropped === 0) deleteGeneration(tx, generation)
}
