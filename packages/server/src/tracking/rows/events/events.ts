import { isPublished, keptOnceAs, type StoredOutcome } from '@goodword/domain/referrals/outcome'
import type { EventId } from '@goodword/domain/values/ids'
import { columnNames, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import type { TimedTx } from '../../../engine/driver/tenant-tx.ts'
import { signalEventsWritten } from '../../../engine/signals/event-signal.ts'
import { eventOutbox } from './event-outbox.ts'

/** Who did something by hand, `staff <id> <e-mail>` or `key <name>`, and why in their words, if they said so. */
export type Note = { readonly text: string | null; readonly author: string }

/** An outcome with who caused it. */
export type NewEvent = {
  readonly id: EventId
  readonly actor: string
  readonly outcome: StoredOutcome
  readonly note?: Note
}

const onConflict = 'on conflict (tenant_id, account_id, subject) where subject is not null do nothing'
const insert = rowInsert('event', { columns: columnNames('event', ['note', 'author']), onConflict, few: 4 })
/** Few events have a note, and the others are not to pay for its columns. */
const insertNoted = rowInsert('event', { onConflict, name: 'event.insert_noted' })

/** Stores events. Those to publish are also put into the outbox, and are published soon after the commit. */
export function insertEvents(tx: TimedTx, events: readonly NewEvent[]): void {
  const [noted, others] = [events.filter(hasNote), events.filter((it) => !hasNote(it))].map((some) =>
    some.map((it) => eventRow(it, tx.now)),
  )
  if (others !== undefined && others.length > 0) sendRows(tx, insert, others)
  if (noted !== undefined && noted.length > 0) sendRows(tx, insertNoted, noted)
  const published = events.filter((it) => isPublished(it.outcome.type)).map((it) => it.id)
  if (published.length === 0) return
  eventOutbox.insert(tx, published)
  tx.afterCommit(signalEventsWritten)
}

function hasNote({ note, outcome: { customers } }: NewEvent): boolean {
  return note !== undefined || customers !== undefined
}

/** The part of an event that an erasure removes: the words of a person, and the IDs of customers. */
function noteOf({ note, outcome: { customers } }: NewEvent): string | null {
  return customers === undefined ? (note?.text ?? null) : `${customers.before} → ${customers.after}`
}

export function eventRow(event: NewEvent, now: number): RowOf<'event'> {
  const { id, actor, outcome, note } = event
  return {
    id,
    account_id: outcome.account,
    referring_account_id: outcome.referrer ?? null,
    type: outcome.type,
    reason: outcome.reason,
    subject: keptOnceAs(outcome, actor),
    actor,
    code: outcome.code ?? null,
    user_id: outcome.user ?? null,
    referral_id: outcome.referralId ?? null,
    reward_id: outcome.rewardId ?? null,
    resource_id: outcome.resourceId ?? null,
    before_minor: outcome.amounts?.before.minor ?? null,
    after_minor: (outcome.amounts?.after ?? outcome.price)?.minor ?? null,
    currency: (outcome.amounts?.after ?? outcome.price)?.currency ?? null,
    created_at: outcome.at ?? now,
    note: noteOf(event),
    author: note?.author ?? null,
  }
}
