import { addDays, addMonths, type Day, parseDay } from '../../model/day.ts'
import { booleanOf, integerOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Plan, Trial } from '../../model/plan.ts'
import type { Problems } from '../../protocol/problems.ts'
import { firstOn } from '../billing/period.ts'
import { problems } from './subscription-problems.ts'

/** When a subscription is first billed, and on which day of the month from then on. */
export type Start = {
  readonly firstBillingDate: Day
  readonly billingDayOfMonth: number
  readonly trial: Trial | null
}

const AT = ['subscription'] as const

/**
 * Reads when a subscription is to begin: on a date, on a day of the month, at once or after a trial. The request
 * takes precedence over the plan, and an explicit start replaces the plan's trial.
 */
export function readStart(params: Params, plan: Plan | null, today: Day, found: Problems): Start {
  const date = readFirstDate(params, today, found)
  const dayOfMonth = readDayOfMonth(params, found)
  const isAtOnce = booleanOf(partOf(params, 'options'), 'start_immediately') === true
  const hasTrial = booleanOf(params, 'trial_period')
  const given = [date !== undefined, dayOfMonth !== undefined, isAtOnce, hasTrial === true].filter(Boolean)
  if (given.length > 1) found.add(AT, problems.startInconsistent)
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
  if (date === null) found.add(AT, problems.firstDateInvalid)
  else if (date < today) found.add(AT, problems.firstDatePast)
  return date ?? today
}

function readDayOfMonth(params: Params, found: Problems): number | undefined {
  const day = integerOf(params, 'billing_day_of_month') ?? undefined
  if (day === undefined) return undefined
  if (Number.isNaN(day)) found.add(AT, problems.dayNumeric)
  else if (day < 1 || day > 31) found.add(AT, problems.dayInvalid)
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
  if (duration === null) found.add(AT, problems.trialDurationRequired)
  else if (!isDuration) found.add(AT, problems.trialDurationFormat)
  if (unit !== 'day' && unit !== 'month') found.add(AT, problems.trialUnit)
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
