import { isDeepStrictEqual } from 'node:util'
import type { NotificationWork } from '../notification.ts'
import { textAt, valueAt } from './sdk/values.ts'

/**
 * A renewal has four events that are used: the subscription begins a period, a draft is made, and an hour later it is closed and
 * paid. Only after the payment the customer is read. Null for every other event, and wherever this is not sure.
 */
export function workOf(type: string, event: unknown): NotificationWork | null {
  const object = valueAt(event, 'data', 'object')
  if (type === 'customer.subscription.updated')
    return isNewPeriod(object, valueAt(event, 'data', 'previous_attributes')) ? 'NOTHING' : null
  if (textAt(object, 'billing_reason') !== 'subscription_cycle') return null
  const status = textAt(object, 'status')
  if (type === 'invoice.created' && status === 'draft') return 'DRAFTS'
  const isCharged = textAt(object, 'collection_method') === 'charge_automatically'
  return type === 'invoice.finalized' && status === 'open' && isCharged ? 'LATER' : null
}

/** What the beginning of a period changes about a subscription. */
const ofPeriod = ['current_period_start', 'current_period_end', 'latest_invoice', 'items']

/** Whether nothing changed but the period, of the subscription and of its items, which have no other ones than before. */
function isNewPeriod(now: unknown, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return false
  const names = Object.keys(before)
  if (names.length === 0 || !names.every((it) => ofPeriod.includes(it))) return false
  const [former, present] = [itemsOf(before), itemsOf(now)]
  return former === null || isDeepStrictEqual(former, present)
}

/** The items without their periods; null where there are none. */
function itemsOf(subscription: unknown): readonly unknown[] | null {
  const data = valueAt(subscription, 'items', 'data')
  if (!Array.isArray(data)) return null
  return data.map((it: unknown) => {
    const { current_period_start: _start, current_period_end: _end, ...rest } = Object(it)
    return rest
  })
}
