import { emit } from '../../events/emit.ts'
import { latestChargeOf } from '../../lookup/billing.ts'
import type { PaymentIntent } from '../../model/payment.ts'
import { chargeJson } from '../../objects/payment-json.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Work } from '../../work.ts'
import { emitIntent } from './charge.ts'

/** Takes what a charge has reserved, or a part of it; the rest goes back. @throws {ApiError} */
export function captureIntent(work: Work, intent: PaymentIntent, amount: number): void {
  const charge = latestChargeOf(work.account, intent)
  if (intent.status !== 'requires_capture' || charge === null) {
    throw unexpected(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`)
  }
  if (amount > charge.amount) {
    throw invalid(
      `The amount to capture is more than what was reserved, ${charge.amount}.`,
      'amount_to_capture',
    )
  }
  Object.assign(charge, {
    isCaptured: true,
    amountCaptured: amount,
    amountRefunded: charge.amount - amount,
  })
  intent.status = 'succeeded'
  emit(work, 'charge.captured', { object: chargeJson(work.account, charge) })
  emitIntent(work, 'payment_intent.succeeded', intent)
}

/** Gives up a payment that was not made; its reserved amount is released. @throws {ApiError} */
export function cancelIntent(work: Work, intent: PaymentIntent, reason: string | null): void {
  if (intent.invoice !== null) {
    throw unexpected(
      `You cannot cancel this PaymentIntent because it is of the invoice ${intent.invoice}: void that instead.`,
    )
  }
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpected(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`)
  }
  const charge = intent.status === 'requires_capture' ? latestChargeOf(work.account, intent) : null
  Object.assign(intent, { status: 'canceled', canceledAt: work.now, cancellationReason: reason })
  if (charge !== null) {
    charge.amountRefunded = charge.amount
    emit(work, 'charge.refunded', { object: chargeJson(work.account, charge) })
  }
  emitIntent(work, 'payment_intent.canceled', intent)
}

/** The error for an action that an intent's status does not permit. */
export function unexpected(message: string, code = 'payment_intent_unexpected_state') {
  return invalid(message, undefined, code)
}
