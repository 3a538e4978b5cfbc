import { type EventEnvelope, type EventType, eventTypes } from '@goodword/client'
import { UsageError } from '../command.ts'

/** The types of a list such as `referral.converted,reward.created`; null without one, for all. */
export function eventTypesOf(text: string | undefined): ReadonlySet<EventType> | null {
  if (text === undefined) return null
  return new Set(text.split(',').map((it) => eventTypeOf(it.trim())))
}

/** @throws UsageError for another word, with the events that the command takes */
export function eventTypeOf(text: string, taken: readonly EventType[] = eventTypes): EventType {
  const type = eventTypes.find((it) => it === text)
  if (type !== undefined) return type
  throw new UsageError(`There is no event ${JSON.stringify(text)}. The events are ${taken.join(', ')}.`)
}

/** The subject of an event, in a few words. */
export function subjectOf({ data }: EventEnvelope): string {
  const fields: Readonly<Record<string, unknown>> = Object(data)
  const { accountId, referredAccountId, referringAccountId, status } = fields
  if (referredAccountId && referringAccountId)
    return `${referringAccountId} → ${referredAccountId} ${status ?? ''}`
  return String(accountId ?? fields.id ?? '')
}
