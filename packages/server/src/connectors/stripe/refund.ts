import { createHash } from 'node:crypto'
import type { Money } from '@goodword/domain/values/money'
import { ProcessorError } from '../processor-error.ts'
import type { RefundResult } from '../processor-state.ts'
import type { StripeCalls } from './calls.ts'
import { credit } from './credit.ts'
import { isInvoiceId, isUndone, paymentStateOf, REFUND_FIELD } from './payment-state.ts'
import { findInvoice, readRefunds } from './read-lists.ts'
import { findPaymentIntent, isRefundId } from './read-payments.ts'
import { type StripeRefund, shaped } from './shapes.ts'
import { amountOf, moneyOf, wholeSteps } from './values.ts'

type Refund = { readonly paymentId: string; readonly amount: Money; readonly orderId: string }

/**
 * Stripe remembers an idempotency key for a day, so a refund is looked for by its order ID as well, before and after. What
 * others refunded before may leave less than the amount: then the rest is given back.
 */
export async function refund(calls: StripeCalls, wanted: Refund): Promise<RefundResult> {
  if (isRefundId(wanted.paymentId)) return refused('It is a refund itself.')
  if (isInvoiceId(wanted.paymentId)) return giveBackAsCredit(calls, wanted)
  const intent = await findPaymentIntent(calls, wanted.paymentId)
  if (intent === null)
    throw new ProcessorError('NOT_FOUND', { message: 'Stripe does not have this payment.' })
  const refunds = await readRefunds(calls, wanted.paymentId)
  const made = madeAs(refunds, wanted)
  if (made !== null) return made
  const { status, amount } = paymentStateOf(intent, refunds)
  if (amount.currency !== wanted.amount.currency) {
    const message = `The refund is in ${wanted.amount.currency} and the payment in ${amount.currency}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  if (status === 'SUBMITTED' || status === 'AUTHORIZED') return { outcome: 'NOT_SETTLED_YET' }
  if (status !== 'SETTLED') return refused('The payment failed or was voided.')
  const left = wholeSteps(intent.amount_received - sumOf(refunds), amount.currency)
  if (left <= 0) return refused(REFUNDED_IN_FULL)
  return make(calls, wanted, Math.min(amountOf(wanted.amount), left))
}

/** An invoice that was paid by the customer's balance, or elsewhere: there is no charge to refund. */
async function giveBackAsCredit(
  calls: StripeCalls,
  { paymentId, amount, orderId }: Refund,
): Promise<RefundResult> {
  const customerId = (await findInvoice(calls, paymentId))?.customer ?? null
  if (customerId === null) return refused('Stripe does not have this invoice.')
  return { outcome: 'REFUNDED', id: await credit(calls, { customerId, amount, orderId }), amount }
}

async function make(calls: StripeCalls, wanted: Refund, amount: number): Promise<RefundResult> {
  const { paymentId, orderId } = wanted
  const request = { payment_intent: paymentId, amount, metadata: { [REFUND_FIELD]: orderId } }
  // Stripe refuses a key that comes again with another amount, as after a refund by hand.
  const idempotencyKey = `goodword-${createHash('sha256').update(`${orderId} ${amount}`).digest('hex')}`
  try {
    const made = await calls.write('refunds.create', async (stripe) =>
      shaped('refund', await stripe.refunds.create(request, { idempotencyKey })),
    )
    return resultOf(made)
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.code === 'REJECTED') return refusalOf(error)
    const refunds = error.isOutcomeUnknown ? await readRefunds(calls, paymentId).catch(() => []) : []
    const found = madeAs(refunds, wanted)
    if (found !== null) return found
    throw error
  }
}

/** The refund that was made under this order ID. */
function madeAs(refunds: readonly StripeRefund[], { orderId }: Refund): RefundResult | null {
  const made = refunds.find(({ metadata }) => metadata?.[REFUND_FIELD] === orderId)
  return made === undefined ? null : resultOf(made)
}

function resultOf(it: StripeRefund): RefundResult {
  if (isUndone(it)) return refused('The refund was made, and then failed or was cancelled in the Dashboard.')
  return { outcome: 'REFUNDED', id: it.id, amount: moneyOf(it.amount, it.currency) }
}

function sumOf(refunds: readonly StripeRefund[]): number {
  return refunds.filter((it) => !isUndone(it)).reduce((sum, { amount }) => sum + amount, 0)
}

const REFUNDED_IN_FULL = 'The payment was already refunded in full.'

const refusals: Readonly<Record<string, string>> = {
  charge_already_refunded: REFUNDED_IN_FULL,
  charge_disputed: 'The payment is disputed, so the bank decides about its money.',
}

function refusalOf({ processorCodes, message }: ProcessorError): RefundResult {
  return refused(processorCodes.map((code) => refusals[code]).find((it) => it !== undefined) ?? message)
}

function refused(message: string): RefundResult {
  return { outcome: 'REFUSED', message }
}
