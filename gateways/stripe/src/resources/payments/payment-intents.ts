import { cancelIntent, captureIntent } from '../../billing/charges/close-intent.ts'
import { findPaymentIntent } from '../../lookup/billing.ts'
import { clockOf } from '../../lookup/find.ts'
import type { PaymentIntent } from '../../model/payment.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { pageOf, readCreated, readCursor } from '../../wire/list.ts'
import { byClock, type Work } from '../../work.ts'
import { get, post, type Route } from '../route.ts'
import { readConfirmation } from './confirm-payment.ts'
import { cancellationReasons, readIntentUpdate, readNewIntent } from './read-intent.ts'

export const paymentIntentRoutes: readonly Route[] = [
  post('/payment_intents', 'payment_intent', (params) => {
    const [create, confirms, confirm] = [
      readNewIntent(params),
      params.flag('confirm') ?? false,
      readConfirmation(params),
    ]
    return (asked) => {
      const intent = create(asked)
      if (confirms) confirm(byClock(asked, clockOf(asked.account, intent.customer)), intent)
      return paymentIntentJson(asked.account, intent)
    }
  }),
  get('/payment_intents', 'payment_intent', (params) => {
    const [cursor, isIn, customer] = [readCursor(params), readCreated(params), params.text('customer')]
    return ({ account }) => {
      const fitting = Array.from(account.paymentIntents.values()).filter((it) => {
        return isIn(it.created) && (customer == null || it.customer === customer)
      })
      return pageOf('/v1/payment_intents', fitting, cursor, (it) => paymentIntentJson(account, it))
    }
  }),
  get('/payment_intents/:id', 'payment_intent', (params, { id }) => {
    params.accept('client_secret')
    return ({ account }) => paymentIntentJson(account, findPaymentIntent(account, id))
  }),
  post('/payment_intents/:id', 'payment_intent', (params, { id }) => changing(id, readIntentUpdate(params))),
  post('/payment_intents/:id/confirm', 'payment_intent', (params, { id }) => {
    params.accept('client_secret')
    return changing(id, readConfirmation(params))
  }),
  post('/payment_intents/:id/capture', 'payment_intent', (params, { id }) => {
    const amount = params.integer('amount_to_capture', 1)
    params.accept('metadata', 'final_capture', 'statement_descriptor', 'statement_descriptor_suffix')
    return changing(id, (work, intent) => {
      captureIntent(work, intent, amount ?? intent.amount)
      intent.metadata = params.metadata(intent.metadata)
    })
  }),
  post('/payment_intents/:id/cancel', 'payment_intent', (params, { id }) => {
    const reason = params.oneOf('cancellation_reason', cancellationReasons) ?? null
    return changing(id, (work, intent) => cancelIntent(work, intent, reason))
  }),
]

function changing(id: string | undefined, change: (work: Work, intent: PaymentIntent) => void) {
  return (asked: Work) => {
    const intent = findPaymentIntent(asked.account, id)
    change(byClock(asked, clockOf(asked.account, intent.customer)), intent)
    return paymentIntentJson(asked.account, intent)
  }
}
