import type { Merchant } from '../../model/merchant.ts'
import { type Cents, parseMoney } from '../../model/money.ts'
import { booleanOf, integerOf, type Params, textOf } from '../../model/params.ts'
import type { Plan, Trial } from '../../model/plan.ts'
import { type Problems, problem } from '../../protocol/problems.ts'
import { problems as subscriptionProblems } from '../subscriptions/subscription-problems.ts'
import type { Modifications } from './change-modifications.ts'

export type PlanFields = Omit<Plan, keyof Modifications | 'id' | 'sequence' | 'createdAt' | 'updatedAt'>

/** The most that one charge may come to. */
const MAX_PRICE: Cents = 999_999_999

/** The fields of a plan from a request and the plan `before`, if there is one; errors are added to the problems. */
export function readPlan(params: Params, before: PlanFields | null, problems: Problems): PlanFields {
  return {
    name: readName(params, before, problems),
    description: textOf(params, 'description') ?? before?.description ?? null,
    price: readPrice(params, before, problems),
    currency: readCurrency(params, before, problems),
    billingFrequency: readFrequency(params, before, problems),
    billingDayOfMonth: readDay(params, before, problems),
    numberOfBillingCycles: readCycles(params, before, problems),
    trial: readTrial(params, before, problems),
  }
}

/** The id that a request wants for a plan; null when it is absent. */
export function readId(
  params: Params,
  merchant: Merchant,
  before: string | null,
  problems: Problems,
): string | null {
  const id = textOf(params, 'id') ?? null
  if (id === null || id === before) return before
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(id)) problems.add(subscriptionProblems.idFormat)
  else if (merchant.plans.has(id)) problems.add(subscriptionProblems.idInUse)
  return id
}

function readName(params: Params, before: PlanFields | null, problems: Problems): string {
  const name = textOf(params, 'name')
  if (name === null || (name === undefined && before === null)) problems.add(planProblems.nameBlank)
  return name ?? before?.name ?? ''
}

function readPrice(params: Params, before: PlanFields | null, problems: Problems): Cents {
  const text = textOf(params, 'price')
  if (text === undefined && before !== null) return before.price
  if (text === undefined || text === null) {
    problems.add(subscriptionProblems.priceBlank)
    return 0
  }
  const price = parseMoney(text)
  if (price === null || price < 0) problems.add(subscriptionProblems.priceFormat)
  else if (price > MAX_PRICE) problems.add(subscriptionProblems.priceLarge)
  return price ?? 0
}

function readCurrency(params: Params, before: PlanFields | null, problems: Problems): string {
  const currency = textOf(params, 'currency_iso_code')
  if (currency === undefined && before !== null) return before.currency
  if (!/^[A-Z]{3}$/.test(currency ?? '')) problems.add(planProblems.currencyInvalid)
  return currency ?? ''
}

function readFrequency(params: Params, before: PlanFields | null, problems: Problems): number {
  const months = integerOf(params, 'billing_frequency')
  if (months === undefined && before !== null) return before.billingFrequency
  const isFrequency = typeof months === 'number' && months >= 1 && months <= 12
  if (!isFrequency) problems.add(planProblems.frequencyInvalid)
  return months ?? 1
}

function readDay(params: Params, before: PlanFields | null, problems: Problems): number | null {
  const day = integerOf(params, 'billing_day_of_month')
  if (day === undefined) return before?.billingDayOfMonth ?? null
  if (day === null) return null
  if (Number.isNaN(day)) problems.add(subscriptionProblems.dayNumeric)
  else if (day !== 31 && (day < 1 || day > 28)) problems.add(subscriptionProblems.dayInvalid)
  return day
}

function readCycles(params: Params, before: PlanFields | null, problems: Problems): number | null {
  const cycles = integerOf(params, 'number_of_billing_cycles')
  if (cycles === undefined) return before?.numberOfBillingCycles ?? null
  if (cycles === null) return null
  if (Number.isNaN(cycles)) problems.add(subscriptionProblems.cyclesNumeric)
  else if (cycles < 1) problems.add(subscriptionProblems.cyclesPositive)
  return cycles
}

/** A duration alone makes no trial: `trial_period` has to be true. */
function readTrial(params: Params, before: PlanFields | null, problems: Problems): Trial | null {
  if (!(booleanOf(params, 'trial_period') ?? before?.trial != null)) return null
  const duration = integerOf(params, 'trial_duration') ?? before?.trial?.duration
  const unit = textOf(params, 'trial_duration_unit') ?? before?.trial?.unit
  if (duration === undefined) problems.add(subscriptionProblems.trialDurationRequired)
  else if (!(duration >= 0 && duration <= 9999)) problems.add(subscriptionProblems.trialDurationFormat)
  if (unit === 'day' || unit === 'month') return { duration: duration ?? 0, unit }
  problems.add(subscriptionProblems.trialUnit)
  return null
}

/**
 * The problems that plans have and subscriptions do not. The gateway lists no codes for plans: rules that both have use the
 * codes of subscriptions, these the code for an invalid request.
 */
const planProblems = {
  nameBlank: problem('91921', 'name', 'Name is required.'),
  currencyInvalid: problem('91921', 'currency_iso_code', 'Currency ISO code is invalid.'),
  frequencyInvalid: problem('91921', 'billing_frequency', 'Billing frequency must be between 1 and 12.'),
}
