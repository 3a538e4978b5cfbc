import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { flag, oneOf, only, optional } from '@goodword/sandbox/control/fields'
import { Type } from 'typebox'
import { closeDispute, openDispute } from '../billing/charges/refund.ts'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Charge } from '../model/payment.ts'
import { disputeJson } from '../objects/dispute-json.ts'
import { type Gateway, type Work, workBy } from '../work.ts'
import { type ControlRoute, ofAccount } from './maker.ts'

const reasons = [
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'subscription_canceled',
] as const

/** The actions of customers' banks. */
export const disputeRoutes: readonly ControlRoute[] = [
  ofAccount('POST', '/disputes', {
    body: only({
      charge: Type.String({ description: 'the id of a charge' }),
      reason: optional(oneOf(reasons)),
      isInquiry: optional(flag()),
    }),
    handle: ({ control, account, body }) => {
      const charge = account.charges.get(body.charge)
      if (charge === undefined) throw notThere(`charge ${body.charge}`)
      if (charge.decline !== null || charge.dispute !== null) {
        throw new ControlError('CONFLICT', `Charge ${charge.id} was declined, or is disputed already.`)
      }
      const work = workOf(control.gateway, account, charge)
      return disputeJson(openDispute(work, charge, body.reason ?? 'general', body.isInquiry ?? false), charge)
    },
  }),
  ofAccount('POST', '/disputes/:id/decide', {
    body: only({ status: oneOf(['won', 'lost', 'warning_closed']) }),
    handle: ({ control, account, path: { id = '' }, body }) => {
      const dispute = account.disputes.get(id)
      const charge = account.charges.get(dispute?.charge ?? '')
      if (dispute === undefined || charge === undefined) throw notThere(`dispute ${id}`)
      const isInquiry = dispute.status === 'warning_needs_response'
      if (!isInquiry && dispute.status !== 'needs_response') {
        throw new ControlError('CONFLICT', `Dispute ${id} is ${dispute.status} already.`)
      }
      if (isInquiry !== (body.status === 'warning_closed')) {
        throw new ControlError('CONFLICT', 'An inquiry becomes warning_closed, a dispute won or lost.')
      }
      closeDispute(workOf(control.gateway, account, charge), dispute, charge, body.status)
      return disputeJson(dispute, charge)
    },
  }),
]

function workOf(gateway: Gateway, account: StripeAccount, { customer }: Charge): Work {
  return workBy(gateway, account, clockOf(account, customer))
}
