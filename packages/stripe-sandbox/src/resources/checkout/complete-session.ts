import { makeCharge } from '../../billing/charge.ts'
import { termsOfEntries } from '../../billing/give-discounts.ts'
import { emit } from '../../events/emit.ts'
import { findCustomer, findPrice } from '../../lookup/find.ts'
import type { Customer, PaymentMethod } from '../../model/customer.ts'
import type { CheckoutSession } from '../../model/session.ts'
import { applyDiscounts } from '../../money/apply-discounts.ts'
import { totalsOf } from '../../money/invoice-totals.ts'
import { sessionJson } from '../../objects/session-json.ts'
import { declined, invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { createCustomer } from '../customers.ts'
import { attach } from '../payment-methods.ts'
import { readNewSubscription } from '../subscriptions/create-subscription.ts'

export type Payer = {
  /** The test card that is entered. */
  readonly paymentMethod: string
  readonly email: string | null
  /** The promotion code that is entered. */
  readonly promotionCode: string | null
  readonly testClock: string | null
}

/** What a customer does on the page of a session: enters a card, perhaps a code, and pays. @throws {ApiError} */
export function completeSession(work: Work, session: CheckoutSession, payer: Payer): CheckoutSession {
  const { account } = work
  if (session.status !== 'open') throw invalid(`This Session is ${session.status}.`)
  session.promotionCode = enteredCode(work, session, payer.promotionCode)
  const customer =
    session.customer === null
      ? createCustomer(work, payer.testClock, payer.email ?? session.customerEmail)
      : findCustomer(account, session.customer)
  const method = attach(work, payer.paymentMethod, customer.id)
  session.customer = customer.id
  if (session.mode === 'subscription') subscribe(work, session, method)
  else pay(work, session, customer, method)
  session.status = 'complete'
  const about = { object: sessionJson(account, session), subscriptionId: session.subscription }
  emit(work, 'checkout.session.completed', about)
  return session
}

function enteredCode({ account }: Work, session: CheckoutSession, text: string | null): string | null {
  if (text === null) return null
  if (!session.allowsPromotionCodes) throw invalid('The session does not allow promotion codes.')
  const found = Array.from(account.promotionCodes.values()).find((it) => {
    return it.active && it.code.toLowerCase() === text.toLowerCase()
  })
  if (found === undefined) throw invalid('This code is invalid.', 'promotion_code')
  return found.id
}

function subscribe(work: Work, session: CheckoutSession, method: PaymentMethod): void {
  const { account } = work
  const [entry] = entriesOf(session)
  const form = {
    customer: session.customer ?? '',
    items: session.items.map(({ price, quantity }) => ({ price, quantity: `${quantity}` })),
    default_payment_method: method.id,
    metadata: session.subscriptionMetadata,
    payment_behavior: 'error_if_incomplete',
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
  const { account } = work
  const prices = session.items.map(({ price, quantity }) => ({ ...findPrice(account, price), quantity }))
  const currency = prices[0]?.currency ?? account.settings.currency
  const lines = prices.map(({ id, product, unitAmount, quantity }) => {
    return { id, amount: unitAmount * quantity, isDiscountable: true, product, terms: [] }
  })
  const target = { customer, currency, amount: session.amountSubtotal }
  const taken = applyDiscounts(lines, termsOfEntries(work, entriesOf(session), target))
  const off = Array.from(taken.values())
    .flat()
    .reduce((sum, { amount }) => sum + amount, 0)
  session.amountTotal = session.amountSubtotal - off
  if (session.amountTotal === 0) {
    session.paymentStatus = 'no_payment_required'
    return
  }
  const order = {
    customer: customer.id,
    currency,
    amount: session.amountTotal,
    invoice: null,
    subscription: null,
  }
  const charge = makeCharge(work, { ...order, method })
  if (charge.decline !== null) throw declined(charge.decline)
  session.paymentIntent = charge.paymentIntent
  session.paymentStatus = 'paid'
}

function entriesOf({ discount, promotionCode }: CheckoutSession) {
  if (promotionCode !== null)
    return [{ kind: 'promotion_code' as const, id: promotionCode, param: 'discounts' }]
  return discount === null ? [] : [{ ...discount, param: 'discounts' }]
}
