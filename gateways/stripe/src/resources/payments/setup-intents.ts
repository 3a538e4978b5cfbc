import { unexpected } from '../../billing/charges/close-intent.ts'
import { cancelSetup, makeSetupIntent, setUpCard } from '../../billing/set-up-card.ts'
import { clockOf, findCustomer, finder, findPaymentMethod } from '../../lookup/find.ts'
import type { SetupIntent } from '../../model/payment.ts'
import { setupIntentJson } from '../../objects/intent-json.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { isCreated, list, same } from '../list-route.ts'
import { checkKept } from '../payment-methods.ts'
import { changer, get, post, type Route } from '../route.ts'
import { cardFor, readCard } from './read-card.ts'

const cancellationReasons = ['abandoned', 'duplicate', 'requested_by_customer'] as const

const findSetupIntent = finder('setupintent', ({ setupIntents }) => setupIntents)
const changing = changer(findSetupIntent, (it, { account }) => setupIntentJson(account, it))

export const setupIntentRoutes: readonly Route[] = [
  post('/setup_intents', 'setup_intent', (params) => {
    const [create, confirms, confirm] = [
      readNew(params),
      params.flag('confirm') ?? false,
      readConfirmation(params),
    ]
    return (asked) => {
      const made = create(asked)
      if (confirms) confirm(byClock(asked, clockOf(asked.account, made.customer)), made)
      return setupIntentJson(asked.account, made)
    }
  }),
  list('/setup_intents', 'setup_intent', findSetupIntent, {
    filters: { created: isCreated, customer: same('customer'), payment_method: same('paymentMethod') },
    view: (it, { account }) => setupIntentJson(account, it),
  }),
  get('/setup_intents/:id', 'setup_intent', (params, { id }) => {
    params.accept('client_secret')
    return ({ account }) => setupIntentJson(account, findSetupIntent(account, id))
  }),
  post('/setup_intents/:id', 'setup_intent', (params, { id }) => {
    const [card, customer, description] = [
      readCard(params),
      params.text('customer'),
      params.text('description'),
    ]
    params.accept('metadata', 'payment_method_options')
    return changing(id, (work, intent) => {
      if (customer != null) intent.customer = findCustomer(work.account, customer, 'customer').id
      const method = cardFor(work, card, intent.customer)
      if (method !== null)
        Object.assign(intent, { paymentMethod: method.id, status: 'requires_confirmation' })
      if (description !== undefined) intent.description = description
      intent.metadata = params.metadata(intent.metadata)
    })
  }),
  post('/setup_intents/:id/confirm', 'setup_intent', (params, { id }) => {
    params.accept('client_secret')
    return changing(id, readConfirmation(params))
  }),
  post('/setup_intents/:id/cancel', 'setup_intent', (params, { id }) => {
    const reason = params.oneOf('cancellation_reason', cancellationReasons) ?? null
    return changing(id, (work, intent) => cancelSetup(work, intent, reason))
  }),
]

function readNew(params: Params): (asked: Work) => SetupIntent {
  const [customerId, card] = [params.text('customer') ?? null, readCard(params)]
  const fields = {
    usage: params.oneOf('usage', ['off_session', 'on_session']) ?? ('off_session' as const),
    description: params.text('description') ?? null,
    metadata: params.metadata(),
  }
  params.accept('automatic_payment_methods')
  return (asked) => {
    const customer = customerId === null ? null : findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer?.testClock ?? null)
    const method = cardFor(work, card, customerId)
    return makeSetupIntent(work, { ...fields, customer: customerId, paymentMethod: method?.id ?? null })
  }
}

function readConfirmation(params: Params): (work: Work, intent: SetupIntent) => void {
  const [card, returnUrl] = [readCard(params), params.url('return_url')]
  params.accept('mandate_data', 'payment_method_options', 'use_stripe_sdk')
  return (work, intent) => {
    const { status, customer, paymentMethod } = intent
    if (status === 'succeeded' || status === 'canceled') {
      throw unexpectedSetup(`You cannot confirm this SetupIntent because it has a status of ${status}.`)
    }
    const given = cardFor(work, card, customer)
    const method = given ?? (paymentMethod === null ? null : findPaymentMethod(work.account, paymentMethod))
    if (method === null) {
      throw unexpectedSetup("You cannot confirm this SetupIntent because it's missing a payment method.")
    }
    if (returnUrl !== undefined) intent.returnUrl = returnUrl
    checkKept(method.card)
    setUpCard(work, intent, method)
  }
}

function unexpectedSetup(message: string) {
  return unexpected(message, 'setup_intent_unexpected_state')
}
