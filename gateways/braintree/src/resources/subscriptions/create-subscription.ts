import { dayOf } from '../../model/day.ts'
import { partOf } from '../../model/params.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { subscriptionXml } from '../../records/subscription-xml.ts'
import { openPeriod, skip } from '../billing/bill.ts'
import { type By, changeStatus } from '../billing/change-status.ts'
import { chargeSubscription } from '../billing/charge-subscription.ts'
import { paid } from '../billing/pay-off.ts'
import { answerMade } from '../transactions/answer-transaction.ts'
import { isPaid } from '../transactions/charge.ts'
import { readPaymentSource, usePaymentSource } from './payment-source.ts'
import { readSubscription } from './read-subscription.ts'

/** Begins a subscription. If its first bill is due at once and declined, there is a transaction and no subscription. */
export function createSubscription(call: Call): Answer {
  const { merchant, now, body } = call
  const params = partOf(body, 'subscription')
  const found = new Problems()
  const source = readPaymentSource(call, params, null, found)
  const subscription = readSubscription(merchant, now, params, source?.card.token ?? '', found)
  if (source === null || !found.isEmpty) return invalid(found, body)
  const by = { timestamp: now, user: call.user, source: 'api' } as const
  const declinedTransaction = begin(call, subscription, by)
  if (declinedTransaction !== null) return answerMade(merchant, declinedTransaction, body)
  usePaymentSource(source)
  return created('subscription', subscriptionXml(merchant, subscription, now))
}

/** Keeps the subscription, unless its first bill is declined: then that transaction is answered. */
function begin({ gateway, merchant }: Call, it: Subscription, by: By): Transaction | null {
  changeStatus(merchant, it, it.status, by)
  const isDue = it.firstBillingDate <= dayOf(by.timestamp)
  if (isDue) openPeriod(it, it.firstBillingDate)
  if (!isDue || it.balance <= 0) {
    merchant.subscriptions.set(it.id, it)
    if (isDue) skip(gateway, merchant, it, by)
    return null
  }
  const charged = { amount: it.balance, submitsForSettlement: true, by }
  const transaction = chargeSubscription(gateway, merchant, it, charged)
  if (!isPaid(transaction)) return transaction
  merchant.subscriptions.set(it.id, it)
  paid(gateway, merchant, it, transaction, by)
  return null
}
