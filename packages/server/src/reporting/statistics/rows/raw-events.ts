import type { OutcomeType, Reason } from '@goodword/domain/referrals/outcome'
import type { EventId, ReferralId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** The columns of an event that statistics use. */
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

/** The columns of a referral that statistics use. */
export type RawReferral = Pick<
  Tables['referral'],
  'id' | 'referring_user_id' | 'channel' | 'started_at' | 'link_seen_at' | 'converted_at' | 'ended_at'
>

const referrals = statement(
  'referral.of_statistics',
  `
select r.id, r.referring_user_id, r.channel, r.started_at, r.link_seen_at, r.converted_at, r.ended_at
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}`,
)

export function loadRawReferrals(tx: TenantTx, ids: readonly ReferralId[]): Promise<RawReferral[]> {
  return tx.rows<RawReferral>(referrals, [ids])
}
