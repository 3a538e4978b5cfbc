import { authenticationFailed, needsAuthentication } from '../../billing/attempt-payment.ts'
import { giveDiscounts, readDiscounts, termsOfEntries } from '../../billing/give-discounts.ts'
import { priceItems } from '../../billing/price-items.ts'
import { amountOf } from '../../billing/renew.ts'
import { makeSetupIntent, needsSetup, setUpCard } from '../../billing/set-up-card.ts'
import { startSubscription } from '../../billing/start-subscription.ts'
import { checkItems, prorationBehaviors } from '../../billing/update-items.ts'
import { declineOf } from '../../faults/declines.ts'
import { findCustomer, findPaymentMethod, findPrice } from '../../lookup/find.ts'
import { methodFor } from '../../lookup/payment-method.ts'
import { readAutomaticTax, readTaxRates } from '../../lookup/tax-rates.ts'
import type { Customer } from '../../model/customer.ts'
import { newId } from '../../model/ids.ts'
import type { Subscription, SubscriptionItem } from '../../model/subscription.ts'
import { amountsIn } from '../../money/price-amounts.ts'
import { ApiError, declined, invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { checkEmail, readDaysUntilDue } from '../read-collection.ts'
import { readAddedItems } from './read-added-items.ts'
import { readBeginning } from './read-beginning.ts'
import {
  checkBillingMode,
  paymentBehaviors,
  readPause,
  readSavesMethod,
  readTrialEnd,
} from './read-behavior.ts'
import { changedItems, readItems } from './read-items.ts'

/**
 * Reads the request for a new subscription.
 * @param isScheduled whether a schedule makes it, so that its first invoice is a draft
 * @throws {ApiError}
 */
export function readNewSubscription(
  params: Params,
  { isScheduled = false }: { readonly isScheduled?: boolean } = {},
): (work: Work) => Subscription {
  const customerId = params.neededText('customer')
  const wanted = readItems(params)
  const entries = readDiscounts(params)
  const fields = {
    cancelAt: params.moment('cancel_at') ?? null,
    cancelAtPeriodEnd: params.flag('cancel_at_period_end') ?? false,
    defaultPaymentMethod: params.text('default_payment_method') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
  }
  const [beginning, added] = [readBeginning(params), readAddedItems(params)]
  const behavior = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations'
  const payment = params.oneOf('payment_behavior', paymentBehaviors) ?? 'allow_incomplete'
  const pause = readPause(params)
  const [atTrialEnd, taxRates] = [
    readTrialEnd(params) ?? ('create_invoice' as const),
    readTaxRates(params, 'default_tax_rates'),
  ]
  const automaticTax = readAutomaticTax(params) ?? false
  const daysUntilDue = readDaysUntilDue(params) ?? null
  checkBillingMode(params)
  const [savesPaymentMethod, isOffSession] = [
    readSavesMethod(params) ?? false,
    params.flag('off_session') ?? false,
  ]
  const wantedCurrency = params.currency('currency') ?? null
  return (asked) => {
    const customer = findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer.testClock)
    const { account, now } = work
    const id = newId(account, 'sub')
    const items = changedItems(work, [], wanted, { customer, currency: wantedCurrency, subscription: id })
    const currency = wantedCurrency ?? currencyFor(work, customer, items)
    if (daysUntilDue !== null) checkEmail(customer)
    checkItems(work, items, currency)
    checkCurrency(work, customer.id, currency)
    if (fields.defaultPaymentMethod !== null) {
      findPaymentMethod(account, fields.defaultPaymentMethod, 'default_payment_method')
    }
    const period = beginning(work, items)
    const made: Subscription = {
      ...unbilled,
      ...period,
      ...fields,
      id,
      created: now,
      customer: customer.id,
      currency,
      items,
      atTrialEnd,
      savesPaymentMethod,
      daysUntilDue,
      pauseCollection: pause ?? null,
      discounts: [],
      automaticTax,
      defaultTaxRates: taxRates(account, []),
    }
    const amount = items.reduce((sum, item) => sum + amountOf(work, item, currency), 0)
    const reusable = customer.discount === null ? [] : [customer.discount]
    const target = { customer, currency, amount, reusable, subscription: id }
    const discounts = entries ?? inherited(entries, customer.discount)
    const prorates = behavior !== 'none'
    const isLater = period.trialEnd !== null || (period.billingCycleAnchor > now && !prorates)
    const isCharged = added.length > 0 || (prorates && period.startDate < now)
    const pays = payment !== 'default_incomplete'
    const isFree =
      (isLater && !isCharged) ||
      priceItems(work, items, termsOfEntries(work, discounts, target), currency).every((it) => {
        return it.amount === it.off
      })
    // Before anything is redeemed: a request that is refused leaves nothing behind.
    if (pays && !isFree && daysUntilDue === null && !isScheduled)
      checkMethod(work, made, { mustSucceed: payment === 'error_if_incomplete', isOffSession })
    made.discounts = giveDiscounts(work, discounts, target)
    account.subscriptions.set(id, made)
    for (const add of added) add(work, made)
    startSubscription(work, made, {
      prorates,
      pays,
      isOffSession,
      isDraft: isScheduled || daysUntilDue !== null,
    })
    if (isFree && daysUntilDue === null && !isScheduled) setUpLater(work, made, pays)
    return made
  }
}

