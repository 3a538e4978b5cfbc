import { emit } from '../../events/emit.ts'
import { findCharge } from '../../lookup/billing.ts'
import { newId } from '../../model/ids.ts'
import type { Charge, Dispute, DisputeStatus, Refund } from '../../model/payment.ts'
import { checkAmount } from '../../money/currencies.ts'
import { disputeJson } from '../../objects/dispute-json.ts'
import { chargeJson, refundJson } from '../../objects/payment-json.ts'
import { previousOf } from '../../objects/previous-of.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Metadata } from '../../wire/metadata.ts'
import type { Work } from '../../work.ts'
import { subscriptionOf } from './charge.ts'

/** So long after a refund a bank that does not take it at once says what became of it. */
const REFUND_SECONDS = 3_600

type Wanted = { readonly amount: number; readonly reason: string | null; readonly metadata: Metadata }

/** Gives back a part of a charge. @throws {ApiError} when that is more than is left of it */
export function refundCharge(work: Work, charge: Charge, { amount, reason, metadata }: Wanted): Refund {
  const { account, now } = work
  if (charge.decline !== null) throw invalid(`Charge ${charge.id} did not succeed.`, 'charge')
  checkAmount(amount, charge.currency, 'amount')
  const left = charge.amount - charge.amountRefunded
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount')
  const dispute = account.disputes.get(charge.dispute ?? '')
  if (dispute !== undefined && keepsMoney(dispute))
    throw invalid(`Charge ${charge.id} is disputed.`, 'charge', 'charge_disputed')
  const outcome = account.paymentMethods.get(charge.paymentMethod)?.card.refunds ?? 'succeed'
  const made: Refund = {
    id: newId(account, 're'),
    created: now,
    charge: charge.id,
    amount,
    reason,
    status: outcome === 'succeed_later' ? 'pending' : 'succeeded',
    endsAt: outcome === 'succeed' ? null : now + REFUND_SECONDS,
    metadata,
  }
  account.refunds.set(made.id, made)
  const before = chargeJson(account, charge)
  charge.amountRefunded += amount
  const subscriptionId = subscriptionOf(work, charge)
  emit(work, 'refund.created', { object: refundJson(made, charge), subscriptionId })
  const after = chargeJson(account, charge)
  emit(work, 'charge.refunded', { object: after, previous: previousOf(before, after), subscriptionId })
  return made
}

/** Ends a refund as the bank does: one that was pending succeeds, and one that had succeeded fails after all. */
export function endRefund(work: Work, refund: Refund): void {
  const { account } = work
  const charge = findCharge(account, refund.charge)
  const hasFailed = refund.status === 'succeeded'
  refund.status = hasFailed ? 'failed' : 'succeeded'
  refund.endsAt = null
  if (hasFailed) charge.amountRefunded -= refund.amount
  const subject = { object: refundJson(refund, charge), subscriptionId: subscriptionOf(work, charge) }
  emit(work, 'refund.updated', subject)
  if (hasFailed) emit(work, 'refund.failed', subject)
}

/** Whether the bank has the money. An inquiry takes none: a refund is what settles it. */
function keepsMoney({ status }: Dispute): boolean {
  return status !== 'won' && !status.startsWith('warning_')
}

/** Opens a dispute of the customer's bank: a chargeback, or an inquiry first. */
export function openDispute(work: Work, charge: Charge, reason: string, isInquiry: boolean): Dispute {
  const { account, now } = work
  const made: Dispute = {
    id: newId(account, 'dp'),
    created: now,
    charge: charge.id,
    amount: charge.amount - charge.amountRefunded,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    metadata: {},
  }
  account.disputes.set(made.id, made)
  charge.dispute = made.id
  const subject = { object: disputeJson(made, charge), subscriptionId: subscriptionOf(work, charge) }
  emit(work, 'charge.dispute.created', subject)
  if (!isInquiry) emit(work, 'charge.dispute.funds_withdrawn', subject)
  return made
}

/** The bank decides for one of them. */
export function closeDispute(work: Work, dispute: Dispute, charge: Charge, status: DisputeStatus): void {
  dispute.status = status
  const subject = { object: disputeJson(dispute, charge), subscriptionId: subscriptionOf(work, charge) }
  if (status === 'won') emit(work, 'charge.dispute.funds_reinstated', subject)
  emit(work, 'charge.dispute.closed', subject)
}
