import { closeDispute } from '../billing/charges/refund.ts'
import { findCharge } from '../lookup/billing.ts'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Dispute } from '../model/payment.ts'
import { disputeJson } from '../objects/dispute-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import { byClock } from '../work.ts'
import { get, post, type Route } from './route.ts'

export const disputeRoutes: readonly Route[] = [
  get('/disputes', 'dispute', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [chargeId, intent] = [params.text('charge'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.disputes.values()).filter((it) => {
        if (chargeId != null && it.charge !== chargeId) return false
        if (intent != null && findCharge(account, it.charge).paymentIntent !== intent) return false
        return isIn(it.created)
      })
      return pageOf('/v1/disputes', fitting, cursor, (it) => json(account, it))
    }
  }),
  get(
    '/disputes/:id',
    'dispute',
    (_params, { id }) =>
      ({ account }) =>
        json(account, findDispute(account, id)),
  ),
  post('/disputes/:id', 'dispute', (params, { id }) => {
    params.accept('metadata', 'evidence', 'submit')
    return ({ account }) => {
      const dispute = findDispute(account, id)
      dispute.metadata = params.metadata(dispute.metadata)
      return json(account, dispute)
    }
  }),
  // The merchant gives in.
  post('/disputes/:id/close', 'dispute', (_params, { id }) => (asked) => {
    const dispute = findDispute(asked.account, id)
    if (dispute.status !== 'needs_response') throw invalid(`This dispute is already ${dispute.status}.`)
    const charge = findCharge(asked.account, dispute.charge)
    const work = byClock(asked, clockOf(asked.account, charge.customer))
    closeDispute(work, dispute, charge, 'lost')
    return json(asked.account, dispute)
  }),
]

/** @throws {ApiError} */
function findDispute({ disputes }: StripeAccount, id = ''): Dispute {
  const dispute = disputes.get(id)
  if (dispute === undefined) throw missing('dispute', id)
  return dispute
}

function json(account: StripeAccount, it: Dispute) {
  return disputeJson(it, findCharge(account, it.charge))
}
