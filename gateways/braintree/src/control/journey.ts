import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { id, integer, only, optional } from '@goodword/sandbox/control/fields'
import { journeyFields, laterOf, plainGoal } from '@goodword/sandbox/control/move-clock'
import type { Static } from 'typebox'
import { momentAfterCycles } from '../clock/cycles-ahead.ts'
import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'

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
