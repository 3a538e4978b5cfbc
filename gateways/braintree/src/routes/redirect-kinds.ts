import { type Params, textOf } from '../model/params.ts'
import type { TransparentRedirect } from '../model/transparent-redirect.ts'
import type { Route } from '../protocol/route.ts'
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

export const redirectKinds: Readonly<Record<Kind, RedirectKind>> = {
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
export function kindOf(params: Params): Kind | null {
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
