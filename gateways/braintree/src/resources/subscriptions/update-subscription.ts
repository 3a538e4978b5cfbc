import { addDays, type Day, dayOf, daysBetween } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Plan } from '../../model/plan.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, declined, invalid, ok } from '../../protocol/answer.ts'
import { findSubscription } from '../../protocol/find.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { periodAmount } from '../../records/amounts.ts'
import { subscriptionXml } from '../../records/subscription-xml.ts'
import { transactionXml } from '../../records/transaction-xml.ts'
import { notify } from '../../webhooks/notify.ts'
import { chargeSubscription } from '../billing/charge-subscription.ts'
import { paid } from '../billing/pay-off.ts'
import { failureOf } from '../transactions/answer-transaction.ts'
import { isPaid } from '../transactions/charge.ts'
import { readMerchantAccount } from './merchant-account.ts'
import { hasPaymentSource, readPaymentSource, usePaymentSource } from './payment-source.ts'
import { hasModifications, readBothLists } from './read-modifications.ts'
import { readDescriptor, readId, readPrice, readSubscriptionCycles } from './read-terms.ts'
import { retryCharge } from './retry-charge.ts'
import { modificationProblems, problems } from './subscription-problems.ts'

/** Changes a subscription, and settles at once what that changes for the period that has begun. */
export function updateSubscription(call: Call): Answer {
  const { merchant, now, body } = call
  const subscription = findSubscription(merchant, call.path.id)
  const params = partOf(body, 'subscription')
  const found = new Problems(['subscription'])
  if (subscription.status === 'Canceled') found.add(problems.canceled)
  if (subscription.status === 'Expired') found.add(problems.expired)
  if (!found.isEmpty) return invalid(found, body)
  const update = readUpdate(call, subscription, params, found)
  if (!found.isEmpty) return invalid(found, body)
  const before = { ...subscription }
  change(merchant, subscription, update.fields, now)
  const options = partOf(params, 'options')
  const refused = chargeChange(call, before, subscription, {
    prorates: booleanOf(options, 'prorate_charges') ?? null,
    reverts:
      booleanOf(options, 'revert_subscription_on_proration_failure') ??
      merchant.settings.revertsOnProrationFailure,
  })
  if (refused !== null) {
    change(merchant, subscription, before, before.updatedAt)
    return declined(failureOf(refused) ?? '', body, {
      transaction: transactionXml(merchant, refused),
      subscription: subscriptionXml(merchant, subscription, now),
    })
  }
  if (update.source !== null) usePaymentSource(update.source)
  if (before.paymentMethodToken !== subscription.paymentMethodToken) retryIfPastDue(call, subscription)
  return ok('subscription', subscriptionXml(merchant, subscription, now))
}

function change(merchant: Merchant, subscription: Subscription, fields: Update['fields'], now: number): void {
  if (fields.id !== subscription.id) rename(merchant, subscription, fields.id)
  subscription.planId = fields.planId
  subscription.price = fields.price
  subscription.billingFrequency = fields.billingFrequency
  subscription.merchantAccountId = fields.merchantAccountId
  subscription.paymentMethodToken = fields.paymentMethodToken
  subscription.numberOfBillingCycles = fields.numberOfBillingCycles
  subscription.nextBillingDate = fields.nextBillingDate
  subscription.descriptor = fields.descriptor
  subscription.addOns = fields.addOns
  subscription.discounts = fields.discounts
  subscription.updatedAt = now
}

/** Its transactions go with it. */
function rename({ subscriptions, transactions }: Merchant, subscription: Subscription, id: string): void {
  subscriptions.delete(subscription.id)
  subscription.id = id
  subscriptions.set(id, subscription)
  for (const transactionId of subscription.transactionIds) {
    const transaction = transactions.get(transactionId)
    if (transaction?.recurring) transaction.recurring = { ...transaction.recurring, subscriptionId: id }
  }
}

/** A new card is tried at once, for the whole balance; the result is the newest transaction. */
function retryIfPastDue({ gateway, merchant, now, user, body }: Call, subscription: Subscription): void {
  if (subscription.status !== 'Past Due' || subscription.balance <= 0) return
  const given = booleanOf(partOf(partOf(body, 'subscription'), 'options'), 'prorate_charges')
  if (!(given ?? merchant.settings.proratesUpgrades)) return
  const { balance: amount } = subscription
  retryCharge(gateway, merchant, now, subscription, { amount, submitsForSettlement: true, user })
}

type Wishes = {
  /** Null: by the merchant's settings for upgrades and downgrades. */
  readonly prorates: boolean | null
  readonly reverts: boolean
}

/**
 * Charges or credits what a change makes of the rest of the period. Answers a declined transaction for which the change is to
 * be taken back; otherwise what could not be charged is owed with the next bill.
 */
function chargeChange(
  { gateway, merchant, now, user }: Call,
  before: Subscription,
  subscription: Subscription,
  wishes: Wishes,
): Transaction | null {
  const amount = changeOf(before, subscription, now)
  const { proratesUpgrades, proratesDowngrades } = merchant.settings
  if (!(wishes.prorates ?? (amount > 0 ? proratesUpgrades : proratesDowngrades))) return null
  if (amount <= 0) {
    subscription.balance += amount
    return null
  }
  const { due, balance } = afterCredit(amount, subscription.balance)
  if (due === 0) {
    subscription.balance = balance
    return null
  }
  const by = { timestamp: now, user, source: 'api' } as const
  const transaction = chargeSubscription(gateway, merchant, subscription, {
    amount: due,
    submitsForSettlement: true,
    by,
  })
  if (!isPaid(transaction) && wishes.reverts) return transaction
  subscription.balance = balance + due
  if (isPaid(transaction)) paid(gateway, merchant, subscription, transaction, by)
  else notify(gateway, merchant, { kind: 'subscription_charged_unsuccessfully', subscription }, now)
  return null
}

