import { changeSubscription } from '../../billing/change-subscription.ts'
import { checkItems, prorationBehaviors, updateItems } from '../../billing/update-items.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { clockOf, findCustomer } from '../../lookup/find.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { Subscription } from '../../model/subscription.ts'
import { itemJson, subscriptionJson } from '../../objects/subscription-json.ts'
import { missing } from '../../wire/api-error.ts'
import { pageInOrder, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { byText, byWord, isCreated, list, same } from '../list-route.ts'
import { collectionMethods } from '../read-collection.ts'
import { del, get, post, type Route, retrieve } from '../route.ts'
import { readNewSubscription } from './create-subscription.ts'
import { onlyIfPaid, readUpdateBehavior } from './read-behavior.ts'
import { changedItems, readItem, type WantedItem } from './read-items.ts'
import { readResumption } from './resume-subscription.ts'
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
  list('/subscriptions', 'subscription', findSubscription, {
    filters: {
      created: isCreated,
      customer: same('customer'),
      price: byText(({ items }, price) => items.some((item) => item.price === price)),
      status: (params, key) => {
        const status = params.oneOf(key, statuses) ?? null
        return (it) => hasStatus(it.status, status)
      },
      test_clock: byText(({ customer }, clock, { account }) => clockOf(account, customer) === clock),
      collection_method: byWord(collectionMethods, ({ daysUntilDue }, method) => {
        return (method === 'send_invoice') === (daysUntilDue !== null)
      }),
    },
    view: (it, { account }) => subscriptionJson(account, it),
  }),
  retrieve('/subscriptions/:id', 'subscription', findSubscription, (it, { account }) => {
    return subscriptionJson(account, it)
  }),
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
  retrieve('/subscription_items/:id', 'subscription', shownItem, (item) => item),
  post('/subscription_items/:id', 'subscription', (params, { id = '' }) => {
    const update = readItemUpdate(params, id)
    return (work) => {
      update(work)
      return shownItem(work.account, id)
    }
  }),
]

function shownItem(account: StripeAccount, id = '') {
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

/** Reads a change of one item of a subscription. @throws {ApiError} */
function readItemUpdate(params: Params, id: string): (work: Work) => void {
  const wanted = { ...readItem(params), id }
  const change = readChange(params)
  return (work) => change(work, ownerOf(work.account, id), wanted)
}

/** Reads a new item of a subscription; the returned function adds it and returns its id. @throws {ApiError} */
function readNewItem(params: Params): (work: Work) => string {
  const subscriptionId = params.neededText('subscription')
  const wanted = readItem(params)
  const change = readChange(params)
  return (work) => {
    const subscription = findSubscription(work.account, subscriptionId, 'subscription')
    change(work, subscription, wanted)
    return subscription.items.at(-1)?.id ?? ''
  }
}

/** Reads the removal of an item. @throws {ApiError} */
function readItemRemoval(params: Params, id: string): (work: Work) => void {
  const wanted = { ...readItem(params), id, isDeleted: true }
  const change = readChange(params)
  return (work) => change(work, ownerOf(work.account, id), wanted)
}

type Change = (work: Work, subscription: Subscription, wanted: WantedItem) => void

function readChange(params: Params): Change {
  const behavior = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations'
  const from = params.moment('proration_date')
  const payment = readUpdateBehavior(params)
  params.accept('off_session')
  const run: Change = (asked, subscription, wanted) => {
    const customer = findCustomer(asked.account, subscription.customer)
    const work = byClock(asked, customer.testClock)
    const { currency, discounts } = subscription
    const owner = { customer, currency, subscription: subscription.id }
    const items = changedItems(work, subscription.items, [wanted], owner)
    checkItems(work, items, currency)
    updateItems(work, subscription, {
      items,
      discounts,
      behavior,
      from: from ?? work.now,
      resetsAnchor: false,
      pays: payment !== 'default_incomplete',
      rest: {},
    })
  }
  if (payment !== 'error_if_incomplete') return run
  return (asked, { id }, wanted) => {
    onlyIfPaid(asked, id, (work) => run(work, findSubscription(work.account, id), wanted))
  }
}

function ownerOf({ subscriptions }: StripeAccount, id: string): Subscription {
  const found = Array.from(subscriptions.values()).find((it) => it.items.some((item) => item.id === id))
  if (found === undefined) throw missing('subscription item', id)
  return found
}
