import { refundCharge } from '../billing/charges/refund.ts'
import { findCharge, findPaymentIntent, latestChargeOf } from '../lookup/billing.ts'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Charge, Refund } from '../model/payment.ts'
import { refundJson } from '../objects/payment-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { byClock } from '../work.ts'
import { get, post, type Route } from './route.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

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
  get('/refunds', 'refund', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [chargeId, intent] = [params.text('charge'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.refunds.values()).filter((it) => {
        if (chargeId != null && it.charge !== chargeId) return false
        if (intent != null && findCharge(account, it.charge).paymentIntent !== intent) return false
        return isIn(it.created)
      })
      return pageOf('/v1/refunds', fitting, cursor, (it) => json(account, it))
    }
  }),
  post('/refunds/:id', 'refund', (params, { id }) => {
    params.accept('metadata')
    return ({ account }) => {
      const refund = findRefund(account, id)
      refund.metadata = params.metadata(refund.metadata)
      return json(account, refund)
    }
  }),
  get(
    '/refunds/:id',
    'refund',
    (_params, { id }) =>
      ({ account }) =>
        json(account, findRefund(account, id)),
  ),
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

/** @throws {ApiError} */
function findRefund({ refunds }: StripeAccount, id = ''): Refund {
  const refund = refunds.get(id)
  if (refund === undefined) throw missing('refund', id)
  return refund
}

function json(account: StripeAccount, it: Refund) {
  return refundJson(it, findCharge(account, it.charge))
}
