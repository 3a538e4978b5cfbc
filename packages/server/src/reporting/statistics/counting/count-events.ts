import type { Transaction } from '../../../frame/context.ts'
import { enqueueJob } from '../../../frame/jobs/enqueue-job.ts'
import type { RawEvent } from '../rows/raw-events.ts'
import { countNewEntries } from './count-entries.ts'
import { countFlags } from './count-flags.ts'
import { countChangedPayments } from './count-payments.ts'
import { countEvent, isCountedEvent, loadReferralFacts } from './event-counts.ts'
import { addTo, isBehind, isPassed, liveGenerations, takeGenerations } from './generation.ts'

/** The number of entries that come with a batch of events, more or less; a job counts the rest. */
const MAX_ENTRIES = 2000
const MAX_PAYMENTS = 500

/**
 * Counts events in the transaction that publishes them, so each one once. What a generation has not come to yet is left to
 * the job that counts it.
 */
export async function countEvents(
  tx: Transaction,
  published: readonly { readonly event: RawEvent }[],
): Promise<void> {
  const generations = liveGenerations(await takeGenerations(tx))
  const events = published.map((it) => it.event).filter(isCountedEvent)
  const facts = await loadReferralFacts(tx, events)
  for (const generation of generations) {
    const own = events.filter((it) => isPassed(generation.events_until, it.id))
    addTo(tx, generation, (counts, calendar) => {
      for (const event of own) countEvent(counts, calendar, event, facts)
    })
  }
  await countFlags(
    tx,
    generations,
    published.map((it) => it.event),
  )
  await countNewEntries(tx, generations, MAX_ENTRIES)
  await countChangedPayments(tx, generations, MAX_PAYMENTS)
  if (generations.some(isBehind)) enqueueJob(tx, { kind: 'COUNT_STATISTICS', subject: '' })
}
