import { addDays } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Plan } from '../../model/plan.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { readMerchantAccount } from './merchant-account.ts'
import { hasPaymentSource, type PaymentSource, readPaymentSource } from './payment-source.ts'
import { hasModifications, readBothLists } from './read-modifications.ts'
import { readDescriptor, readId, readPrice, readSubscriptionCycles } from './read-terms.ts'
import { modificationProblems, problems } from './subscription-problems.ts'

const AT = ['subscription'] as const

/** What a request changes of a subscription. */
export type Update = {
  readonly fields: Pick<
    Subscription,
    | 'id'
    | 'planId'
    | 'price'
    | 'billingFrequency'
    | 'merchantAccountId'
    | 'paymentMethodToken'
    | 'numberOfBillingCycles'
    | 'nextBillingDate'
    | 'descriptor'
    | 'addOns'
    | 'discounts'
  >
  /** Null when it is paid as before. */
  readonly source: PaymentSource | null
}

/** Reads the changes of a request; absent fields are as before. */
export function readUpdate(call: Call, before: Subscription, params: Params, found: Problems): Update {
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
    source,
  }
}

function rejectFixedFields(params: Params, found: Problems): void {
  if (textOf(params, 'billing_day_of_month') !== undefined) found.add(AT, problems.dayFixed)
  if (textOf(params, 'first_billing_date') !== undefined) found.add(AT, problems.firstDateFixed)
}

/** What is owed must not change while it is owed. */
function rejectPriceChange(before: Subscription, params: Params, found: Problems): void {
  const planId = textOf(params, 'plan_id')
  const changesPlan = planId !== undefined && planId !== before.planId
  if (textOf(params, 'price') !== undefined || changesPlan) found.add(AT, problems.pastDue)
  const replaces = booleanOf(partOf(params, 'options'), 'replace_all_add_ons_and_discounts') === true
  if (hasModifications(params) || replaces) found.add(AT, modificationProblems.pastDue)
}

/** The plan of a request; null when it is absent. */
function readPlan(merchant: Merchant, before: Subscription, params: Params, found: Problems): Plan | null {
  const id = textOf(params, 'plan_id')
  const plan = merchant.plans.get(id ?? '') ?? null
  if (id !== undefined && plan === null) found.add(AT, problems.plan)
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
