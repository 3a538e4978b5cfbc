import type { StripeAccount } from '../../model/account.ts'
import { priceJson, productJson } from '../../objects/catalog-json.ts'
import { customerJson } from '../../objects/customer-json.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { invoiceJson } from '../../objects/invoice-json.ts'
import { chargeJson } from '../../objects/payment-json.ts'
import { subscriptionJson } from '../../objects/subscription-json.ts'
import { invalid } from '../../wire/api-error.ts'
import { readQuery } from '../../wire/search-query.ts'
import { get, type Route } from '../route.ts'

/** What is made is found at once; at Stripe that takes up to a minute. */
export const searchRoutes: readonly Route[] = [
  search(
    'charges',
    'charge',
    ['amount', 'created', 'currency', 'customer', 'refunded', 'status'],
    (account) => Array.from(account.charges.values(), (it) => chargeJson(account, it)),
  ),
  search('customers', 'customer', ['created', 'email', 'name', 'phone'], (account) =>
    Array.from(account.customers.values())
      .filter((it) => !it.isDeleted)
      .map((it) => customerJson(account, it)),
  ),
  search(
    'invoices',
    'invoice',
    [
      'created',
      'currency',
      'customer',
      'last_finalization_error_code',
      'number',
      'status',
      'subscription',
      'total',
    ],
    (account) =>
      Array.from(account.invoices.values(), (it) => {
        // It is searched for by the name that it had.
        return { shown: invoiceJson(account, it), subscription: it.subscription }
      }).map(({ shown, subscription }) => ({ ...shown, subscription })),
    ({ subscription: _searched, ...shown }) => shown,
  ),
  search(
    'payment_intents',
    'payment_intent',
    ['amount', 'created', 'currency', 'customer', 'status'],
    (account) => Array.from(account.paymentIntents.values(), (it) => paymentIntentJson(account, it)),
  ),
  search('prices', 'price', ['active', 'currency', 'lookup_key', 'product', 'type'], (account) =>
    Array.from(account.prices.values(), priceJson),
  ),
  search('products', 'product', ['active', 'description', 'name', 'url'], (account) =>
    Array.from(account.products.values())
      .filter((it) => !it.isDeleted)
      .map(productJson),
  ),
  search('subscriptions', 'subscription', ['canceled_at', 'created', 'status'], (account) =>
    Array.from(account.subscriptions.values(), (it) => subscriptionJson(account, it)),
  ),
]

function search<T extends { readonly id: string }>(
  name: string,
  permission: string,
  fields: readonly string[],
  all: (account: StripeAccount) => readonly T[],
  view: (found: T) => object = (found) => found,
): Route {
  return get(`/${name}/search`, permission, (params) => {
    const [fits, limit] = [
      readQuery(params.neededText('query'), fields),
      params.integer('limit', 1, 100) ?? 10,
    ]
    const page = params.text('page') ?? '0'
    if (!/^\d{1,9}$/.test(page)) throw invalid('This is no page of a search.', 'page')
    return ({ account }) => {
      const found = all(account).filter(fits).toReversed()
      const [start, end] = [Number(page), Number(page) + limit]
      const hasMore = end < found.length
      return {
        object: 'search_result' as const,
        url: `/v1/${name}/search`,
        has_more: hasMore,
        next_page: hasMore ? `${end}` : null,
        data: found.slice(start, end).map(view),
      }
    }
  })
}
