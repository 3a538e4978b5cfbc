import { Gauge, type Registry } from 'prom-client'

/** How many events wait for their publication, and for how long the oldest one does. */
export type OutboxReading = { readonly events: number; readonly oldestMs: number }

/** Metrics of the events feed, of the whole database: without a value while they cannot be read. */
export function eventMetrics(registry: Registry, read: () => Promise<OutboxReading | null>): void {
  const gauge = (name: string, help: string, pick: (found: OutboxReading) => number) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove()
        const found = await read()
        if (found !== null) this.set(pick(found))
      },
    })
  }
  gauge(
    'goodword_events_unpublished',
    'Events that are committed and not yet in the events feed, in the whole database. Counted in up to 10,000 transactions.',
    (it) => it.events,
  )
  gauge(
    'goodword_event_oldest_unpublished_age_seconds',
    'Time the oldest event has been waiting to be published, in the whole database; 0 if none is. Webhooks, e-mails and statistics wait for it.',
    (it) => it.oldestMs / 1000,
  )
}
