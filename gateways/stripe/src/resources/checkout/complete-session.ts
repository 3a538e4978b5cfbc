import { attemptPayment, authenticationFailed } from '../../billing/attempt-payment.ts'
import { makeIntent } from '../../billing/charges/charge.ts'
import { makeSetupIntent, setUpCard } from '../../billing/set-up-card.ts'
import { emit } from '../../events/emit.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { Customer, PaymentMethod } from '../../model/customer.ts'
import type { CheckoutSession, SessionItem } from '../../model/session.ts'
import { totalsOf } from '../../money/invoice-totals.ts'
import { sessionJson } from '../../objects/session-json.ts'
import { declined, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { createCustomer } from '../customers.ts'
import { attach } from '../payment-methods.ts'
import { readNewSubscription } from '../subscriptions/create-subscription.ts'
import { entriesOf, priceSession, recurs } from './price-session.ts'

export type Payer = {
  /** The test card that is entered; null for none, where there is nothing to pay. */
  readonly paymentMethod: string | null
  readonly email: string | null
  /** The promotion code that is entered. */
  readonly promotionCode: string | null
  readonly testClock: string | null
  /** The customer's answer to a bank that requires authentication. */
  readonly authentication: 'fails' | 'succeeds'
}

/** Completes a session as a customer on its page, who enters a card, perhaps a code, and pays. @throws {ApiError} */
export function completeSession(asked: Work, session: CheckoutSession, payer: Payer): CheckoutSession {
  const work = { ...asked, authentication: payer.authentication }
  const { account } = work
  if (session.status !== 'open') throw invalid(`This Session is ${session.status}.`)
  session.promotionCode = enteredCode(work, session, payer.promotionCode)
  const customer =
    session.customer === null
      ? createCustomer(work, payer.testClock, payer.email ?? session.customerEmail)
      : findCustomer(account, session.customer)
  session.customer = customer.id
  Object.assign(session, priceSession(work, session, customer))
  const needsCard = session.amountTotal > 0 || session.methodCollection === 'always'
  if (payer.paymentMethod === null && needsCard) throw invalid('The session needs a card.', 'payment_method')
  const method = payer.paymentMethod === null ? null : attach(work, payer.paymentMethod, customer.id)
  if (session.mode === 'subscription') subscribe(work, session, method)
  else if (method !== null) (session.mode === 'setup' ? keep : pay)(work, session, customer, method)
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

function subscribe(work: Work, session: CheckoutSession, method: PaymentMethod | null): void {
  const { account } = work
  const [entry] = entriesOf(session)
  const formOf = ({ price, quantity, taxRates }: SessionItem) => {
    return { price, quantity: `${quantity}`, ...(taxRates.length > 0 && { tax_rates: taxRates }) }
  }
  const [recurring, once] = [true, false].map((wanted) => {
    return session.items.filter(({ price }) => recurs(work, price) === wanted).map(formOf)
  })
  const form = {
    ...session.subscriptionFields,
    customer: session.customer ?? '',
    currency: session.currency,
    items: recurring ?? [],
    add_invoice_items: once ?? [],
    metadata: session.subscriptionMetadata,
    payment_behavior: 'error_if_incomplete',
    ...(session.automaticTax && { automatic_tax: { enabled: 'true' } }),
    ...(method !== null && { default_payment_method: method.id }),
    ...(session.subscriptionTaxRates.length > 0 && { default_tax_rates: session.subscriptionTaxRates }),
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
    ...session.intentFields,
    customer: customer.id,
    currency: session.currency,
    amount: session.amountTotal,
  })
  const outcome = attemptPayment(work, intent, method, { isOffSession: false })
  if (outcome.kind === 'declined') throw declined(outcome.code)
  if (outcome.kind !== 'paid') throw invalid(authenticationFailed)
  session.paymentIntent = intent.id
  session.paymentStatus = intent.status === 'succeeded' ? 'paid' : 'unpaid'
}

/** Nothing is paid in the mode `setup`: the card is kept. */
function keep(work: Work, session: CheckoutSession, customer: Customer, method: PaymentMethod): void {
  const { description, metadata } = session.intentFields
  const intent = makeSetupIntent(work, { customer: customer.id, description, metadata })
  setUpCard(work, intent, method)
  if (intent.status !== 'succeeded') throw invalid(authenticationFailed)
  session.setupIntent = intent.id
}
