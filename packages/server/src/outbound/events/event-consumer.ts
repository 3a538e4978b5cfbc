import type { Transaction } from '../../frame/context.ts'
import type { EventRow } from './rows/account-events.ts'

/** An event that has just got its position in the tenant's feed. */
export type PublishedEvent = {
  readonly position: number
  readonly event: EventRow
  /** Whether it has a row in the feed: only statistics count the others. */
  readonly isPublic: boolean
}

/**
 * The effects of events, in the transaction that publishes them: so each occurs exactly once, in the order of the
 * positions. A consumer enqueues jobs last, and calls nothing outside.
 */
export type EventConsumer = (tx: Transaction, events: readonly PublishedEvent[]) => Promise<void>
