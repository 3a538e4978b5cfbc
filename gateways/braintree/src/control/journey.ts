import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { id, integer, only, optional } from '@goodword/sandbox/control/fields'
import { journeyFields, laterOf, plainGoal } from '@goodword/sandbox/control/move-clock'
import type { Static } from 'typebox'
import { type Gateway, nowOf } from '../gateway.ts'
import { addMonths, type Day, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Subscription } from '../model/subscription.ts'
import { BILLING_HOUR } from '../model/timetable.ts'

/** How far a clock is to be moved: one of these. */
export const journey = only({
  ...journeyFields,
  cycles: optional(integer(1, 1_200)),
  subscriptionId: optional(id()),
})

export type Journey = Static<typeof journey>

/** Where a journey ends. @throws {ControlError} */
export function goalOf(gateway: Gateway, merchant: Merchant, wantedJourney: Journey): number {
  const { cycles, subscriptionId, ...plain } = wantedJourney
  const given = [...Object.values(plain), cycles].filter((each) => each !== undefined)
  if (given.length !== 1 || (subscriptionId !== undefined && cycles === undefined)) {
    const message = 'Send one of to, days, hours, cycles (optionally with subscriptionId) or nextDue.'
    throw new ControlError('INVALID', message)
  }
  if (cycles === undefined) return plainGoal(gateway, merchant, plain)
  const subscription = subscriptionId === undefined ? null : merchant.subscriptions.get(subscriptionId)
  if (subscription === undefined) throw notThere(`subscription ${subscriptionId}`)
  const many = cycles === 1 ? 'a cycle' : `${cycles} cycles`
  return laterOf(
    nowOf(gateway, merchant),
    momentAfterCycles(merchant, subscription, cycles),
    `Nothing will be billed for ${many}: no subscription lasts that long.`,
  )
}

/**
 * The moment of the n-th bill from here, of one subscription or, without it, of any of the merchant's: bills that fall on
 * one day are one. Null when nothing will be billed so often.
 */
export function momentAfterCycles(
  merchant: Merchant,
  subscription: Subscription | null,
  cycles: number,
): number | null {
  const billed = subscription === null ? Array.from(merchant.subscriptions.values()) : [subscription]
  const days = new Set(billed.flatMap((each) => billingDays(each, cycles)))
  const last = Array.from(days).sort()[cycles - 1]
  return last === undefined ? null : momentOf(last, BILLING_HOUR)
}

function billingDays(subscription: Subscription, cycles: number): readonly Day[] {
  const { nextBillingDate: next, numberOfBillingCycles: whole, status } = subscription
  if (next === null || status === 'Canceled' || status === 'Expired') return []
  const left = whole === null ? cycles : Math.min(cycles, whole - subscription.currentBillingCycle)
  return Array.from({ length: Math.max(left, 0) }, (_, cycle) => {
    // The next bill may be on another day than the later ones, when it was asked for so.
    if (cycle === 0) return next
    return addMonths(next, cycle * subscription.billingFrequency, subscription.billingDayOfMonth)
  })
}
