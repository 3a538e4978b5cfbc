import { addToJournal } from '@goodword/sandbox/webhooks/journal'
import { sendSoon } from '@goodword/sandbox/webhooks/send-soon'
import type { StripeEvent } from '../model/event.ts'
import { newId } from '../model/ids.ts'
import { eventJson } from '../objects/event-json.ts'
import type { Work } from '../work.ts'

/** The subject of an event. */
export type Subject = {
  /** The object as it is now. */
  readonly object: object
  /** The former values of what changed, for events of updates. */
  readonly previous?: object
  /** The subscription that it belongs to: notifications about the same one are delivered in order. */
  readonly subscriptionId?: string | null
}

/**
 * Writes an event down, with its object as it is now, and a notification of it for each endpoint that wants its type. They are
 * sent after the work at hand.
 */
export function emit(work: Work, type: string, subject: Subject): StripeEvent {
  const { gateway, account, now, clockId, request } = work
  const { object, previous, subscriptionId = null } = subject
  const wanting = account.destinations.filter(
    ({ kinds, isDisabled }) => !isDisabled && (kinds === null || kinds.includes(type)),
  )
  const id = newId(account, 'evt')
  const data = JSON.stringify({ object, ...(previous !== undefined && { previous_attributes: previous }) })
  const whole: StripeEvent = { id, created: now, type, data, request, clockId, notificationIds: [] }
  const notificationIds = wanting.map((endpoint) => {
    const text = Buffer.from(JSON.stringify(eventJson(account, whole, endpoint.apiVersion, wanting.length)))
    const about = { kind: type, destinationId: endpoint.id, subscriptionId, text }
    const due = { ...about, ...(clockId !== null && { clockId }) }
    return addToJournal(account, due, now * 1000).id
  })
  const event = { ...whole, notificationIds }
  account.events.set(id, event)
  if (wanting.length > 0) sendSoon(gateway, account)
  return event
}
