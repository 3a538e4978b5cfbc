import { isRateType } from '@goodword/domain/rewards/reward'
import { parseCurrency } from '@goodword/domain/values/money'
import type { Transaction } from '../../../frame/context.ts'
import {
  entryOutbox,
  loadEntryPage,
  type RawEntry,
  takeUncountedEntries,
} from '../../../tracking/rows/statistics/raw-entries.ts'
import type { ZonedCalendar } from '../calendar.ts'
import type { Generation } from '../rows/generations.ts'
import type { Counts, Metric } from './counts.ts'
import { addTo, isPassed } from './generation.ts'

/** Counts up to so many ledger entries that were not counted yet; returns how many there were. */
export async function countNewEntries(
  tx: Transaction,
  generations: readonly Generation[],
  most: number,
): Promise<number> {
  const entries = await takeUncountedEntries(tx, most)
  if (entries.length === 0) return 0
  for (const generation of generations) {
    const own = entries.filter((it) => isPassed(generation.entries_until, it.id))
    addTo(tx, generation, (counts, calendar) => {
      for (const entry of own) countEntry(counts, calendar, entry)
    })
  }
  return entries.length
}

/** Counts the next entries again for one generation; returns the place that it has come to, null for the end. */
export async function recountEntries(
  tx: Transaction,
  generation: Generation,
  after: string,
  most: number,
): Promise<string | null> {
  const page = await loadEntryPage(tx, after, most)
  // Read after the entries: one that is there now was there with its place in the outbox.
  const uncounted = await entryOutbox.waitingAmong(
    tx,
    page.map((it) => it.id),
  )
  addTo(tx, generation, (counts, calendar) => {
    for (const entry of page) if (!uncounted.has(entry.id)) countEntry(counts, calendar, entry)
  })
  return page.length < most ? null : (page.at(-1)?.id ?? null)
}

/** Counts an entry on the day from which it is in effect. Percentages are counted by their number. */
function countEntry(counts: Counts, calendar: ZonedCalendar, entry: RawEntry): void {
  const { reward_type: type, unit, effective_at: at } = entry
  const day = calendar.dayOf(at)
  const amount = isRateType(type) ? Math.sign(entry.amount) : entry.amount
  counts.add(day, metricOf(entry), `${type} ${unit}`, amount)
  const isSpent = type === 'CREDIT' && isApiRedemption(entry) && parseCurrency(unit) !== null
  if (isSpent) counts.add(day, 'CREDIT', unit, -entry.amount)
}

/** Entries that a cause moves to the expiry or back belong to the expiry; credit that a bill gives back was not redeemed. */
function metricOf({ kind, source }: RawEntry): Metric {
  if (source.endsWith(':expiry')) return 'EXPIRY'
  return source.startsWith('release:') ? 'REDEMPTION' : kind
}

/** `redemption:<redemption>:<reward>`; one of a bill names the subscription, the cycle and the change. */
function isApiRedemption({ kind, source }: RawEntry): boolean {
  return kind === 'REDEMPTION' && source.split(':').length === 3
}