/** The customer's currency where the price has an amount in that, else the price's own. */
function currencyFor({ account }: Work, customer: Customer, items: readonly SubscriptionItem[]): string {
  const [first] = items
  if (first === undefined) return ''
  const price = findPrice(account, first.price)
  const { currency } = customer
  return currency !== null && amountsIn(price, currency) !== null ? currency : price.currency
}

/** All live subscriptions of a customer have one currency. @throws {ApiError} */
function checkCurrency({ account }: Work, customer: string, currency: string): void {
  const other = Array.from(account.subscriptions.values()).find((it) => {
    const isLive = it.endedAt === null && it.status !== 'incomplete_expired'
    return it.customer === customer && isLive && it.currency !== currency
  })
  if (other === undefined) return
  const message = `You cannot combine currencies on a single customer. This customer has an active subscription with currency ${other.currency}.`
  throw invalid(message, 'currency')
}

/** The state of a subscription before its first invoice. */
const unbilled = {
  status: 'incomplete',
  isTrialEndAnnounced: false,
  canceledAt: null,
  endedAt: null,
  cancellationReason: null,
  cancellationDetails: { comment: null, feedback: null },
  latestInvoice: null,
  announcedUntil: null,
  pendingSetupIntent: null,
  schedule: null,
} as const

/** The customer's discount, which a subscription without `discounts` has; an empty text means none. */
function inherited(entries: null | undefined, discount: string | null) {
  if (entries === null || discount === null) return []
  return [{ kind: 'discount' as const, id: discount, param: 'discounts' }]
}

type Attempt = { readonly mustSucceed: boolean; readonly isOffSession: boolean }

/** Before anything is redeemed: a card has to be there, and to be good where the request says so. @throws {ApiError} */
function checkMethod(work: Work, made: Subscription, { mustSucceed, isOffSession }: Attempt): void {
  const method =
    made.defaultPaymentMethod === null
      ? methodFor(work, { customer: made.customer, subscription: null })
      : findPaymentMethod(work.account, made.defaultPaymentMethod)
  if (method === null) {
    const message =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
    throw invalid(message, undefined, 'resource_missing')
  }
  if (!mustSucceed) return
  if (needsAuthentication(method, isOffSession) && work.authentication !== 'succeeds') {
    throw notAuthenticated(work.authentication)
  }
  const decline =
    method.card.decline ?? declineOf(work.account, { customer: made.customer, subscription: null })
  if (decline !== null) throw declined(decline)
}

function notAuthenticated(authentication: Work['authentication']): ApiError {
  if (authentication === 'fails') {
    const details = { code: 'payment_intent_authentication_failure' }
    return new ApiError(402, 'card_error', authenticationFailed, details)
  }
  const message =
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.'
  return new ApiError(402, 'card_error', message, { code: 'subscription_payment_intent_requires_action' })
}

/** A subscription that begins without a payment may need a card, or the authentication of its present one. */
function setUpLater(work: Work, made: Subscription, pays: boolean): void {
  const method = methodFor(work, { customer: made.customer, subscription: made.id })
  if (method === null ? pays : !needsSetup(method)) return
  const { id: subscription, customer } = made
  const intent = makeSetupIntent(work, { customer, subscription, paymentMethod: method?.id ?? null })
  made.pendingSetupIntent = intent.id
  if (method !== null && pays) setUpCard(work, intent, method)
}
