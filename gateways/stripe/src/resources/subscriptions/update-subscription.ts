import { given } from '@goodword/sandbox/model/given'
import { cancelSubscription } from '../../billing/cancel.ts'
import { changeSubscription } from '../../billing/change-subscription.ts'
import { giveDiscounts, readDiscounts, takeAway } from '../../billing/give-discounts.ts'
import { prorate } from '../../billing/prorate.ts'
import { amountOf } from '../../billing/renew.ts'
import { chargeAtOnce } from '../../billing/start-subscription.ts'
import {
  checkItems,
  type ItemChange,
  invoiceNow,
  prorationBehaviors,
  updateItems,
} from '../../billing/update-items.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer, findPaymentMethod } from '../../lookup/find.ts'
import { readAutomaticTax, readTaxRates } from '../../lookup/tax-rates.ts'
import type { Subscription } from '../../model/subscription.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { checkEmail, readDaysUntilDue } from '../read-collection.ts'
import { readAddedItems } from './read-added-items.ts'
import {
  onlyIfPaid,
  readCancellationDetails,
  readPause,
  readSavesMethod,
  readTrialEnd,
  readUpdateBehavior,
} from './read-behavior.ts'
import { changedItems, readItems } from './read-items.ts'

/** Reads a change of a subscription. @throws {ApiError} */
export function readUpdate(params: Params, id: string | undefined): (work: Work) => Subscription {
  const [wanted, entries, pause] = [readItems(params), readDiscounts(params), readPause(params)]
  const anchor = params.oneOf('billing_cycle_anchor', ['now', 'unchanged'])
  const behavior = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations'
  const from = params.moment('proration_date')
  const trialEnd = params.text('trial_end') === 'now' ? 'now' : (params.moment('trial_end') ?? undefined)
  const [simple, taxRates] = [readSimple(params), readTaxRates(params, 'default_tax_rates')]
  const [automaticTax, daysUntilDue] = [readAutomaticTax(params), readDaysUntilDue(params)]
  const added = readAddedItems(params)
  const [payment, savesPaymentMethod] = [readUpdateBehavior(params), readSavesMethod(params)]
  const [atTrialEnd, details] = [readTrialEnd(params), readCancellationDetails(params)]
  params.accept('metadata', 'off_session')
  const run = (asked: Work) => {
    const subscription = findSubscription(asked.account, id, 'id')
    const customer = findCustomer(asked.account, subscription.customer)
    const work = byClock(asked, customer.testClock)
    checkOpen(subscription, params)
    const { currency } = subscription
    if (typeof daysUntilDue === 'number') checkEmail(customer)
    // Parameters that may be refused are read before a discount is redeemed.
    const trial = trialOf(work, subscription, trialEnd)
    if (typeof simple.defaultPaymentMethod === 'string') {
      findPaymentMethod(work.account, simple.defaultPaymentMethod, 'default_payment_method')
    }
    const items = changedItems(work, subscription.items, wanted, {
      customer,
      currency,
      subscription: subscription.id,
    })
    checkItems(work, items, currency)
    const amount = items.reduce((sum, item) => sum + amountOf(work, item, currency), 0)
    const ofCustomer = customer.discount === null ? [] : [customer.discount]
    const reusable = [...subscription.discounts, ...ofCustomer]
    const target = { customer, currency, amount, reusable, subscription: subscription.id }
    const discounts =
      entries === undefined ? subscription.discounts : giveDiscounts(work, entries ?? [], target)
    const rest: Partial<Subscription> = {
      ...simple,
      ...canceledAt(work, simple),
      ...trial,
      ...given({ pauseCollection: pause, automaticTax, daysUntilDue, savesPaymentMethod, atTrialEnd }),
      cancellationDetails: details(subscription.cancellationDetails),
      defaultTaxRates: taxRates(work.account, subscription.defaultTaxRates),
      metadata: params.metadata(subscription.metadata),
    }
    const change: ItemChange = {
      items,
      discounts,
      behavior,
      from: from ?? work.now,
      resetsAnchor: anchor === 'now',
      addsItems: added.length > 0,
      pays: payment !== 'default_incomplete',
      rest,
    }
    for (const add of added) add(work, subscription)
    const before = subscription.discounts
    if (trialEnd === 'now') endTrial(work, subscription, change)
    else updateItems(work, subscription, change)
    if (entries !== undefined) {
      takeAway(
        work,
        before.filter((each) => !discounts.includes(each)),
      )
    }
    return subscription
  }
  return payment === 'error_if_incomplete' ? (asked) => onlyIfPaid(asked, id, run) : run
}