/** Nothing is prorated before the first period, nor between periods of different lengths. */
function changeOf(before: Subscription, after: Subscription, now: number): Cents {
  const { billingPeriodStart: periodStart, billingPeriodEnd: periodEnd } = before
  const isRunning = before.status === 'Active' && periodStart !== null && periodEnd !== null
  if (!isRunning || before.billingFrequency !== after.billingFrequency) return 0
  const [oldAmount, newAmount] = [periodAmount(before), periodAmount(after)]
  return proratedAmount({ oldAmount, newAmount, periodStart, periodEnd, today: dayOf(now) })
}

/** A period that becomes dearer or cheaper while it runs. */
type Change = {
  readonly oldAmount: Cents
  readonly newAmount: Cents
  readonly periodStart: Day
  readonly periodEnd: Day
  readonly today: Day
}

/** The share of the difference for the days that are left after today; halves of a cent go away from zero. */
export function proratedAmount({ oldAmount, newAmount, periodStart, periodEnd, today }: Change): Cents {
  const days = daysBetween(periodStart, periodEnd) + 1
  const daysLeft = Math.min(Math.max(daysBetween(today, periodEnd), 0), days)
  const difference = newAmount - oldAmount
  const share = Math.round((Math.abs(difference) * daysLeft) / days)
  return difference < 0 ? 0 - share : share
}

/** The amount to charge after the credit of a negative balance is used, and the balance after the payment. */
export function afterCredit(amount: Cents, balance: Cents): { readonly due: Cents; readonly balance: Cents } {
  const used = Math.min(Math.max(0 - balance, 0), amount)
  return { due: amount - used, balance: balance + used }
}

/** The changes of a subscription by a request. */
type Update = ReturnType<typeof readUpdate>

/** Reads the changes of a request; absent fields are as before. */
function readUpdate(call: Call, before: Subscription, params: Params, found: Problems) {
  const { merchant } = call
  rejectFixedFields(params, found)
  if (before.status === 'Past Due') rejectPriceChange(before, params, found)
  const plan = readPlan(merchant, before, params, found)
  const source = hasPaymentSource(params)
    ? readPaymentSource(call, params, customerOf(merchant, before), found)
    : null
  const isTaken = (id: string) => id !== before.id && merchant.subscriptions.has(id)
  return {
    fields: {
      id: readId(params, isTaken, found) ?? before.id,
      ...readPlanTerms(before, params, plan, found),
      merchantAccountId: readMerchantAccount(merchant, params, plan, before.merchantAccountId, found),
      paymentMethodToken: source?.card.token ?? before.paymentMethodToken,
      ...readEnd(before, params, found),
      descriptor: readDescriptor(params, before.descriptor, found),
      ...readLists(merchant, before, params, found),
    },
    /** Null when it is paid as before. */
    source,
  }
}

function rejectFixedFields(params: Params, found: Problems): void {
  if (textOf(params, 'billing_day_of_month') !== undefined) found.add(problems.dayFixed)
  if (textOf(params, 'first_billing_date') !== undefined) found.add(problems.firstDateFixed)
}

/** Rejects a change of the price while an amount is owed. */
function rejectPriceChange(before: Subscription, params: Params, found: Problems): void {
  const planId = textOf(params, 'plan_id')
  const changesPlan = planId !== undefined && planId !== before.planId
  if (textOf(params, 'price') !== undefined || changesPlan) found.add(problems.pastDue)
  const replaces = booleanOf(partOf(params, 'options'), 'replace_all_add_ons_and_discounts') === true
  if (hasModifications(params) || replaces) found.add(modificationProblems.pastDue)
}

/** The plan of a request; null when it is absent. */
function readPlan(merchant: Merchant, before: Subscription, params: Params, found: Problems): Plan | null {
  const id = textOf(params, 'plan_id')
  const plan = merchant.plans.get(id ?? '') ?? null
  if (id !== undefined && plan === null) found.add(problems.plan)
  return id === before.planId ? null : plan
}

/** Another plan leaves the price as it is, unless it bills at other intervals: then it sets its own price. */
function readPlanTerms(before: Subscription, params: Params, plan: Plan | null, found: Problems) {
  const billingFrequency = plan?.billingFrequency ?? before.billingFrequency
  const inherited = plan === null || billingFrequency === before.billingFrequency ? before.price : plan.price
  return { planId: plan?.id ?? before.planId, billingFrequency, price: readPrice(params, found) ?? inherited }
}

/** A subscription that had its last cycle, and is allowed more, continues where that ended. */
function readEnd(before: Subscription, params: Params, found: Problems) {
  const numberOfBillingCycles = readSubscriptionCycles(params, before, found)
  const continues = numberOfBillingCycles === null || numberOfBillingCycles > before.currentBillingCycle
  const resumesOn = before.billingPeriodEnd === null ? null : addDays(before.billingPeriodEnd, 1)
  return { numberOfBillingCycles, nextBillingDate: before.nextBillingDate ?? (continues ? resumesOn : null) }
}

function readLists(merchant: Merchant, before: Subscription, params: Params, found: Problems) {
  const replaces = booleanOf(partOf(params, 'options'), 'replace_all_add_ons_and_discounts') === true
  const [addOns, discounts] = replaces ? [[], []] : [before.addOns, before.discounts]
  return readBothLists(merchant, params, { addOns, discounts }, found)
}

function customerOf(merchant: Merchant, { paymentMethodToken }: Subscription): string | null {
  return merchant.cards.get(paymentMethodToken)?.customerId ?? null
}
