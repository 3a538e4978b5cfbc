import { type DeliveryState, deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { UsageError } from '../command.ts'

/** The state of deliveries that an operator names. Throws a UsageError for another word. */
export function deliveryState(text: string): DeliveryState {
  const state = deliveryStates.find((it) => it === text)
  if (state === undefined) throw new UsageError(`--state must be one of ${deliveryStates.join(', ')}.`)
  return state
}
