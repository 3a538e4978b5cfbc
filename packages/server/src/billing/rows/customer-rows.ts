import type { AccountKey } from '@goodword/domain/values/ids'
import { byCtid, byKey, deleteByCtid } from '../../engine/driver/by-key.ts'
import { type Statement, statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

// The stored customers of the payment processor.

const customerOf = statement(
  'account.customer',
  `
select x.external_id, x.provider_id
from account x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)
const lockCustomerOf = statement('account.lock_customer', `${customerOf.text}\nfor no key update`)

const ERASED = 'erased-'

/** The customer at the payment processor of an account whose ID was replaced by an erasure. */
export type ErasedAccountCustomer = { readonly customerId: string }

/** Null when nothing is left: it has no customer, its customer was replaced, or the account has its ID again. */
export function erasedAccountCustomer(
  tx: TenantTx,
  account: AccountKey,
): Promise<ErasedAccountCustomer | null> {
  return customerIn(tx, customerOf, account)
}

/** Finds the customer of an erased account and locks it: no call changes the account until the transaction ends. */
export function lockErasedAccountCustomer(
  tx: TenantTx,
  account: AccountKey,
): Promise<ErasedAccountCustomer | null> {
  return customerIn(tx, lockCustomerOf, account)
}

async function customerIn(tx: TenantTx, it: Statement, account: AccountKey) {
  const [row] = await tx.rows<{ external_id: string; provider_id: string | null }>(it, [account])
  const customerId = row?.provider_id ?? ERASED
  const isLeft = row?.external_id.startsWith(ERASED) === true && !customerId.startsWith(ERASED)
  return isLeft ? { customerId } : null
}

const subscriptions = statement(
  'processor_subscription.of_account',
  `
select x.id, x.subscription_id, x.customer_id, x.is_live
from processor_subscription x
where x.tenant_id = $1
  and x.account_id between $2::uuid and $2::uuid
order by x.account_id, x.id`,
)

export type SubscriptionKeysRow = Pick<
  Tables['processor_subscription'],
  'id' | 'subscription_id' | 'customer_id' | 'is_live'
>

export function subscriptionsOfAccount(tx: TenantTx, account: AccountKey): Promise<SubscriptionKeysRow[]> {
  return tx.rows(subscriptions, [account])
}

const notifications = statement(
  'processor_notification.page',
  `
select x.id, x.kind, x.subscription_id, x.customer_id, x.payment_id, x.sent_at, x.received_at, x.payload
from processor_notification x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit $3`,
)

export type KeptNotificationRow = Pick<
  Tables['processor_notification'],
  'id' | 'kind' | 'subscription_id' | 'customer_id' | 'payment_id' | 'sent_at' | 'received_at' | 'payload'
>

/** A page of the tenant's notifications after an ID: they are kept for 90 days, and have no index by customer. */
export function listNotifications(
  tx: TenantTx,
  after: string,
  limit: number,
): Promise<KeptNotificationRow[]> {
  return tx.rows(notifications, [after, limit])
}

const clear = statement(
  'processor_notification.erase',
  `
update processor_notification x
set payload = null,
  subscription_id = case when $3::bool then null else x.subscription_id end,
  customer_id = case when $3::bool then null else x.customer_id end,
  payment_id = case when $3::bool then null else x.payment_id end
where ${byCtid(
    'processor_notification',
    `${byKey('y.id', '$2')}
    for no key update`,
  )}`,
)

/** Clears the payloads of notifications, and with `ids` the customers, subscriptions and payments that they are about. */
export function eraseNotifications(tx: TenantTx, names: readonly string[], ids: boolean): void {
  for (const name of names) tx.write(clear, [name, ids])
}

const account = statement(
  'account.erase_provider',
  `
update account x
set provider_id = $3
where ${byCtid('account', byKey('y.id', '$2'))}`,
)

const customer = statement(
  'processor_customer.erase',
  `
update processor_customer x
set customer_id = $3
where ${byCtid('processor_customer', byKey('y.customer_id', '$2'))}`,
)

const replaceSubscription = statement(
  'processor_subscription.erase',
  `
update processor_subscription x
set subscription_id = $3,
  customer_id = $4
where ${byCtid('processor_subscription', byKey('y.id', '$2'))}`,
)

const reservations = statement(
  'credit_reservation.erase',
  `
update credit_reservation x
set subscription_id = $3
from (
  select y.ctid as place
  from credit_reservation y
  where y.tenant_id = $1
    and ${byKey('y.subscription_id', '$2')}
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

/** Replaces a customer of the payment processor, whose account must be locked. */
export function eraseCustomer(
  tx: TenantTx,
  accountKey: AccountKey,
  customerId: string,
  placeholder: string,
): void {
  tx.write(account, [accountKey, placeholder], 1)
  tx.write(customer, [customerId, placeholder])
}

/** Replaces a subscription in its row and in the credit that was reserved for it. */
export function eraseSubscription(
  tx: TenantTx,
  row: SubscriptionKeysRow,
  placeholder: { readonly subscriptionId: string; readonly customerId: string },
): void {
  tx.write(replaceSubscription, [row.id, placeholder.subscriptionId, placeholder.customerId], 1)
  tx.write(reservations, [row.subscription_id, placeholder.subscriptionId])
}

const jobs = statement(
  'job.delete_of_subject',
  `${deleteByCtid(
    'job',
    `(y.kind, y.subject) >= ($2, $3)
    and y.kind <= $2
  order by y.kind, y.subject
  limit 1
  for update`,
  )}
  and x.subject = $3
  and x.state <> 'RUNNING'`,
)

const jobState = statement(
  'job.state_of_subject',
  `
select y.state, y.attempts
from (
  select x.subject, x.state, x.attempts
  from job x
  where x.tenant_id = $1
    and (x.kind, x.subject) >= ($2, $3)
    and x.kind <= $2
  order by x.kind, x.subject
  limit 1
) as y
where y.subject = $3`,
)

/** Whether what the job about a subject finds out is stored: it is not if it runs, is to run now, or failed. */
export async function hasRun(tx: TenantTx, kind: string, subject: string): Promise<boolean> {
  const [row] = await tx.rows<{ state: string; attempts: number }>(jobState, [kind, subject])
  return row === undefined || (row.state === 'WAITING' && row.attempts === 0)
}

/** Deletes the job about a subject unless it runs: a run ends by itself, and finds nothing under the subject. */
export function deleteJobOf(tx: TenantTx, kind: string, subject: string): void {
  tx.write(jobs, [kind, subject])
}
