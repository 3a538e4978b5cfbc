import type { KeptNotificationRow, SubscriptionKeysRow } from '../../billing/rows/customer-rows.ts'
import type { Wanted } from './wanted.ts'

/** Whether a notification is about one of these subscriptions or this customer, or its payload names the person. */
export function notificationsAbout(
  wanted: Pick<Wanted, 'userId' | 'email'>,
  customerId: string | null,
  subscriptions: readonly SubscriptionKeysRow[],
): (row: KeptNotificationRow) => boolean {
  const customers = new Set([customerId, ...subscriptions.map((it) => it.customer_id)])
  const known = new Set(subscriptions.map((it) => it.subscription_id))
  const names = [wanted.userId, wanted.email ?? ''].filter((it) => it !== '')
  return ({ customer_id, subscription_id, payload }) =>
    (customer_id !== null && customers.has(customer_id)) ||
    (subscription_id !== null && known.has(subscription_id)) ||
    (payload !== null && isNamed(payload, names))
}

/** Whether a text of a payload, which is base64 of XML, is one of these names. */
function isNamed(payload: string, names: readonly string[]): boolean {
  const xml = Buffer.from(payload, 'base64').toString('utf8')
  return names.some((it) => xml.includes(`>${escaped(it)}<`))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
