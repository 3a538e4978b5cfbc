import { cancelSubscription } from '../../billing/cancel.ts'
import { changeSubscription } from '../../billing/change-subscription.ts'
import { emit } from '../../events/emit.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { GivenDiscount, Phase, PhaseItem, Schedule } from '../../model/schedule.ts'
import type { Subscription } from '../../model/subscription.ts'
import { scheduleJson } from '../../objects/schedule-json.ts'
import { Params } from '../../wire/params.ts'
import type { Form, FormRecord } from '../../wire/read-form.ts'
import type { Work } from '../../work.ts'
import { readNewSubscription } from '../subscriptions/create-subscription.ts'
import { readUpdate } from '../subscriptions/update-subscription.ts'

/** Applies a phase to a subscription: the first phase creates it. */
export function enterPhase(work: Work, schedule: Schedule, phase: Phase): void {
  schedule.enteredAt = phase.startDate
  schedule.status = 'active'
  if (schedule.subscription === null) {
    const form = {
      ...formOf(work, schedule, phase, null),
      customer: schedule.customer,
      currency: phase.currency,
    }
    const start = phase.startDate < work.now ? { backdate_start_date: `${phase.startDate}` } : {}
    const items = phase.items.map(itemForm)
    const made = readNewSubscription(new Params({ ...form, ...start, items }), { isScheduled: true })(work)
    schedule.subscription = made.id
    changeSubscription(work, made, { schedule: schedule.id })
  } else changeTo(work, schedule, phase)
  tell(work, 'subscription_schedule.updated', schedule)
}

/** Changes a subscription to the terms of a phase, which may be its present one. */
export function changeTo(work: Work, schedule: Schedule, phase: Phase): void {
  const subscription = findSubscription(work.account, schedule.subscription ?? '')
  const form = {
    ...formOf(work, schedule, phase, subscription),
    items: itemChanges(subscription, phase.items),
    ...(phase.beginsAnew && { billing_cycle_anchor: 'now' }),
  }
  readUpdate(new Params(form), subscription.id)(work)
}

/** Ends a schedule after its last phase: releases or cancels the subscription. */
export function endSchedule(work: Work, schedule: Schedule): void {
  if (schedule.endBehavior === 'release') {
    release(work, schedule)
    return
  }
  const subscription = findSubscription(work.account, schedule.subscription ?? '')
  Object.assign(schedule, { status: 'completed', completedAt: work.now })
  cancelSubscription(work, subscription, 'cancellation_requested')
  tell(work, 'subscription_schedule.completed', schedule)
}

/** Leaves the subscription as it is. */
export function release(work: Work, schedule: Schedule): void {
  const { subscription: id } = schedule
  Object.assign(schedule, {
    status: 'released',
    releasedAt: work.now,
    releasedSubscription: id,
    subscription: null,
  })
  if (id !== null) changeSubscription(work, findSubscription(work.account, id), { schedule: null })
  tell(work, 'subscription_schedule.released', schedule)
}

export function tell(work: Work, type: string, schedule: Schedule): void {
  const object = scheduleJson(work.account, schedule)
  emit(work, type, { object, subscriptionId: schedule.subscription ?? schedule.releasedSubscription })
}

function formOf(work: Work, schedule: Schedule, phase: Phase, subscription: Subscription | null): FormRecord {
  const { daysUntilDue } = phase
  const collection: FormRecord =
    typeof daysUntilDue === 'number'
      ? { collection_method: 'send_invoice', days_until_due: `${daysUntilDue}` }
      : { collection_method: 'charge_automatically' }
  const trialEnd =
    phase.trialEnd !== null && phase.trialEnd > work.now ? { trial_end: `${phase.trialEnd}` } : {}
  return {
    ...trialEnd,
    ...(daysUntilDue !== undefined && collection),
    discounts: discountsForm(work, schedule, phase, subscription),
    default_tax_rates: phase.defaultTaxRates.length === 0 ? '' : phase.defaultTaxRates,
    proration_behavior: phase.prorationBehavior,
    automatic_tax: { enabled: `${phase.automaticTax}` },
    metadata: phase.metadata,
    ...(phase.addedItems.length > 0 && {
      add_invoice_items: phase.addedItems.map(({ price, quantity }) => ({ price, quantity: `${quantity}` })),
    }),
    ...(phase.defaultPaymentMethod !== null && { default_payment_method: phase.defaultPaymentMethod }),
    ...(phase.description !== null && { description: phase.description }),
  }
}

/** A coupon that the subscription has already goes on; where a phase says nothing, the customer's discount is inherited. */
function discountsForm(
  { account }: Work,
  { customer: id }: Schedule,
  { discounts }: Phase,
  subscription: Subscription | null,
): Form {
  const { discount } = findCustomer(account, id)
  const inherited: readonly GivenDiscount[] = discount === null ? [] : [{ kind: 'discount', id: discount }]
  const given = (discounts ?? inherited).map((each): GivenDiscount => {
    const kept = subscription?.discounts.find((own) => {
      return each.kind === 'coupon' && account.discounts.get(own)?.coupon === each.id
    })
    return kept === undefined ? each : { kind: 'discount', id: kept }
  })
  return given.length === 0 ? '' : given.map(givenForm)
}

/** The items of a phase instead of those of a subscription: one of the same price is changed, the others are replaced. */
function itemChanges({ items }: Subscription, wanted: readonly PhaseItem[]): Form {
  const gone = items.filter(({ price }) => !wanted.some((each) => each.price === price))
  return [
    ...gone.map(({ id }) => ({ id, deleted: 'true' })),
    ...wanted.map((each) => {
      const kept = items.find(({ price }) => price === each.price)
      return kept === undefined ? itemForm(each) : { ...itemForm(each), id: kept.id }
    }),
  ]
}

function itemForm({ price, quantity, discounts, taxRates, metadata }: PhaseItem): FormRecord {
  return {
    price,
    quantity: `${quantity}`,
    metadata,
    tax_rates: taxRates.length === 0 ? '' : taxRates,
    ...(discounts.length > 0 && { discounts: discounts.map(givenForm) }),
  }
}

function givenForm({ kind, id }: GivenDiscount): FormRecord {
  return { [kind]: id }
}