/** Reads the end of a subscription. @throws {ApiError} */
export function readCancellation(params: Params, id: string | undefined): (work: Work) => Subscription {
  const [prorates, invoices] = [params.flag('prorate') ?? false, params.flag('invoice_now') ?? false]
  const details = readCancellationDetails(params)
  return (asked) => {
    const subscription = findSubscription(asked.account, id, 'id')
    const customer = findCustomer(asked.account, subscription.customer)
    const work = byClock(asked, customer.testClock)
    if (subscription.endedAt !== null) {
      throw invalid(`No such subscription: ${subscription.id}`, 'id', 'resource_missing')
    }
    const { items: before, discounts: discountsBefore, periodStart, periodEnd, status } = subscription
    if (prorates && status !== 'trialing') {
      prorate(
        work,
        subscription,
        { before, after: [], discountsBefore },
        { from: work.now, periodStart, periodEnd },
      )
    }
    if (invoices) chargeAtOnce(work, invoiceNow(work, subscription))
    subscription.cancellationDetails = details(subscription.cancellationDetails)
    cancelSubscription(work, subscription, 'cancellation_requested')
    return subscription
  }
}

function readSimple(params: Params): Partial<Subscription> {
  return given({
    cancelAt: params.moment('cancel_at'),
    cancelAtPeriodEnd: params.flag('cancel_at_period_end'),
    defaultPaymentMethod: params.text('default_payment_method'),
    description: params.text('description'),
  })
}

/** When it was decided that the subscription ends, or that it does not. */
function canceledAt(
  work: Work,
  { cancelAt, cancelAtPeriodEnd }: Partial<Subscription>,
): Partial<Subscription> {
  if (cancelAt === undefined && cancelAtPeriodEnd === undefined) return {}
  const ends = (cancelAt ?? null) !== null || cancelAtPeriodEnd === true
  return ends
    ? { canceledAt: work.now, cancellationReason: 'cancellation_requested' }
    : { canceledAt: null, cancellationReason: null }
}

function checkOpen(subscription: Subscription, params: Params): void {
  if (subscription.endedAt === null) return
  if (params.keys().every((key) => ['metadata', 'cancellation_details', 'expand'].includes(key))) return
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.', 'id')
}

/** A trial that goes on until later moves the period with it. */
function trialOf(
  work: Work,
  { status }: Subscription,
  end: number | 'now' | undefined,
): Partial<Subscription> {
  if (end === undefined || end === 'now') return {}
  if (end <= work.now) throw invalid('Invalid timestamp: must be in the future', 'trial_end')
  const begun = status === 'trialing' ? {} : { trialStart: work.now, periodStart: work.now }
  return {
    ...begun,
    status: 'trialing',
    trialEnd: end,
    periodEnd: end,
    billingCycleAnchor: end,
    anchorConfig: null,
    isTrialEndAnnounced: false,
  }
}

/** The first period that is paid begins now. */
function endTrial(work: Work, subscription: Subscription, change: ItemChange): void {
  if (subscription.status !== 'trialing') {
    updateItems(work, subscription, change)
    return
  }
  changeSubscription(work, subscription, { status: 'active', trialEnd: work.now })
  updateItems(work, subscription, { ...change, behavior: 'none', resetsAnchor: true })
}
