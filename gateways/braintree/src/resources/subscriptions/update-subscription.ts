import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, partOf } from '../../model/params.ts'
import type { Subscription } from '../../model/subscription.ts'
import { type Answer, declined, invalid, ok } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { subscriptionXml } from '../../records/subscription-xml.ts'
import { transactionXml } from '../../records/transaction-xml.ts'
import { failureOf } from '../transactions/answer-transaction.ts'
import { chargeChange } from './charge-change.ts'
import { findSubscription } from './find-subscription.ts'
import { usePaymentSource } from './payment-source.ts'
import { readUpdate, type Update } from './read-update.ts'
import { retryCharge } from './retry-charge.ts'
import { problems } from './subscription-problems.ts'

/** Changes a subscription, and settles at once what that changes for the period that has begun. */
export function updateSubscription(call: Call): Answer {
  const { merchant, now, body } = call
  const subscription = findSubscription(call)
  const params = partOf(body, 'subscription')
  const found = new Problems()
  if (subscription.status === 'Canceled') found.add(['subscription'], problems.canceled)
  if (subscription.status === 'Expired') found.add(['subscription'], problems.expired)
  if (!found.isEmpty) return invalid(found, body)
  const update = readUpdate(call, subscription, params, found)
  if (!found.isEmpty) return invalid(found, body)
  const before = { ...subscription }
  change(merchant, subscription, update, now)
  const options = partOf(params, 'options')
  const refused = chargeChange(call, before, subscription, {
    prorates: booleanOf(options, 'prorate_charges') ?? null,
    reverts:
      booleanOf(options, 'revert_subscription_on_proration_failure') ??
      merchant.settings.revertsOnProrationFailure,
  })
  if (refused !== null) {
    change(merchant, subscription, { fields: before, source: null }, before.updatedAt)
    return declined(failureOf(refused) ?? '', body, {
      transaction: transactionXml(merchant, refused),
      subscription: subscriptionXml(merchant, subscription, now),
    })
  }
  if (update.source !== null) usePaymentSource(update.source)
  if (before.paymentMethodToken !== subscription.paymentMethodToken) retryIfPastDue(call, subscription)
  return ok('subscription', subscriptionXml(merchant, subscription, now))
}

function change(merchant: Merchant, subscription: Subscription, { fields }: Update, now: number): void {
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
