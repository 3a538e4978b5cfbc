import { emit } from '../events/emit.ts'
import { findPaymentMethod } from '../lookup/find.ts'
import type { PaymentMethod } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import type { SetupIntent } from '../model/payment.ts'
import { setupIntentJson } from '../objects/intent-json.ts'
import type { Work } from '../work.ts'
import { attachTo, authenticationFailed } from './attempt-payment.ts'
import { changeSubscription } from './change-subscription.ts'
import { unexpected } from './charges/close-intent.ts'

type Order = Pick<SetupIntent, 'customer'> & Partial<SetupIntent>

/** Makes a setup intent, whose card is not set up yet. */
export function makeSetupIntent(work: Work, order: Order): SetupIntent {
  const { account, now } = work
  const made: SetupIntent = {
    usage: 'off_session',
    subscription: null,
    status: (order.paymentMethod ?? null) === null ? 'requires_payment_method' : 'requires_confirmation',
    paymentMethod: null,
    problem: null,
    cancellationReason: null,
    returnUrl: null,
    description: null,
    metadata: {},
    ...order,
    id: newId(account, 'seti'),
    created: now,
  }
  account.setupIntents.set(made.id, made)
  tell(work, 'setup_intent.created', made)
  return made
}

/** Tries to set a card up; its bank may want the customer to authenticate that first. */
export function setUpCard(work: Work, intent: SetupIntent, method: PaymentMethod): void {
  intent.paymentMethod = method.id
  intent.problem = null
  if (needsSetup(method) && work.authentication !== 'succeeds') {
    intent.status = 'requires_action'
    tell(work, 'setup_intent.requires_action', intent)
  } else succeed(work, intent, method)
}

/** Whether the bank of a card wants an authentication before payments of a customer who is away. */
export function needsSetup({ card, isSetUp }: PaymentMethod): boolean {
  return card.authentication === 'always' || (card.authentication === 'until_set_up' && !isSetUp)
}

/** A customer authenticates a card, or does not. @throws {ApiError} when it waits for no authentication */
export function endSetup(work: Work, intent: SetupIntent, succeeds: boolean): void {
  if (intent.status !== 'requires_action') {
    throw unexpected(
      `This SetupIntent is ${intent.status}: it waits for no authentication.`,
      'setup_intent_unexpected_state',
    )
  }
  const method = findPaymentMethod(work.account, intent.paymentMethod ?? '')
  if (succeeds) {
    succeed(work, intent, method)
    return
  }
  const problem = {
    code: 'setup_intent_authentication_failure' as const,
    declineCode: null,
    message: authenticationFailed,
    charge: null,
    paymentMethod: method.id,
  }
  Object.assign(intent, { status: 'requires_payment_method', paymentMethod: null, problem })
  tell(work, 'setup_intent.setup_failed', intent)
}

function succeed(work: Work, intent: SetupIntent, method: PaymentMethod): void {
  intent.status = 'succeeded'
  if (intent.usage === 'off_session') method.isSetUp = true
  attachTo(work, method, intent.customer)
  tell(work, 'setup_intent.succeeded', intent)
  const subscription = work.account.subscriptions.get(intent.subscription ?? '')
  if (subscription === undefined) return
  changeSubscription(work, subscription, {
    pendingSetupIntent: null,
    ...(subscription.savesPaymentMethod && { defaultPaymentMethod: method.id }),
  })
}

export function cancelSetup(work: Work, intent: SetupIntent, reason: string | null): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`
    throw unexpected(message, 'setup_intent_unexpected_state')
  }
  Object.assign(intent, { status: 'canceled', cancellationReason: reason })
  tell(work, 'setup_intent.canceled', intent)
}

function tell(work: Work, type: string, intent: SetupIntent): void {
  const object = setupIntentJson(work.account, intent)
  emit(work, type, { object, subscriptionId: intent.subscription })
}
