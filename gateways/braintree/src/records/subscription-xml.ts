import { dayOf, daysBetween } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import type { StatusEvent, Subscription } from '../model/subscription.ts'
import type { Transaction } from '../model/transaction.ts'
import { array, date, money, time, type WrittenXml, written, type XmlValue } from '../protocol/xml.ts'
import { nextPeriodAmount } from './amounts.ts'
import { descriptorXml, modificationXml } from './modification-xml.ts'
import { transactionXml } from './transaction-xml.ts'

const MAX_TRANSACTIONS = 20

/**
 * A subscription in responses and notifications, with its newest transactions.
 * @param now for the days past due; the time of the clock by default
 */
export function subscriptionXml(merchant: Merchant, it: Subscription, now = merchant.clock.at): XmlValue {
  const nextAmount = money(nextPeriodAmount(it))
  return {
    id: it.id,
    status: it.status,
    'plan-id': it.planId,
    price: money(it.price),
    balance: money(it.balance),
    'merchant-account-id': it.merchantAccountId,
    'payment-method-token': it.paymentMethodToken,
    'add-ons': array('add-on', it.addOns.map(modificationXml)),
    discounts: array('discount', it.discounts.map(modificationXml)),
    descriptor: descriptorXml(it.descriptor),
    description: it.description,
    'next-bill-amount': nextAmount,
    'next-billing-period-amount': nextAmount,
    ...datesXml(it),
    'billing-day-of-month': it.billingDayOfMonth,
    'current-billing-cycle': it.currentBillingCycle,
    'number-of-billing-cycles': it.numberOfBillingCycles,
    'never-expires': it.numberOfBillingCycles === null,
    'trial-period': it.trial !== null,
    'trial-duration': it.trial?.duration ?? null,
    'trial-duration-unit': it.trial?.unit ?? null,
    'days-past-due': daysPastDue(it, now),
    'failure-count': it.failureCount,
    'status-history': array('status-event', it.statusHistory.map(statusEventXml)),
    transactions: array('transaction', transactionsXml(merchant, it)),
  }
}

/** The days since the bill that was not paid; null when nothing is. */
export function daysPastDue({ pastDueSince }: Subscription, now: number): number | null {
  return pastDueSince === null ? null : Math.max(0, daysBetween(pastDueSince, dayOf(now)))
}

function datesXml(it: Subscription) {
  return {
    'first-billing-date': date(it.firstBillingDate),
    // The gateway moves the date to that of the retry, while there is one.
    'next-billing-date': date(it.retryOn ?? it.nextBillingDate),
    'billing-period-start-date': date(it.billingPeriodStart),
    'billing-period-end-date': date(it.billingPeriodEnd),
    'paid-through-date': date(it.paidThroughDate),
    'created-at': time(it.createdAt),
    'updated-at': time(it.updatedAt),
  }
}

function statusEventXml(it: StatusEvent): XmlValue {
  return {
    timestamp: time(it.timestamp),
    status: it.status,
    user: it.user,
    'subscription-source': it.source,
    balance: money(it.balance),
    price: money(it.price),
    'currency-iso-code': it.currency,
    'plan-id': it.planId,
  }
}

function transactionsXml(merchant: Merchant, { transactionIds }: Subscription): readonly XmlValue[] {
  return transactionIds.slice(0, MAX_TRANSACTIONS).flatMap((id) => {
    const transaction = merchant.transactions.get(id)
    return transaction === undefined ? [] : [shownTransaction(merchant, transaction)]
  })
}

type Kept = { readonly xml: WrittenXml; readonly refundIds: readonly string[]; readonly updatedAt: number }

/** A settled transaction takes about 3 kB; all of these are let go when they are too many. */
const MAX_KEPT = 20_000
let kept = new WeakMap<Transaction, Kept>()
let count = 0

/**
 * A transaction in the list of its subscription. Every notification shows up to 20 of them, most of which have settled:
 * then only refunds and disputes are added to them, so those without a dispute are written once.
 */
function shownTransaction(merchant: Merchant, it: Transaction): XmlValue {
  if (it.status !== 'settled' || it.disputeIds !== undefined) return transactionXml(merchant, it)
  const before = kept.get(it)
  if (before?.refundIds === it.refundIds && before.updatedAt === it.updatedAt) return before.xml
  const xml = written(transactionXml(merchant, it))
  if (count === MAX_KEPT) [kept, count] = [new WeakMap(), 0]
  count += 1
  kept.set(it, { xml, refundIds: it.refundIds, updatedAt: it.updatedAt })
  return xml
}
