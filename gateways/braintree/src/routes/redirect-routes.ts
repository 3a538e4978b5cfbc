import { drawId } from '@goodword/sandbox/drawing/ids'
import { findUnknown, isParams, type Param, type Params, partOf, textOf } from '../model/params.ts'
import type { TransparentRedirect } from '../model/transparent-redirect.ts'
import { type Answer, notFound } from '../protocol/answer.ts'
import type { Call, Route } from '../protocol/route.ts'
import { readTrData, signQuery, type TrData } from '../resources/redirects/read-tr-data.ts'
import { customerRoutes } from './customer-routes.ts'
import { paymentMethodRoutes } from './payment-method-routes.ts'
import { transactionRoutes } from './transaction-routes.ts'

type Kind = TransparentRedirect['kind']

type RedirectKind = {
  /** The part of the form that the request is made of. */
  readonly root: string
  /** The operation that the merchant could call itself; undefined if there is none. */
  readonly route: Route | undefined
  /** The parameter of the route's path, and its name in the signed data. */
  readonly target: { readonly parameter: string; readonly givenBy: string } | null
}

const redirectKinds: Readonly<Record<Kind, RedirectKind>> = {
  create_customer: {
    root: 'customer',
    route: routeOf(customerRoutes, 'POST', '/customers'),
    target: null,
  },
  update_customer: {
    root: 'customer',
    route: routeOf(customerRoutes, 'PUT', '/customers/:id'),
    target: { parameter: 'id', givenBy: 'customer_id' },
  },
  create_payment_method: {
    root: 'credit_card',
    route: routeOf(paymentMethodRoutes, 'POST', '/payment_methods'),
    target: null,
  },
  update_payment_method: {
    root: 'credit_card',
    route: routeOf(paymentMethodRoutes, 'PUT', '/payment_methods/credit_card/:token'),
    target: { parameter: 'token', givenBy: 'payment_method_token' },
  },
  create_transaction: {
    root: 'transaction',
    route: routeOf(transactionRoutes, 'POST', '/transactions'),
    target: null,
  },
}

/** Null for a kind that there is not. */
function kindOf(params: Params): Kind | null {
  const given = textOf(params, 'kind')
  return kinds.find((each) => each === given) ?? null
}

const kinds: readonly Kind[] = [
  'create_customer',
  'update_customer',
  'create_payment_method',
  'update_payment_method',
  'create_transaction',
]

function routeOf(routes: readonly Route[], method: Route['method'], path: string): Route | undefined {
  return routes.find((each) => each.method === method && each.path === path)
}

const posts = [
  '/transparent_redirect_requests',
  // The addresses in the forms of SDKs before 2011; those of 2011 still return them.
  '/customers/all/create_via_transparent_redirect_request',
  '/customers/all/update_via_transparent_redirect_request',
  '/payment_methods/all/create_via_transparent_redirect_request',
  '/payment_methods/all/update_via_transparent_redirect_request',
  '/transactions/all/create_via_transparent_redirect_request',
]

const olderConfirmations = ['customers', 'payment_methods', 'transactions'].map(
  (resource) => `/${resource}/all/confirm_transparent_redirect_request`,
)

export const redirectRoutes: readonly Route[] = [
  ...posts.map(
    (path): Route => ({ method: 'POST', path, body: 'anything', caller: 'browser', handle: receive }),
  ),
  {
    method: 'POST',
    path: '/transparent_redirect_requests/:id/confirm',
    handle: (call) => confirm(call, call.path.id),
  },
  ...olderConfirmations.map(
    (path): Route => ({
      method: 'POST',
      path,
      body: { id: 'value' },
      handle: (call) => confirm(call, textOf(call.body, 'id') ?? undefined),
    }),
  ),
]

/** Keeps a form that a browser sends past the merchant, and sends the browser on to the merchant, who confirms it. */
function receive(call: Call): Answer {
  const { gateway, merchant, now, body } = call
  const trData = readTrData(merchant, textOf(body, 'tr_data') ?? '')
  if (!trData.isSigned) {
    gateway.log('401 transparent redirect: the hash of tr_data is wrong')
    return sendOn(trData, { http_status: '401', bt_message: 'tr_data hash is invalid' })
  }
  const kind = kindOf(trData.params)
  if (kind === null) return sendOn(trData, { http_status: '403', bt_message: 'kind is invalid' })
  const { root, route, target } = redirectKinds[kind]
  const params = merged(body, trData.params)
  const unknown = findUnknown({ [root]: partOf(params, root) }, route?.body ?? 'anything')
  if (unknown !== null) {
    gateway.log(`403 transparent redirect: ${kind} does not support the parameter ${unknown}`)
    return sendOn(trData, { http_status: '403', bt_message: `Invalid params: ${asInForm(unknown)}` })
  }
  const id = drawId(merchant, 20, (drawn) => merchant.redirects.has(drawn))
  const kept = {
    [root]: partOf(params, root),
    // Only the merchant's signed data selects the record of a form.
    ...(target === null ? {} : { [target.givenBy]: textOf(trData.params, target.givenBy) ?? null }),
  }
  merchant.redirects.set(id, { id, kind, params: kept, isConfirmed: false, createdAt: now })
  return sendOn(trData, { http_status: '200', id, kind })
}

/** `transaction.bad` as the form has it: `transaction[bad]`. */
function asInForm(unknown: string): string {
  return unknown.replace(/\.([^.[]+)/g, '[$1]')
}

/** Executes the form, once. @throws {RequestRejected} 404 */
function confirm(call: Call, id: string | undefined): Answer {
  const redirect = call.merchant.redirects.get(id ?? '')
  if (redirect === undefined || redirect.isConfirmed) throw notFound(`unconfirmed transparent redirect ${id}`)
  const { root, route, target } = redirectKinds[redirect.kind]
  if (route === undefined) throw notFound(`way to confirm a ${redirect.kind}`)
  redirect.isConfirmed = true
  const path = target === null ? {} : { [target.parameter]: textOf(redirect.params, target.givenBy) ?? '' }
  return route.handle({ ...call, path, query: {}, body: { [root]: partOf(redirect.params, root) } })
}

/** The whole query is signed, with what the merchant's own address had in it. */
function sendOn({ redirectUrl, key }: TrData, given: Readonly<Record<string, string>>): Answer {
  const mark = redirectUrl.indexOf('?')
  const [address, own] =
    mark < 0 ? [redirectUrl, ''] : [redirectUrl.slice(0, mark), `${redirectUrl.slice(mark + 1)}&`]
  const query = `${own}${new URLSearchParams(given)}`
  return { kind: 'redirection', location: `${address}?${query}&hash=${signQuery(query, key.privateKey)}` }
}

/** Merges both, level by level; the merchant's signed data takes precedence over the browser's. */
function merged(form: Params, signed: Params): Params {
  const [given, counted] = [new Map(Object.entries(form)), new Map(Object.entries(signed))]
  const keys = new Set([...given.keys(), ...counted.keys()])
  return Object.fromEntries(
    Array.from(keys, (key): [string, Param] => [key, either(given.get(key), counted.get(key))]),
  )
}

function either(given: Param | undefined, signed: Param | undefined): Param {
  if (isParams(given) && isParams(signed)) return merged(given, signed)
  return signed ?? given ?? null
}
