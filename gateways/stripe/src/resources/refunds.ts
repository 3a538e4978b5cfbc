import { refundCharge } from '../billing/charges/refund.ts'
import { findCharge, findPaymentIntent, latestChargeOf } from '../lookup/billing.ts'
import { clockOf, finder } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Charge, Refund } from '../model/payment.ts'
import { refundJson } from '../objects/payment-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'
import { byText, isCreated, list, same } from './list-route.ts'
import { post, type Route, retrieve } from './route.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

const findRefund = finder('refund', ({ refunds }) => refunds)

/** Things of a charge that an intent led to. */
export const isOfIntent = byText<{ readonly charge: string }>((it, intent, { account }) => {
  return findCharge(account, it.charge).paymentIntent === intent
})

export const refundRoutes: readonly Route[] = [
  post('/refunds', 'refund', (params) => {
    const chargeOf = readCharge(params)
    const amount = params.integer('amount', 1)
    const reason = params.oneOf('reason', reasons) ?? null
    const metadata = params.metadata()
    return (asked) => {
      const charge = chargeOf(asked.account)
      const work = byClock(asked, clockOf(asked.account, charge.customer))
      const wanted = { amount: amount ?? charge.amount - charge.amountRefunded, reason, metadata }
      return refundJson(refundCharge(work, charge, wanted), charge)
    }
  }),
  list('/refunds', 'refund', findRefund, {
    filters: { created: isCreated, charge: same('charge'), payment_intent: isOfIntent },
    view: json,
  }),
  post('/refunds/:id', 'refund', (params, { id }) => {
    params.accept('metadata')
    return (work) => {
      const refund = findRefund(work.account, id)
      refund.metadata = params.metadata(refund.metadata)
      return json(refund, work)
    }
  }),
  retrieve('/refunds/:id', 'refund', findRefund, json),
]

function readCharge(params: Params): (account: StripeAccount) => Charge {
  const [chargeId, intentId] = [params.text('charge'), params.text('payment_intent')]
  return (account) => {
    if (intentId == null) return findCharge(account, chargeId ?? '', 'charge')
    const charge = latestChargeOf(account, findPaymentIntent(account, intentId, 'payment_intent'))
    if (charge !== null) return charge
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
  }
}

function json(it: Refund, { account }: Work) {
  return refundJson(it, findCharge(account, it.charge))
}
