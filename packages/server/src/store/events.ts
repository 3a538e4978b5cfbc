import type { EventId } from '@goodword/domain/ids'
import { keptOnceAs, type Outcome } from '@goodword/domain/outcome'
import { type RowOf, rowInsert, sendRows } from './driver/rows.ts'
import type { TimedTx } from './driver/tenant-tx.ts'

/** An outcome with who caused it. */
export type NewEvent = { readonly id: EventId; readonly actor: string; readonly outcome: Outcome }

const insert = rowInsert('event', {
  onConflict: 'on conflict (tenant_id, account_id, subject) where subject is not null do nothing',
  few: 4,
})

export function insertEvents(tx: TimedTx, events: readonly NewEvent[]): void {
  const rows = events.map((it) => eventRow(it, tx.now))
  sendRows(tx, insert, rows)
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
    before_minor: outcome.amounts?.before.minor ?? null,
    after_minor: outcome.amounts?.after.minor ?? null,
    currency: outcome.amounts?.after.currency ?? null,
    created_at: now,
  }
}
