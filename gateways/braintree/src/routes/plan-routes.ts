import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import type { Merchant } from '../model/merchant.ts'
import { partOf, type Shape } from '../model/params.ts'
import type { Plan } from '../model/plan.ts'
import { type Answer, created, invalid, ok } from '../protocol/answer.ts'
import { findPlan } from '../protocol/find.ts'
import { Problems } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { array } from '../protocol/xml.ts'
import { planXml } from '../records/plan-xml.ts'
import { changeModifications, type Modifications } from '../resources/plans/change-modifications.ts'
import { readId, readPlan } from '../resources/plans/read-plan.ts'

const change: Shape = {
  amount: 'value',
  never_expires: 'value',
  number_of_billing_cycles: 'value',
  quantity: 'value',
}

const changes: Shape = {
  add: [{ ...change, inherited_from_id: 'value' }],
  update: [{ ...change, existing_id: 'value' }],
  remove: ['value'],
}

export const planShape: Shape = {
  plan: {
    add_ons: changes,
    billing_day_of_month: 'value',
    billing_frequency: 'value',
    currency_iso_code: 'value',
    description: 'value',
    discounts: changes,
    id: 'value',
    name: 'value',
    number_of_billing_cycles: 'value',
    price: 'value',
    trial_duration: 'value',
    trial_duration_unit: 'value',
    trial_period: 'value',
  },
}

export const planRoutes: readonly Route[] = [
  { method: 'GET', path: '/plans', handle: listPlans },
  { method: 'POST', path: '/plans', body: planShape, handle: createPlan },
  { method: 'GET', path: '/plans/:id', handle: showPlan },
  { method: 'PUT', path: '/plans/:id', body: planShape, handle: updatePlan },
]

function showPlan({ merchant, path }: Call): Answer {
  return ok('plan', planXml(merchant, findPlan(merchant, path.id)))
}

function listPlans({ merchant }: Call): Answer {
  const newestFirst = Array.from(merchant.plans.values()).sort((a, b) => b.sequence - a.sequence)
  const plans = newestFirst.map((plan) => planXml(merchant, plan))
  return ok('plans', array('plan', plans))
}

export function createPlan({ merchant, body, now }: Call): Answer {
  const params = partOf(body, 'plan')
  const problems = new Problems(['plan'])
  const id = readId(params, merchant, null, problems)
  const fields = readPlan(params, null, problems)
  const modifications = changeModifications(merchant, noModifications, params, problems)
  if (!problems.isEmpty) return invalid(problems, body)
  const plan: Plan = {
    ...fields,
    ...modifications,
    id: id ?? drawId(merchant, 4, (drawn) => merchant.plans.has(drawn)),
    sequence: drawSequence(merchant),
    createdAt: now,
    updatedAt: now,
  }
  merchant.plans.set(plan.id, plan)
  return created('plan', planXml(merchant, plan))
}

const noModifications: Modifications = { addOnIds: [], discountIds: [], changes: {} }

function updatePlan(call: Call): Answer {
  const { merchant, body, now } = call
  const params = partOf(body, 'plan')
  const before = findPlan(merchant, call.path.id)
  const problems = new Problems(['plan'])
  const id = readId(params, merchant, before.id, problems) ?? before.id
  const fields = readPlan(params, before, problems)
  const had = { ...before, changes: before.changes ?? {} }
  const modifications = changeModifications(merchant, had, params, problems)
  if (!problems.isEmpty) return invalid(problems, body)
  const plan = { ...before, ...fields, ...modifications, id, updatedAt: now }
  rename(merchant, before.id, id)
  merchant.plans.set(id, plan)
  return ok('plan', planXml(merchant, plan))
}

/** Subscriptions stay with their plan. */
function rename(merchant: Merchant, from: string, to: string): void {
  if (from === to) return
  merchant.plans.delete(from)
  for (const subscription of merchant.subscriptions.values()) {
    if (subscription.planId === from) subscription.planId = to
  }
}
