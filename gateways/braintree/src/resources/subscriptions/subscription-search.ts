import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Route } from '../../protocol/route.ts'
import { daysPastDue, subscriptionXml } from '../../records/subscription-xml.ts'
import {
  amounts,
  type Criterion,
  days,
  integers,
  multiple,
  multipleOrText,
  text,
  times,
} from '../../search/criterion.ts'
import { searchRoutes } from '../../search/search-routes.ts'
import { isOnTrial } from '../billing/run-billing.ts'

/** The two steps of a search for subscriptions. */
export const subscriptionSearchRoutes: readonly Route[] = searchRoutes<Subscription>({
  path: '/subscriptions',
  root: 'subscriptions',
  tag: 'subscription',
  all: ({ subscriptions }) => subscriptions.values(),
  find: ({ subscriptions }, id) => subscriptions.get(id),
  criteria,
  xml: subscriptionXml,
})

function criteria(_merchant: Merchant, now: number): Readonly<Record<string, Criterion<Subscription>>> {
  return {
    id: text((it) => it.id),
    transaction_id: text((it) => it.transactionIds),
    plan_id: multipleOrText((it) => it.planId),
    status: multiple((it) => it.status),
    in_trial_period: multiple((it) => `${isOnTrial(it)}`),
    merchant_account_id: multiple((it) => it.merchantAccountId),
    price: amounts((it) => it.price),
    days_past_due: integers((it) => daysPastDue(it, now)),
    billing_cycles_remaining: integers(cyclesRemaining),
    next_billing_date: days((it) => it.retryOn ?? it.nextBillingDate),
    created_at: times((it) => it.createdAt),
  }
}

function cyclesRemaining({ numberOfBillingCycles, currentBillingCycle }: Subscription): number | null {
  return numberOfBillingCycles === null ? null : numberOfBillingCycles - currentBillingCycle
}
