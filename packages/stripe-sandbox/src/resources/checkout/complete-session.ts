import { attemptPayment, authenticationFailed } from '../../billing/attempt-payment.ts'
import { makeIntent } from '../../billing/charge.ts'
import { emit } from '../../events/emit.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { Customer, PaymentMethod } from '../../model/customer.ts'
import type { CheckoutSession } from '../../model/session.ts'
import { totalsOf } from '../../money/invoice-totals.ts'
import { sessionJson } from '../../objects/session-json.ts'
import { declined, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { createCustomer } from '../customers.ts'
import { attach } from '../payment-methods.ts'
import { readNewSubscription } from '../subscriptions/create-subscription.ts'
import { currencyOf, entriesOf, priceSession } from './price-session.ts'

export type Payer = {
  /** The test card that is entered. */
  readonly paymentMethod: string
  readonly email: string | null
  /** The promotion code that is entered. */
  readonly promotionCode: string | null
  readonly testClock: string | null
  /** What the customer answers to a bank that wants an authentication. */
  readonly authentication: 'fails' | 'succeeds'
}

/** What a customer does on the page of a session: enters a card, perhaps a code, and pays. @throws {ApiError} */
export function completeSession(asked: Work, session: CheckoutSession, payer: Payer): CheckoutSession {
  const work = { ...asked, authentication: payer.authentication }
  const { account } = work
  if (session.status !== 'open') throw invalid(`This Session is ${session.status}.`)
  session.promotionCode = enteredCode(work, session, payer.promotionCode)
  const customer =
    session.customer === null
      ? createCustomer(work, payer.testClock, payer.email ?? session.customerEmail)
      : findCustomer(account, session.customer)
  const method = attach(work, payer.paymentMethod, customer.id)
  session.customer = customer.id
  Object.assign(session, priceSession(work, session, customer))
  if (session.mode === 'subscription') subscribe(work, session, method)
  else pay(work, session, customer, method)
  session.status = 'complete'
  const about = { object: sessionJson(account, session), subscriptionId: session.subscription }
  emit(work, 'checkout.session.completed', about)
  return session
}

/** Codes for one customer may have the text of another customer's. */
function enteredCode({ account }: Work, session: CheckoutSession, text: string | null): string | null {
  if (text === null) return null
  if (!session.allowsPromotionCodes) throw invalid('The session does not allow promotion codes.')
  const found = Array.from(account.promotionCodes.values()).find((it) => {
    const isTheirs = it.customer === null || it.customer === session.customer
    return it.active && isTheirs && it.code.toLowerCase() === text.toLowerCase()
  })
  if (found === undefined) throw invalid('This code is invalid.', 'promotion_code')
  return found.id
}

function subscribe(work: Work, session: CheckoutSession, method: PaymentMethod): void {
  const { account } = work
  const [entry] = entriesOf(session)
  const form = {
    customer: session.customer ?? '',
    items: session.items.map(({ price, quantity, taxRates }) => {
      return { price, quantity: `${quantity}`, ...(taxRates.length > 0 && { tax_rates: taxRates }) }
    }),
    default_payment_method: method.id,
    metadata: session.subscriptionMetadata,
    payment_behavior: 'error_if_incomplete',
    ...(session.subscriptionTaxRates.length > 0 && { default_tax_rates: session.subscriptionTaxRates }),
    ...(session.trialDays !== null && { trial_period_days: `${session.trialDays}` }),
    ...(entry !== undefined && { discounts: [{ [entry.kind]: entry.id }] }),
  }
  const subscription = readNewSubscription(new Params(form))(work)
  const invoice = account.invoices.get(subscription.latestInvoice ?? '')
  session.subscription = subscription.id
  session.invoice = subscription.latestInvoice
  session.amountTotal = invoice === undefined ? 0 : totalsOf(account, invoice).total
  session.paymentStatus = session.amountTotal === 0 ? 'no_payment_required' : 'paid'
}

function pay(work: Work, session: CheckoutSession, customer: Customer, method: PaymentMethod): void {
  if (session.amountTotal === 0) {
    session.paymentStatus = 'no_payment_required'
    return
  }
  const intent = makeIntent(work, {
    customer: customer.id,
    currency: currencyOf(work, session),
    amount: session.amountTotal,
  })
  const outcome = attemptPayment(work, intent, method, { isOffSession: false })
  if (outcome.kind === 'declined') throw declined(outcome.code)
  if (outcome.kind !== 'paid') throw invalid(authenticationFailed)
  session.paymentIntent = intent.id
  session.paymentStatus = 'paid'
}
