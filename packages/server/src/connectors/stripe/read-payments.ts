import { orNull } from '../or-null.ts'
import type { PaymentState } from '../processor-state.ts'
import { isInvoiceId, paymentStateOf, refundStateOf } from './payment-state.ts'
import { findInvoice, readRefunds } from './read-lists.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripePaymentIntent, shaped } from './sdk/shapes.ts'
import { isPossibleId } from './sdk/values.ts'

/** One request for each refund, and two for each payment. */
export async function readPayments(
  calls: StripeCalls,
  ids: readonly string[],
): Promise<readonly PaymentState[]> {
  const found: PaymentState[] = []
  for (const id of ids) {
    const payment = isRefundId(id) ? await findRefund(calls, id) : await findPayment(calls, id)
    if (payment !== null) found.push(payment)
  }
  return found
}

export async function readPayer(calls: StripeCalls, id: string): Promise<string | null> {
  const found = isInvoiceId(id) ? await findInvoice(calls, id) : await findPaymentIntent(calls, id)
  return found?.customer ?? null
}

export function isRefundId(id: string): boolean {
  return /^(re|pyr)_/.test(id)
}

async function findPayment(calls: StripeCalls, id: string): Promise<PaymentState | null> {
  const intent = await findPaymentIntent(calls, id)
  return intent === null ? null : paymentStateOf(intent, await readRefunds(calls, id))
}

export async function findPaymentIntent(
  { read }: StripeCalls,
  id: string,
): Promise<StripePaymentIntent | null> {
  if (!isPossibleId(id)) return null
  return orNull(
    read('paymentIntents.retrieve', async (stripe) =>
      shaped('paymentIntent', await stripe.paymentIntents.retrieve(id)),
    ),
  )
}

async function findRefund({ read }: StripeCalls, id: string): Promise<PaymentState | null> {
  const refund = await orNull(
    read('refunds.retrieve', async (stripe) => shaped('refund', await stripe.refunds.retrieve(id))),
  )
  return refund === null ? null : refundStateOf(refund)
}
