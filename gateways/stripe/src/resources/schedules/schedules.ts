import { prorationBehaviors } from '../../billing/update-items.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { clockOf, findCustomer, finder } from '../../lookup/find.ts'
import type { StripeAccount } from '../../model/account.ts'
import { newId } from '../../model/ids.ts'
import type { GivenDiscount, Phase, Schedule } from '../../model/schedule.ts'
import type { Subscription } from '../../model/subscription.ts'
import { scheduleJson } from '../../objects/schedule-json.ts'
import { invalid } from '../../wire/api-error.ts'
import { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { byFlag, isCreated, list, same } from '../list-route.ts'
import { changer, post, type Route, retrieve } from '../route.ts'
import { checkBillingMode } from '../subscriptions/read-behavior.ts'
import { readCancellation } from '../subscriptions/update-subscription.ts'
import { changeTo, enterPhase, release, tell } from './enter-phase.ts'
import { readPhases } from './read-phases.ts'

const path = '/subscription_schedules'
const endBehaviors = ['cancel', 'release'] as const

const findSchedule = finder('subscription_schedule', ({ schedules }) => schedules)
const changing = changer(findOpen, (it, { account }) => scheduleJson(account, it))

export const scheduleRoutes: readonly Route[] = [
  post(path, 'subscription_schedule', (params) => {
    const create = params.has('from_subscription') ? readFromSubscription(params) : readNew(params)
    return (work) => scheduleJson(work.account, create(work))
  }),
  list(path, 'subscription_schedule', findSchedule, {
    filters: {
      created: isCreated,
      customer: same('customer'),
      scheduled: byFlag((it, scheduled) => !scheduled || it.status === 'not_started'),
    },
    view: (it, { account }) => scheduleJson(account, it),
  }),
  retrieve(`${path}/:id`, 'subscription_schedule', findSchedule, (it, { account }) =>
    scheduleJson(account, it),
  ),
  post(`${path}/:id`, 'subscription_schedule', (params, { id }) => changing(id, readScheduleUpdate(params))),
  post(`${path}/:id/release`, 'subscription_schedule', (params, { id }) => {
    params.accept('preserve_cancel_date')
    return changing(id, release)
  }),
  post(`${path}/:id/cancel`, 'subscription_schedule', (params, { id }) => {
    const form = {
      invoice_now: `${params.flag('invoice_now') ?? true}`,
      prorate: `${params.flag('prorate') ?? true}`,
    }
    return changing(id, (work, schedule) => {
      const { subscription } = schedule
      Object.assign(schedule, { status: 'canceled', canceledAt: work.now })
      if (subscription !== null) readCancellation(new Params(form), subscription)(work)
      tell(work, 'subscription_schedule.canceled', schedule)
    })
  }),
]

function readNew(params: Params): (asked: Work) => Schedule {
  const customerId = params.neededText('customer')
  const phasesOf = readPhases(params)
  if (phasesOf === null) throw invalid('Missing required param: phases.', 'phases', 'parameter_missing')
  const start = params.text('start_date') === 'now' ? null : (params.moment('start_date') ?? null)
  const [endBehavior, metadata] = [params.oneOf('end_behavior', endBehaviors) ?? 'release', params.metadata()]
  checkBillingMode(params)
  return (asked) => {
    const customer = findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer.testClock)
    const phases = phasesOf(work, start ?? work.now)
    const made = keep(work, { customer: customer.id, phases, endBehavior, metadata })
    const [first] = phases
    if (first !== undefined && first.startDate <= work.now) enterPhase(work, made, first)
    return made
  }
}

/** A schedule of a subscription that is there begins with a phase that is like that. */
function readFromSubscription(params: Params): (asked: Work) => Schedule {
  const id = params.neededText('from_subscription')
  const endBehavior = params.oneOf('end_behavior', endBehaviors) ?? 'release'
  checkBillingMode(params)
  const others = params
    .keys()
    .filter((key) => !['from_subscription', 'end_behavior', 'expand', 'billing_mode'].includes(key))
  if (others.length > 0) {
    throw invalid('You cannot set phases or metadata if `from_subscription` is set.', others[0])
  }
  return (asked) => {
    const subscription = findSubscription(asked.account, id, 'from_subscription')
    const { customer, schedule, endedAt } = subscription
    if (schedule !== null) {
      throw invalid(`The subscription is already attached to the schedule ${schedule}.`, 'from_subscription')
    }
    if (endedAt !== null) throw invalid('The subscription has ended.', 'from_subscription')
    const work = byClock(asked, clockOf(asked.account, customer))
    const phase = phaseOf(work, subscription)
    const made = keep(work, { customer, phases: [phase], endBehavior, metadata: {} })
    Object.assign(made, { status: 'active', subscription: subscription.id, enteredAt: phase.startDate })
    subscription.schedule = made.id
    return made
  }
}

