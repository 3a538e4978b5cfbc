import type { EventId } from '@goodword/domain/ids'
import { isPublished, keptOnceAs, type StoredOutcome } from '@goodword/domain/outcome'
import { signalEventsWritten } from '../platform/event-signal.ts'
import { type RowOf, rowInsert, sendRows } from './driver/rows.ts'
import type { TimedTx } from './driver/tenant-tx.ts'
import { insertIntoOutbox } from './outward/event-outbox.ts'

/** An outcome with who caused it. */
export type NewEvent = { readonly id: EventId; readonly actor: string; readonly outcome: StoredOutcome }

const insert = rowInsert('event', {
  onConflict: 'on conflict (tenant_id, account_id, subject) where subject is not null do nothing',
  few: 4,
})

/** Stores what happened. What is published is also put into the outbox, and is published soon after the commit. */
export function insertEvents(tx: TimedTx, events: readonly NewEvent[]): void {
  const rows = events.map((it) => eventRow(it, tx.now))
  sendRows(tx, insert, rows)
  const published = events.filter((it) => isPublished(it.outcome.type)).map((it) => it.id)
  if (published.length === 0) return
  insertIntoOutbox(tx, published)
  tx.afterCommit(signalEventsWritten)
}

export function eventRow({ id, actor, outcome }: NewEvent, now: number): RowOf<'event'> {
  return {
    id,
    account_id: outcome.account,
    referring_account_id: outcome.referrer ?? null,
    type: outcome.type,
    reason: outcome.reason,
    subject: keptOnceAs(outcome, actor),
    actor,
    code: outcome.code ?? null,
    participant_id: outcome.participant ?? null,
    referral_id: outcome.referralId ?? null,
    reward_id: outcome.rewardId ?? null,
    resource_id: outcome.resourceId ?? null,
    before_minor: outcome.amounts?.before.minor ?? null,
    after_minor: (outcome.amounts?.after ?? outcome.price)?.minor ?? null,
    currency: (outcome.amounts?.after ?? outcome.price)?.currency ?? null,
    created_at: outcome.at ?? now,
  }
}
