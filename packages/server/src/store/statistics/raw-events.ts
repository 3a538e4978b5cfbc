import type { AccountKey, EventId, ParticipantKey, ReferralId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import type { OutcomeType, Reason } from '@goodword/domain/outcome'
import { joinByKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

/** What statistics use of an event. */
export type RawEvent = {
  readonly id: EventId
  readonly type: OutcomeType
  readonly reason: Reason
  readonly referral_id: ReferralId | null
  readonly after_minor: number | null
  readonly currency: Currency | null
  readonly created_at: number
}

const page = statement(
  'event.page_by_id',
  `
select e.id, e.type, e.reason, e.referral_id, e.after_minor, e.currency, e.created_at
from event e
where e.tenant_id = $1
  and e.id > $2::uuid
order by e.id
limit $3`,
)

/** The next events in the order of their ids. */
export function loadEventPage(tx: TenantTx, after: string, limit: number): Promise<RawEvent[]> {
  return tx.rows<RawEvent>(page, [after, limit])
}

const unpublished = statement(
  'event_outbox.events_between',
  `
select unnest(o.event_ids) as event_id
from event_outbox o
where o.tenant_id = $1
  and o.id between $2::uuid and $3::uuid`,
)

/** Those of a page of events that are not published yet. All events of a row of the outbox have the same time in their ids. */
export async function loadUnpublished(
  tx: TenantTx,
  events: readonly RawEvent[],
): Promise<ReadonlySet<EventId>> {
  const [first, last] = [events.at(0), events.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const ends = [`${first.id.slice(0, 14)}${FIRST_REST}`, `${last.id.slice(0, 14)}${LAST_REST}`]
  const rows = await tx.rows<{ event_id: EventId }>(unpublished, ends)
  return new Set(rows.map((it) => it.event_id))
}

// Of a uuid of version 7 the first 48 bits are its time.
const FIRST_REST = '0000-0000-000000000000'
const LAST_REST = 'ffff-ffff-ffffffffffff'

/** What statistics use of a referral. */
export type RawReferral = {
  readonly id: ReferralId
  readonly referring_participant_id: ParticipantKey
  readonly referred_account_id: AccountKey
  readonly started_at: number
}

const referrals = statement(
  'referral.of_statistics',
  `
select r.id, r.referring_participant_id, r.referred_account_id, r.started_at
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}`,
)

export function loadRawReferrals(tx: TenantTx, ids: readonly ReferralId[]): Promise<RawReferral[]> {
  return tx.rows<RawReferral>(referrals, [ids])
}

// The values are columns of a function: under row-level security, elements of an array parameter are no conditions of an
// index in PostgreSQL 15.20.
const starts = statement(
  'event.start_reasons',
  `
select asked.referral_id, e.reason
from jsonb_to_recordset($2::jsonb) as asked(referral_id uuid, account_id uuid, first_id uuid, end_id uuid)
cross join lateral (
  select s.reason
  from event s
  where s.tenant_id = $1
    and s.account_id = asked.account_id
    and s.id >= asked.first_id
    and s.id < asked.end_id
    and s.type = 'referral.started'
  order by s.account_id, s.id
  limit 1
) as e`,
)

/** How referrals started, of those that left an event when they did: it has the time of the start in its id. */
export function loadStartReasons(
  tx: TenantTx,
  rows: readonly RawReferral[],
): Promise<{ referral_id: ReferralId; reason: Reason }[]> {
  const asked = rows.map(({ id, referred_account_id, started_at }) => ({
    referral_id: id,
    account_id: referred_account_id,
    first_id: firstIdAt(started_at),
    end_id: firstIdAt(started_at + 1),
  }))
  return tx.rows(starts, [JSON.stringify(asked)])
}

/** The smallest id (uuid of version 7) of a millisecond. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${FIRST_REST}`
}
