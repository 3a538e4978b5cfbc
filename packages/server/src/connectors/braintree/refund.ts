import type { PaymentRefund } from '@goodword/domain/bills/processor-payment'
import { isGivenBack, sumOfRefunds } from '@goodword/domain/payments/bill-money'
import type { Money } from '@goodword/domain/values/money'
import type braintree from 'braintree'
import { ProcessorError } from '../processor-error.ts'
import type { PaymentState, RefundRequest, RefundResult } from '../processor-state.ts'
import { paymentStateOf } from './payment-state.ts'
import { amountText } from './sdk/amounts.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { codesOf } from './sdk/rejection.ts'
import { shaped } from './sdk/shapes.ts'

/** Two equal partial refunds would both be made, so a refund is looked for by its order ID before and after. */
export async function refund(calls: CallGateway, wanted: RefundRequest): Promise<RefundResult> {
  if (wanted.to === 'BALANCE')
    return refused('Braintree has no credit of customers that the service can give.')
  const { payment, refunds } = await readRefunded(calls, wanted.paymentId)
  const made = madeAs(refunds, wanted)
  if (made !== null) return made
  const back = sumOfRefunds(refunds)
  const answer = beforeAsking(payment, wanted)
  if (answer !== null) return answer
  const minor = Math.min(wanted.inAll.minor, payment.amount.minor) - back
  if (minor <= 0) return { outcome: 'NOTHING_LEFT' }
  const amount = { ...wanted.inAll, minor }
  try {
    return await calls.write('transaction.refund', (gateway) => askFor(gateway, wanted, amount))
  } catch (error) {
    const isUnknown = error instanceof ProcessorError && error.isOutcomeUnknown
    const found = isUnknown ? await findMadeNow(calls, wanted).catch(() => null) : null
    if (found !== null) return found
    throw error
  }
}

type Refunded = { readonly payment: PaymentState; readonly refunds: readonly PaymentState[] }

async function readRefunded(calls: CallGateway, id: string): Promise<Refunded> {
  const payment = await readPayment(calls, id)
  const refunds: PaymentState[] = []
  for (const refundId of payment.refundIds) refunds.push(await readPayment(calls, refundId))
  return { payment, refunds }
}

function readPayment({ read }: CallGateway, id: string): Promise<PaymentState> {
  return read('transaction.find', async (gateway) => {
    // A refund is recognized by its order ID, with any discounts on the bill.
    return paymentStateOf(shaped('transaction', await gateway.transaction.find(id)), '')
  })
}

async function findMadeNow(calls: CallGateway, wanted: RefundRequest): Promise<RefundResult | null> {
  const { refunds } = await readRefunded(calls, wanted.paymentId)
  return madeAs(refunds, wanted)
}

/** The refund that was made under this order ID. */
function madeAs(refunds: readonly PaymentState[], { orderId }: RefundRequest): RefundResult | null {
  const made = refunds.find((it) => it.orderId === orderId)
  if (made === undefined) return null
  if (isGivenBack(made)) return { outcome: 'REFUNDED', refund: refundOf(made) }
  return refused('The refund was made, and then declined by the bank or voided in the Control Panel.')
}

function refundOf({ id, status, amount, createdAt }: PaymentState): PaymentRefund {
  return { id, status, amount, createdAt }
}

/** The result that is known without a request; null if the gateway has to be asked. */
function beforeAsking({ type, status, amount }: PaymentState, wanted: RefundRequest): RefundResult | null {
  if (amount.currency !== wanted.inAll.currency) {
    const message = `The refund is in ${wanted.inAll.currency} and the payment in ${amount.currency}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  if (type === 'CREDIT') return refused('It is a refund itself.')
  if (status === 'FAILED' || status === 'VOIDED') return refused('The payment failed or was voided.')
  if (status === 'AUTHORIZED' || status === 'SUBMITTED') return { outcome: 'NOT_SETTLED_YET' }
  return null
}

/** The SDK's published types know a refund by its amount only. */
type Refunding = {
  readonly refund: (
    id: string,
    options: { readonly amount: string; readonly orderId: string },
  ) => ReturnType<braintree.BraintreeGateway['transaction']['refund']>
}

async function askFor(
  gateway: braintree.BraintreeGateway,
  { paymentId, orderId }: RefundRequest,
  amount: Money,
): Promise<RefundResult> {
  const transaction = gateway.transaction as unknown as Refunding
  const result = await transaction.refund(paymentId, { amount: amountText(amount), orderId })
  if (result.success) {
    const made = paymentStateOf(shaped('transaction', result.transaction), '')
    return { outcome: 'REFUNDED', refund: refundOf(made) }
  }
  const codes = codesOf(result.errors)
  if (codes.includes('91506') || codes.includes('91574')) return { outcome: 'NOT_SETTLED_YET' }
  // A refund that is not permitted by the bank has no validation errors.
  if (codes.length === 0) return refused('The bank declined the refund.')
  const known = codes.map((code) => refusals[code]).find((text) => text !== undefined)
  return refused(known ?? `Braintree rejected the refund with the validation errors ${codes.join(', ')}.`)
}

const refusals: Readonly<Record<string, string>> = {
  '91505': 'It is a refund itself.',
  '91512': 'The payment was already refunded in full.',
  '91521': 'Less than this amount is left of the payment after earlier refunds.',
  '91538': 'The merchant account is suspended at Braintree.',
  '91547': 'The merchant account does not support refunds.',
  '915200': 'The bank declined the refund.',
}

function refused(message: string): RefundResult {
  return { outcome: 'REFUSED', message }
}
