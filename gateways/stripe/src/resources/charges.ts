import { findCharge } from '../lookup/billing.ts'
import { chargeJson } from '../objects/payment-json.ts'
import { isCreated, list, same } from './list-route.ts'
import { type Route, retrieve } from './route.ts'

export const chargeRoutes: readonly Route[] = [
  list('/charges', 'charge', findCharge, {
    filters: { created: isCreated, customer: same('customer'), payment_intent: same('paymentIntent') },
    view: (it, { account }) => chargeJson(account, it),
  }),
  retrieve('/charges/:id', 'charge', findCharge, (it, { account }) => chargeJson(account, it)),
]
