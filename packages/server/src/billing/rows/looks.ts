import type { LookClass } from '@goodword/domain/bills/bill-discount'
import type { AccountKey } from '@goodword/domain/values/ids'
import { firstFrom, joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type SubscriptionRow, writtenSubscription } from './subscriptions.ts'

// The order leaves the planner one index.
const due = statement(
  'processor_subscription.due_looks',
  `
select ${columnList('x', 'processor_subscription')}
from processor_subscription x
where x.tenant_id = $1
  and x.look_at is not null
  and x.look_class >= $2
  and (x.look_class, x.look_at) <= ($2, $3::timestamptz)
order by x.look_class, x.look_at
limit $4`,
)

/** Subscriptions of a class that are to be compared by now, those first that wait longest. */
export function loadDueLooks(
  tx: TenantTx,
  lookClass: LookClass,
  now: number,
  most: number,
): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>(due, [lookClass, isoTime(now), most])
}

const late = statement(
  'processor_subscription.late_looks',
  `
select ${columnList('x', 'processor_subscription')}
from processor_subscription x
where x.tenant_id = $1
  and x.look_class in ('FAILED', 'ROUTINE')
  and x.next_bill_date <= $2
order by x.next_bill_date
limit $3`,
)

/** Subscriptions whose bill is near and that were not compared since it was far, the nearest bill first. */
export function loadLateLooks(tx: TenantTx, untilDay: string, most: number): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>(late, [untilDay, most])
}

const next = statement(
  'processor_subscription.next_looks',
  `
select c.look_class, n.look_at
from unnest(array['NEAR', 'FAILED', 'ROUTINE', 'AFTER']) as c(look_class)
cross join lateral (
  select x.look_at
  from processor_subscription x
  where x.tenant_id = $1
    and x.look_at is not null
    and ${firstFrom(['x.look_class', 'x.look_at'], ['c.look_class', "'-infinity'::timestamptz"])}
) as n`,
)

/** When the first subscription of each class is to be compared; a class without any is left out. */
export async function loadNextLooks(tx: TenantTx): Promise<ReadonlyMap<LookClass, number>> {
  const rows = await tx.rows<{ look_class: LookClass; look_at: number }>(next, [])
  return new Map(rows.map((it) => [it.look_class, it.look_at]))
}

/** No referrer has more friends that are looked at before a bill. */
const MAX_FRIENDS = 10_000

const friends = statement(
  'processor_subscription.of_friends',
  `
select ${columnList('x', 'processor_subscription')}
from unnest($2::uuid[]) as requested(account_id)
${joinByKey('reward w', 'account_id', 'requested.account_id')}
${joinByKey('referral r', 'id', 'w.referral_id')}
${joinByKey('processor_subscription x', 'account_id', 'r.referred_account_id')}
where w.type = 'PCT_DISCOUNT'
  and w.source = 'FRIEND_SIGNUP'
  and w.cancelled_at is null
  and r.ended_at is null
  and x.look_at is not null
  and x.checked_at <= $3::timestamptz
limit ${MAX_FRIENDS}`,
)

/** Subscriptions of friends whose stay gives one of the accounts a percentage, and that were last compared before a moment. */
export function loadFriendLooks(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  checkedBefore: number,
): Promise<SubscriptionRow[]> {
  return tx.rows<SubscriptionRow>(friends, [accounts, isoTime(checkedBefore)])
}

// These rows exist: only the columns given here change.
const save = rowInsert('processor_subscription', {
  name: 'processor_subscription.save_looks',
  onConflict: `on conflict (tenant_id, subscription_id) do update
set look_at = excluded.look_at,
  look_class = excluded.look_class,
  checked_at = excluded.checked_at
where x.look_at is not null`,
})

/** Stores that subscriptions were compared, and when they are due next. Subscriptions that ended meanwhile do not change. */
export function saveLooks(tx: TenantTx, rows: readonly SubscriptionRow[]): void {
  if (rows.length === 0) return
  // Since when one is behind stays as it is, too.
  const written = rows.map((row) => writtenSubscription(row, null))
  sendRows(tx, save, written)
}
