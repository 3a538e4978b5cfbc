import { changeSubscription } from '../../billing/change-subscription.ts'
import { findSubscription } from '../../lookup/billing.ts'
import type { StripeAccount } from '../../model/account.ts'
import { itemJson, subscriptionJson } from '../../objects/subscription-json.ts'
import { missing } from '../../wire/api-error.ts'
import { pageInOrder, pageOf, readCreated, readCursor } from '../../wire/list.ts'
import { collectionMethods } from '../read-collection.ts'
import { del, get, post, type Route } from '../route.ts'
import { readNewSubscription } from './create-subscription.ts'
import { readResumption } from './resume-subscription.ts'
import { readItemRemoval, readItemUpdate, readNewItem } from './update-item.ts'
import { readCancellation, readUpdate } from './update-subscription.ts'

const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

export const subscriptionRoutes: readonly Route[] = [
  post('/subscriptions', 'subscription', (params) => {
    const create = readNewSubscription(params)
    return (work) => subscriptionJson(work.account, create(work))
  }),
  get('/subscriptions', 'subscription', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [customer, price, status] = [
      params.text('customer'),
      params.text('price'),
      params.oneOf('status', statuses),
    ]
    const testClock = params.text('test_clock')
    const collection = params.oneOf('collection_method', collectionMethods)
    return ({ account }) => {
      const fitting = Array.from(account.subscriptions.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        if (price != null && !it.items.some((item) => item.price === price)) return false
        if (testClock != null && account.customers.get(it.customer)?.testClock !== testClock) return false
        if (collection != null && subscriptionJson(account, it).collection_method !== collection) return false
        return isIn(it.created) && hasStatus(it.status, status ?? null)
      })
      return pageOf('/v1/subscriptions', fitting, cursor, (it) => subscriptionJson(account, it))
    }
  }),
  get(
    '/subscriptions/:id',
    'subscription',
    (_params, { id }) =>
      ({ account }) =>
        subscriptionJson(account, findSubscription(account, id)),
  ),
  post('/subscriptions/:id', 'subscription', (params, { id }) => {
    const update = readUpdate(params, id)
    return (work) => subscriptionJson(work.account, update(work))
  }),
  post('/subscriptions/:id/resume', 'subscription', (params, { id }) => {
    const resume = readResumption(params, id)
    return (work) => subscriptionJson(work.account, resume(work))
  }),
  del('/subscriptions/:id', 'subscription', (params, { id }) => {
    const cancel = readCancellation(params, id)
    return (work) => subscriptionJson(work.account, cancel(work))
  }),
  get('/subscription_items', 'subscription', (params) => {
    const [cursor, id] = [readCursor(params), params.neededText('subscription')]
    return ({ account }) => {
      const subscription = findSubscription(account, id, 'subscription')
      const url = '/v1/subscription_items'
      return pageInOrder(url, subscription.items, cursor, (it) => itemJson(account, subscription, it))
    }
  }),
  post('/subscription_items', 'subscription', (params) => {
    const add = readNewItem(params)
    return (work) => shownItem(work.account, add(work))
  }),
  del('/subscription_items/:id', 'subscription', (params, { id = '' }) => {
    const remove = readItemRemoval(params, id)
    return (work) => {
      remove(work)
      return { id, object: 'subscription_item', deleted: true }
    }
  }),
  // A later version of the API has no singular discount; the SDK still offers the call.
  del('/subscriptions/:id/discount', 'subscription', (_params, { id }) => (work) => {
    const subscription = findSubscription(work.account, id)
    const [first] = subscription.discounts
    if (first === undefined) throw missing('active discount for subscription', subscription.id)
    changeSubscription(work, subscription, { discounts: [] })
    return { id: first, object: 'discount', subscription: subscription.id, deleted: true }
  }),
  get(
    '/subscription_items/:id',
    'subscription',
    (_params, { id = '' }) =>
      ({ account }) =>
        shownItem(account, id),
  ),
  post('/subscription_items/:id', 'subscription', (params, { id = '' }) => {
    const update = readItemUpdate(params, id)
    return (work) => {
      update(work)
      return shownItem(work.account, id)
    }
  }),
]

function shownItem(account: StripeAccount, id: string) {
  for (const subscription of account.subscriptions.values()) {
    const item = subscription.items.find((each) => each.id === id)
    if (item !== undefined) return itemJson(account, subscription, item)
  }
  throw missing('subscription item', id)
}

/** Without a status, those that were not canceled. */
function hasStatus(status: string, wanted: (typeof statuses)[number] | null): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return wanted === null ? status !== 'canceled' : status === wanted
}
