import { joinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TimedTx } from '../../../engine/driver/tenant-tx.ts'
import { eventRow, type NewEvent } from '../events/events.ts'

const insert = statement(
  'event.insert_unbound_waits',
  `
insert into event (tenant_id, id, account_id, type, reason, subject, actor, created_at)
select k.tenant_id, unbound.id, unbound.account_id, unbound.type, unbound.reason, unbound.subject, unbound.actor, $8::timestamptz
from program k
cross join (
  select given.*
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    as given(id, account_id, type, reason, subject, actor)
  ${joinByKey('account a', 'id', 'given.account_id')}
  where a.provider_id is null
) as unbound
where k.tenant_id = $1
  and exists (select from processor_connection c where c.tenant_id = $1)
on conflict (tenant_id, account_id, subject) where subject is not null do nothing`,
)

/** Stores the events of those accounts that have no customer, if the tenant is connected to a payment processor. */
export function insertUnboundWaits(tx: TimedTx, events: readonly NewEvent[]): void {
  const rows = events.map((it) => eventRow(it, tx.now))
  const values = (['id', 'account_id', 'type', 'reason', 'subject', 'actor'] as const).map((name) =>
    rows.map((row) => row[name]),
  )
  tx.write(insert, [...values, isoTime(tx.now)])
}
