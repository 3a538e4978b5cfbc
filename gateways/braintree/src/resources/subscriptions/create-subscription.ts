import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import { addDays, addMonths, type Day, dayOf, parseDay } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, integerOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { ModificationKind, Plan, Trial } from '../../model/plan.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { modificationsOf } from '../../records/plan-modifications.ts'
import { subscriptionXml } from '../../records/subscription-xml.ts'
import { firstOn, openPeriod, skip } from '../billing/bill.ts'
import { type By, changeStatus } from '../billing/change-status.ts'
import { chargeSubscription } from '../billing/charge-subscription.ts'
import { paid } from '../billing/pay-off.ts'
import { answerMade } from '../transactions/answer-transaction.ts'
import { isPaid } from '../transactions/charge.ts'
import { readMerchantAccount } from './merchant-account.ts'
import { readPaymentSource, usePaymentSource } from './payment-source.ts'
import { modificationOf, readBothLists } from './read-modifications.ts'
import { readDescriptor, readId, readPrice, readSubscriptionCycles } from './read-terms.ts'
import { problems } from './subscription-problems.ts'

/** Begins a subscription. If its first bill is due at once and declined, there is a transaction and no subscription. */
export function createSubscription(call: Call): Answer {
  const { merchant, now, body } = call
  const params = partOf(body, 'subscription')
  const found = new Problems(['subscription'])
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

/** The requested subscription before its first bill; absent fields come from the plan. */
function readSubscription(
  merchant: Merchant,
  now: number,
  params: Params,
  token: string,
  found: Problems,
): Subscription {
  const plan = merchant.plans.get(textOf(params, 'plan_id') ?? '') ?? null
  if (plan === null) found.add(problems.plan)
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

/** When a subscription is first billed, and on which day of the month from then on. */
type Start = {
  readonly firstBillingDate: Day
  readonly billingDayOfMonth: number
  readonly trial: Trial | null
}

/**
 * Reads when a subscription is to begin: on a date, on a day of the month, at once or after a trial. The request
 * takes precedence over the plan, and an explicit start replaces the plan's trial.
 */
function readStart(params: Params, plan: Plan | null, today: Day, found: Problems): Start {
  const date = readFirstDate(params, today, found)
  const dayOfMonth = readDayOfMonth(params, found)
  const isAtOnce = booleanOf(partOf(params, 'options'), 'start_immediately') === true
  const hasTrial = booleanOf(params, 'trial_period')
  const given = [date !== undefined, dayOfMonth !== undefined, isAtOnce, hasTrial === true].filter(Boolean)
  if (given.length > 1) found.add(problems.startInconsistent)
  if (date !== undefined) return startOn(date, null)
  if (dayOfMonth !== undefined) return startOnDay(dayOfMonth, today)
  if (isAtOnce) return startOn(today, null)
  const trial = readTrial(params, plan, found)
  if (trial !== null) return startOn(endOf(trial, today), trial, plan?.billingDayOfMonth ?? null)
  const planDay = plan?.billingDayOfMonth ?? null
  return planDay === null ? startOn(today, null) : startOnDay(planDay, today)
}

function readFirstDate(params: Params, today: Day, found: Problems): Day | undefined {
  const text = textOf(params, 'first_billing_date') ?? undefined
  if (text === undefined) return undefined
  const date = parseDay(text)
  if (date === null) found.add(problems.firstDateInvalid)
  else if (date < today) found.add(problems.firstDatePast)
  return date ?? today
}

function readDayOfMonth(params: Params, found: Problems): number | undefined {
  const day = integerOf(params, 'billing_day_of_month') ?? undefined
  if (day === undefined) return undefined
  if (Number.isNaN(day)) found.add(problems.dayNumeric)
  else if (day < 1 || day > 31) found.add(problems.dayInvalid)
  return day >= 1 && day <= 31 ? day : 1
}

function readTrial(params: Params, plan: Plan | null, found: Problems): Trial | null {
  const hasTrial = booleanOf(params, 'trial_period') ?? (plan?.trial ?? null) !== null
  if (!hasTrial) return null
  const given = textOf(params, 'trial_duration')
  const duration = given === undefined ? (plan?.trial?.duration ?? null) : given
  const unitParam = textOf(params, 'trial_duration_unit')
  const unit = unitParam === undefined ? (plan?.trial?.unit ?? null) : unitParam
  const isDuration = /^\d{1,3}$/.test(`${duration ?? ''}`) && Number(duration) > 0
  if (duration === null) found.add(problems.trialDurationRequired)
  else if (!isDuration) found.add(problems.trialDurationFormat)
  if (unit !== 'day' && unit !== 'month') found.add(problems.trialUnit)
  return { duration: isDuration ? Number(duration) : 1, unit: unit === 'month' ? 'month' : 'day' }
}

function endOf({ duration, unit }: Trial, today: Day): Day {
  return unit === 'day' ? addDays(today, duration) : addMonths(today, duration)
}

function startOn(firstBillingDate: Day, trial: Trial | null, dayOfMonth: number | null = null): Start {
  return { firstBillingDate, billingDayOfMonth: dayOfMonth ?? Number(firstBillingDate.slice(8)), trial }
}

function startOnDay(billingDayOfMonth: number, today: Day): Start {
  return { firstBillingDate: firstOn(billingDayOfMonth, today), billingDayOfMonth, trial: null }
}
