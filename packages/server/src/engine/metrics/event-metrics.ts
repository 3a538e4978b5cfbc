import type { Registry } from 'prom-client'
import { gauge } from './definition.ts'
import { readGauge } from './read-gauge.ts'

export const eventDefinitions = {
  unpublished: gauge(
    'goodword_events_unpublished',
    'Events that are committed and not yet in the events feed, in the whole database. Counted in up to 10,000 transactions.',
  ),
  oldestUnpublished: gauge(
    'goodword_event_oldest_unpublished_age_seconds',
    'Time the oldest event has been waiting to be published, in the whole database; 0 if none is. Webhooks, e-mails and statistics wait for it.',
  ),
}

/** How many events wait for their publication, and for how long the oldest one does. */
export type OutboxBacklog = { readonly events: number; readonly oldestMs: number }

/** Metrics of the events feed, of the whole database: without a value while they cannot be read. */
export function eventMetrics(registry: Registry, read: () => Promise<OutboxBacklog | null>): void {
  readGauge(registry, eventDefinitions.unpublished, read, (it) => it.events)
  readGauge(registry, eventDefinitions.oldestUnpublished, read, (it) => it.oldestMs / 1000)
}