function readScheduleUpdate(params: Params): (work: Work, schedule: Schedule) => void {
  const [phasesOf, endBehavior] = [readPhases(params), params.oneOf('end_behavior', endBehaviors)]
  const behavior = params.oneOf('proration_behavior', prorationBehaviors)
  params.accept('metadata')
  return (work, schedule) => {
    const phases = phasesOf?.(work, schedule.phases[0]?.startDate ?? work.now)
    if (phases !== undefined) replacePhases(work, schedule, phases, behavior ?? null)
    if (endBehavior != null) schedule.endBehavior = endBehavior
    schedule.metadata = params.metadata(schedule.metadata)
    tell(work, 'subscription_schedule.updated', schedule)
  }
}

/** Replaces the phases; differences in the current phase change the subscription at once. */
function replacePhases(
  work: Work,
  schedule: Schedule,
  phases: readonly Phase[],
  behavior: Phase['prorationBehavior'] | null,
): void {
  const { now } = work
  const current = phases.find(({ startDate, endDate }) => startDate <= now && now < endDate)
  if (schedule.status === 'active' && current === undefined) {
    throw invalid('You must pass the current phase, with its start_date.', 'phases')
  }
  const before = schedule.phases.find(({ startDate }) => startDate === schedule.enteredAt)
  schedule.phases = phases
  if (current === undefined) return
  if (schedule.subscription === null) enterPhase(work, schedule, current)
  else if (before === undefined || !isAlike(before, current)) {
    changeTo(work, schedule, { ...current, prorationBehavior: behavior ?? current.prorationBehavior })
  }
  schedule.enteredAt = current.startDate
}

function isAlike(one: Phase, other: Phase): boolean {
  const textOf = ({ items, discounts, trialEnd }: Phase) => JSON.stringify([items, discounts, trialEnd])
  return textOf(one) === textOf(other)
}

function keep(
  work: Work,
  fields: Pick<Schedule, 'customer' | 'endBehavior' | 'metadata' | 'phases'>,
): Schedule {
  const made: Schedule = {
    ...fields,
    id: newId(work.account, 'sub_sched'),
    created: work.now,
    status: 'not_started',
    subscription: null,
    enteredAt: null,
    canceledAt: null,
    completedAt: null,
    releasedAt: null,
    releasedSubscription: null,
  }
  work.account.schedules.set(made.id, made)
  tell(work, 'subscription_schedule.created', made)
  return made
}

/** Only one that is not over is changed. @throws {ApiError} */
function findOpen(account: StripeAccount, id?: string): Schedule {
  const schedule = findSchedule(account, id)
  if (schedule.status === 'active' || schedule.status === 'not_started') return schedule
  throw invalid(`The schedule is ${schedule.status}, and cannot be changed any more.`, 'schedule')
}

/** A phase that is like a subscription is now, until the end of its period. */
function phaseOf({ account }: Work, it: Subscription): Phase {
  const given = (ids: readonly string[]): readonly GivenDiscount[] => {
    return ids.map((id) => ({ kind: 'coupon', id: account.discounts.get(id)?.coupon ?? '' }))
  }
  return {
    startDate: it.periodStart,
    endDate: it.periodEnd,
    currency: it.currency,
    items: it.items.map(({ price, quantity, discounts, taxRates, metadata }) => {
      return { price, quantity, discounts: given(discounts), taxRates, metadata }
    }),
    addedItems: [],
    discounts: given(it.discounts),
    prorationBehavior: 'create_prorations',
    trialEnd: it.status === 'trialing' ? it.trialEnd : null,
    beginsAnew: false,
    daysUntilDue: it.daysUntilDue,
    defaultPaymentMethod: it.defaultPaymentMethod,
    defaultTaxRates: it.defaultTaxRates,
    automaticTax: it.automaticTax,
    description: it.description,
    metadata: it.metadata,
  }
}
