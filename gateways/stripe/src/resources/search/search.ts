import type { StripeAccount } from '../../model/account.ts'
import { priceJson, productJson } from '../../objects/catalog-json.ts'
import { customerJson } from '../../objects/customer-json.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { invoiceJson } from '../../objects/invoice-json.ts'
import { chargeJson } from '../../objects/payment-json.ts'
import { subscriptionJson } from '../../objects/subscription-json.ts'
import { invalid } from '../../wire/api-error.ts'
import { get, type Route } from '../route.ts'

/** Whether an object fits a query. */
type Fits = (object: object) => boolean

const clause =
  /^(-?)(?:metadata\[(?:'([^']*)'|"([^"]*)")\]|(\w+))\s*(:|~|>=|<=|>|<)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(null|-?\d+))(?:\s+(AND|OR)\s+|\s*$)/i

/**
 * Reads a query such as `email:'ada@example.com' AND -metadata['plan']:null`: clauses that are all joined by AND, or all by OR.
 * @param fields what may be searched for
 * @throws {ApiError}
 */
export function readQuery(query: string, fields: readonly string[]): Fits {
  const clauses: Fits[] = []
  const joints = new Set<string>()
  for (let rest = query.trim(); rest !== ''; ) {
    const found = clause.exec(rest)
    if (found === null) throw invalid(`We were unable to parse your search query: ${rest}`, 'query')
    rest = rest.slice(found[0].length)
    const [, not, single, double, field, operator = ':', text, quoted, plain, joint] = found
    const key = single ?? double
    if (field !== undefined && !fields.includes(field)) {
      throw invalid(`Field \`${field}\` is an unsupported search field for this resource.`, 'query')
    }
    const value = (text ?? quoted)?.replace(/\\(.)/g, '$1') ?? plain ?? ''
    const fits = fitsClause(readerOf(key, field ?? ''), operator, plain === 'null' ? null : value)
    clauses.push(not === '-' ? (object) => !fits(object) : fits)
    if (joint !== undefined) joints.add(joint.toUpperCase())
    if ((joint === undefined) !== (rest === '')) throw invalid('The query ends with AND or OR.', 'query')
  }
  if (joints.size > 1) throw invalid('You cannot combine AND and OR in a query.', 'query')
  if (clauses.length === 0) throw invalid('The query is empty.', 'query')
  return joints.has('OR')
    ? (object) => clauses.some((fits) => fits(object))
    : (object) => clauses.every((fits) => fits(object))
}

function readerOf(metadataKey: string | undefined, field: string): (object: object) => unknown {
  if (metadataKey === undefined) return (object) => Object(object)[field]
  return (object) => Object(Object(object).metadata)[metadataKey]
}

function fitsClause(read: (object: object) => unknown, operator: string, wanted: string | null): Fits {
  const compare = comparisons[operator]
  return (object) => {
    const value = read(object) ?? null
    if (value === null || wanted === null) return operator === ':' && value === wanted
    if (compare !== undefined) return compare(Number(value), Number(wanted))
    const [one, other] = [`${value}`.toLowerCase(), wanted.toLowerCase()]
    return operator === '~' ? one.includes(other) : one === other
  }
}

const comparisons: Readonly<Record<string, (value: number, wanted: number) => boolean>> = {
  '>': (value, wanted) => value > wanted,
  '<': (value, wanted) => value < wanted,
  '>=': (value, wanted) => value >= wanted,
  '<=': (value, wanted) => value <= wanted,
}

/** New objects are found at once; at Stripe that takes up to a minute. */
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
        // A search uses the former name of the field.
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
