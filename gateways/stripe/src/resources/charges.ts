import { findCharge } from '../lookup/billing.ts'
import { chargeJson } from '../objects/payment-json.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import { get, type Route } from './route.ts'

export const chargeRoutes: readonly Route[] = [
  get('/charges', 'charge', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [customer, intent] = [params.text('customer'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.charges.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        return isIn(it.created) && (intent == null || it.paymentIntent === intent)
      })
      return pageOf('/v1/charges', fitting, cursor, (it) => chargeJson(account, it))
    }
  }),
  get(
    '/charges/:id',
    'charge',
    (_params, { id }) =>
      ({ account }) =>
        chargeJson(account, findCharge(account, id)),
  ),
]
