import { dayOf } from '../../model/day.ts'
import type { Cents } from '../../model/money.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Call } from '../../protocol/route.ts'
import { periodAmount } from '../../records/amounts.ts'
import { notify } from '../../webhooks/notify.ts'
import { chargeSubscription } from '../billing/charge-subscription.ts'
import { paid } from '../billing/pay-off.ts'
import { afterCredit, proratedAmount } from '../billing/prorate.ts'
import { isPaid } from '../transactions/charge.ts'

type Wishes = {
  /** Null: by the merchant's settings for upgrades and downgrades. */
  readonly prorates: boolean | null
  readonly reverts: boolean
}

/**
 * Charges or credits what a change makes of the rest of the period. Answers a declined transaction for which the change is to
 * be taken back; otherwise what could not be charged is owed with the next bill.
 */
export function chargeChange(
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
