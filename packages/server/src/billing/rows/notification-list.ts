import {
  type NotificationOutcome,
  type NotificationState,
  notificationStates,
} from '@goodword/domain/payments/notification'
import type { AccountId } from '@goodword/domain/values/ids'
import { byCtid, byKey, firstFrom, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type Filter, type FilterOf, list } from '../../engine/lists/list.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { NotificationId } from './notifications.ts'

/** A notification, with how its job is doing. */
export type ListedNotificationRow = {
  id: NotificationId
  kind: string
  outcome: NotificationOutcome | null
  customerId: string | null
  subscriptionId: string | null
  isFailed: boolean
  attempts: number
  lastError: string | null
  dateSent: number
  dateReceived: number
  dateProcessed: number | null
}

const jobOf = (subject: string) => `(
    select j.subject, j.state, j.attempts, j.last_error
    from job j
    where j.tenant_id = $1
      and ${firstFrom(['j.kind', 'j.subject'], ["'NOTIFICATION'", subject])}
  )`

const ofKind: Filter<string> = {
  conditions: (kind) => [
    {
      sql: 'x.kind between ?::text and ?::text',
      values: [kind, kind],
      index: { column: 'x.kind', isById: true },
    },
  ],
  samples: { alone: ['check'] },
}

/** Notifications that are not processed have an index of their own; which of them failed is known to their jobs. */
const inState: Filter<NotificationState> = {
  conditions(state) {
    if (state === 'DONE') return [{ sql: 'x.outcome is not null', values: [] }]
    const failed = `exists (
      select
      from ${jobOf('x.id::text')} as job
      where job.subject = x.id::text
        and job.state = 'FAILED'
    )`
    return [
      { sql: 'x.outcome is null', values: [] },
      { sql: state === 'FAILED' ? failed : `not ${failed}`, values: [] },
    ]
  },
  samples: { alone: notificationStates.filter((it) => it !== 'DONE'), beside: ['DONE'] },
}

const notificationList = list({
  name: 'processor_notification.list',
  select: `x.id, x.kind, x.outcome, x.customer_id as "customerId", x.subscription_id as "subscriptionId",
  x.sent_at as "dateSent", x.received_at as "dateReceived", x.processed_at as "dateProcessed",
  x.outcome is null and coalesce(job.state, '') = 'FAILED' as "isFailed",
  case when x.outcome is null then coalesce(job.attempts, 0) else 0 end as attempts,
  case when x.outcome is null then job.last_error end as "lastError"`,
  table: 'processor_notification',
  alias: 'x',
  joins: `left join lateral ${jobOf('x.id::text')} as job on job.subject = x.id::text`,
  filters: { kind: ofKind, state: inState },
})

export type NotificationFilter = FilterOf<typeof notificationList>

export function listNotifications(
  tx: TenantTx,
  filter: NotificationFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedNotificationRow>> {
  return readPage(tx, notificationList, filter, now, request)
}

const details = statement(
  'processor_notification.details',
  `
select ${notificationList.select}, x.payload, a.external_id as "accountId"
from (
  select y.*
  from processor_notification y
  where y.tenant_id = $1
    and y.id between $2::uuid and $2::uuid
  order by y.id
) as x
${leftJoinByKey('processor_customer c', 'customer_id', 'x.customer_id')}
${leftJoinByKey('account a', 'id', 'c.account_id')}
${notificationList.joins}`,
)

/** `accountId` is the merchant's ID of the account that the customer is bound to. */
export type NotificationDetailsRow = ListedNotificationRow & {
  payload: string | null
  accountId: AccountId | null
}

export async function findNotification(tx: TenantTx, id: string): Promise<NotificationDetailsRow | null> {
  const [row] = await tx.rows<NotificationDetailsRow>(details, [id])
  return row ?? null
}

const lock = statement(
  'processor_notification.lock',
  `
select x.id
from processor_notification x
where x.tenant_id = $1
  and ${byKey('x.id', '$2::uuid')}
for no key update`,
)

const reopen = statement(
  'processor_notification.reopen',
  `
update processor_notification x
set processed_at = null,
  outcome = null
where ${byCtid('processor_notification', byKey('y.id', '$2::uuid'))}`,
)

/**
 * Makes a notification unprocessed again, and keeps it so until the end of the transaction; false if it is not there. It is
 * locked by a statement before: one that waits for a lock finds no row that was changed meanwhile by its place.
 */
export async function reopenNotification(tx: TenantTx, id: string): Promise<boolean> {
  const isThere = (await tx.rows(lock, [id])).length === 1
  if (isThere) tx.write(reopen, [id], 1)
  return isThere
}

const firstReceived = statement(
  'processor_notification.first_received',
  `
select x.received_at
from processor_notification x
where x.tenant_id = $1
order by x.received_at
limit 1`,
)

const lastReceived = statement(
  'processor_notification.last_received',
  `
select x.received_at
from processor_notification x
where x.tenant_id = $1
order by x.received_at desc
limit 1`,
)

/** When the first notification that is still kept was received, and the last one; null for none. */
export async function notificationTimes(
  tx: TenantTx,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  const [[first], [last]] = await Promise.all([
    tx.rows<{ received_at: number }>(firstReceived, []),
    tx.rows<{ received_at: number }>(lastReceived, []),
  ])
  return { first: first?.received_at ?? null, last: last?.received_at ?? null }
}
