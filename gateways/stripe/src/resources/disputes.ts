import { closeDispute } from '../billing/charges/refund.ts'
import { findCharge } from '../lookup/billing.ts'
import { clockOf, finder } from '../lookup/find.ts'
import type { Dispute } from '../model/payment.ts'
import { disputeJson } from '../objects/dispute-json.ts'
import { invalid } from '../wire/api-error.ts'
import { byClock, type Work } from '../work.ts'
import { isCreated, list, same } from './list-route.ts'
import { isOfIntent } from './refunds.ts'
import { post, type Route, retrieve } from './route.ts'

const findDispute = finder('dispute', ({ disputes }) => disputes)

export const disputeRoutes: readonly Route[] = [
  list('/disputes', 'dispute', findDispute, {
    filters: { created: isCreated, charge: same('charge'), payment_intent: isOfIntent },
    view: json,
  }),
  retrieve('/disputes/:id', 'dispute', findDispute, json),
  post('/disputes/:id', 'dispute', (params, { id }) => {
    params.accept('metadata', 'evidence', 'submit')
    return (work) => {
      const dispute = findDispute(work.account, id)
      dispute.metadata = params.metadata(dispute.metadata)
      return json(dispute, work)
    }
  }),
  // The merchant gives in.
  post('/disputes/:id/close', 'dispute', (_params, { id }) => (asked) => {
    const dispute = findDispute(asked.account, id)
    if (dispute.status !== 'needs_response') throw invalid(`This dispute is already ${dispute.status}.`)
    const charge = findCharge(asked.account, dispute.charge)
    const work = byClock(asked, clockOf(asked.account, charge.customer))
    closeDispute(work, dispute, charge, 'lost')
    return json(dispute, asked)
  }),
]

function json(it: Dispute, { account }: Work) {
  return disputeJson(it, findCharge(account, it.charge))
}
