import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import { dayOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { ModificationKind, Plan } from '../../model/plan.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Problems } from '../../protocol/problems.ts'
import { modificationsOf } from '../../records/plan-modifications.ts'
import { readMerchantAccount } from './merchant-account.ts'
import { modificationOf, readBothLists } from './read-modifications.ts'
import { readStart } from './read-start.ts'
import { readDescriptor, readId, readPrice, readSubscriptionCycles } from './read-terms.ts'
import { problems } from './subscription-problems.ts'

/** The requested subscription before its first bill; absent fields come from the plan. */
export function readSubscription(
  merchant: Merchant,
  now: number,
  params: Params,
  token: string,
  found: Problems,
): Subscription {
  const plan = merchant.plans.get(textOf(params, 'plan_id') ?? '') ?? null
  if (plan === null) found.add(['subscription'], problems.plan)
  const isTaken = (id: string) => merchant.subscriptions.has(id)
  const start = readStart(params, plan, dayOf(now), found)
  const cycles = { numberOfBillingCycles: plan?.numberOfBillingCycles ?? null, currentBillingCycle: 0 }
  return {
    id: readId(params, isTaken, found) ?? drawId(merchant, 6, isTaken),
    sequence: drawSequence(merchant),
    status: start.firstBillingDate > dayOf(now) && start.trial === null ? 'Pending' : 'Active',
    planId: plan?.id ?? '',
    merchantAccountId: readMerchantAccount(merchant, params, plan, null, found),
    paymentMethodToken: token,
    price: readPrice(params, found) ?? plan?.price ?? 0,
    balance: 0,
    ...start,
    billingFrequency: plan?.billingFrequency ?? 1,
    numberOfBillingCycles: readSubscriptionCycles(params, cycles, found),
    currentBillingCycle: 0,
    nextBillingDate: start.firstBillingDate,
    billingPeriodStart: null,
    billingPeriodEnd: null,
    paidThroughDate: null,
    pastDueSince: null,
    retryOn: null,
    failureCount: 0,
    ...readInherited(merchant, params, plan, found),
    descriptor: readDescriptor(params, null, found),
    description: null,
    transactionIds: [],
    statusHistory: [],
    createdAt: now,
    updatedAt: now,
  }
}

function readInherited(merchant: Merchant, params: Params, plan: Plan | null, found: Problems) {
  const isBare = booleanOf(partOf(params, 'options'), 'do_not_inherit_add_ons_or_discounts') === true
  const inherited = (kind: ModificationKind) =>
    isBare || plan === null ? [] : modificationsOf(merchant, plan, kind).map(modificationOf)
  const [addOns, discounts] = [inherited('add_on'), inherited('discount')]
  return readBothLists(merchant, params, { addOns, discounts }, found)
}
