/*
 * STATISTICS
 *
 * Reports read sums by day and month that are kept up to date, not the rows themselves. This file adds what is not in the
 * sums yet, piece by piece.
 *
 * GENERATIONS
 *
 * All sums of a tenant in the days of one time zone are a generation. A day belongs to a time zone, so another time zone of
 * the program needs all of them again.
 *
 *   NEXT  --complete--> CURRENT --replaced--> OLD --emptied--> deleted
 *   CHECK --compared--> CURRENT
 *   NEXT whose time zone changed again, CHECK that was interrupted --> OLD
 *
 * - CURRENT is what reports read. NEXT is counted beside it for another time zone; CHECK for the command that recounts
 *   (`recount-statistics.ts`), which replaces CURRENT after comparing both. At most one of each.
 * - A generation knows how far it has counted rows from before it began: `events_until`, `entries_until`, `payments_until`
 *   and `flags_until` are the last key counted, null at the end; `clicks_until` and `buckets_until` are times. It is complete
 *   when events, entries, payments and clicks are counted.
 *
 * TWO WAYS INTO A SUM
 *
 * - Increments: a new row is added to every generation that is not OLD when it is first counted. Events are counted in the
 *   transaction that publishes them (`count-events.ts`); ledger entries and payments by what their writers leave to be counted
 *   (an outbox, the difference to the last counts); clicks by the time up to which all are committed.
 * - Recounts: a generation that is not complete walks through older rows in the order of their keys.
 *
 * Each row is counted exactly once because both use one rule (`isPassed`): an increment is added only to a generation whose
 * recount has passed the row's key. Before that, the recount finds it: an increment that was taken is then marked as counted,
 * and recounts skip rows that are not.
 *
 * TRADES
 *
 * - Writes for reads: each event changes several sums, and a report reads a few rows whatever the history.
 * - Counting is serial per tenant: every transaction that counts locks the tenant's generations first.
 * - Clicks have no outbox, which would be a second insert for the most frequent write. They are counted up to 15 seconds before
 *   now, or before the oldest open transaction, when no earlier one can appear; a report reads the rest itself. They are
 *   summed up by quarter hours, at which the days of all time zones begin, so a recount works after the clicks are deleted.
 *
 * PROMISES
 *
 * - A sum and its mark change in one transaction. A crash, a retry or a second worker neither loses
 *   nor repeats a row.
 * - Reports stay readable during a recount: the old generation is replaced in one transaction and deleted afterwards.
 * - `statistics recount` finds and repairs any difference to the rows (of clicks: to the quarter hours), so a defect of
 *   counting costs a command and not data.
 *
 * WHEN CHANGING THIS
 *
 * - Lock generations before anything else that is counted (`takeGenerations`): the publisher and this job would otherwise
 *   wait for each other.
 * - A new metric counts what happens from then on. For the past it needs a place of its own, as `flags_until` has, or a
 *   recount after the upgrade. Count it in both ways, or the recount reports differences.
 * - The order of `countPiece` matters: flags are counted before a generation can be complete, and clicks last, because
 *   increments of clicks go to complete generations only.
 */

import type { Transaction } from '../../../frame/context.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { eventOutbox } from '../../../tracking/rows/events/event-outbox.ts'
import { deleteCounts } from '../rows/counts.ts'
import { deleteGeneration, type Generation, insertGeneration, saveGeneration } from '../rows/generations.ts'
import { loadEventPage } from '../rows/raw-events.ts'
import { countClicks, recountClicks } from './count-clicks.ts'
import { countNewEntries, recountEntries } from './count-entries.ts'
import { recountFlags } from './count-flags.ts'
import { countChangedPayments, recountPayments } from './count-payments.ts'
import { countEvent, isCountedEvent, loadReferralFacts } from './event-counts.ts'
import { addTo, liveGenerations, newGeneration, takeGenerations } from './generation.ts'

/** Few enough that the transaction is short, and the publisher of events waits little. */
const ROWS = 2000

/** Returns up to when all clicks are committed, in milliseconds of the database's clock. */
export type CommittedUntil = (tx: Transaction) => Promise<number>

/**
 * One piece of the work of counting, in one transaction: the first that is left to do. True when there may be
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
  const unpublished = await eventOutbox.waitingAmong(
    tx,
    page.map((it) => it.id),
  )
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
