import type { EventEnvelope } from '@goodword/client'
import { UsageError } from '../command.ts'

export type EventType = EventEnvelope['type']

// The compiler asks for the types that are missing here.
const types: Readonly<Record<EventType, true>> = {
  'user.created': true,
  'referral.started': true,
  'referral.converted': true,
  'referral.ended': true,
  'referral.moderated': true,
  'referral.appealed': true,
  'referral.overdue': true,
  'reward.created': true,
  'reward.cancelled': true,
  'reward.redeemed': true,
  'reward.balance.changed': true,
  'account.blocked': true,
  'account.unblocked': true,
  'discount.changed': true,
  'discount.drifted': true,
  'discount.failed': true,
  'bill.wrong': true,
  'bill.mended': true,
  'connection.broken': true,
  'export.completed': true,
  test: true,
}

/** The types of a list such as `referral.converted,reward.created`; null without one, for all. */
export function eventTypesOf(text: string | undefined): ReadonlySet<EventType> | null {
  if (text === undefined) return null
  return new Set(text.split(',').map((it) => eventTypeOf(it.trim())))
}

/** @throws UsageError for another word, with the events that the command takes */
export function eventTypeOf(text: string, taken = eventTypes): EventType {
  const type = eventTypes.find((it) => it === text)
  if (type !== undefined) return type
  throw new UsageError(`There is no event ${JSON.stringify(text)}. The events are ${taken.join(', ')}.`)
}

// The keys of the table are the types.
export const eventTypes = Object.keys(types) as readonly EventType[]

/** What an event is about, in a few words. */
export function subjectOf({ data }: EventEnvelope): string {
  const fields: Readonly<Record<string, unknown>> = Object(data)
  const { accountId, referredAccountId, referringAccountId, status } = fields
  if (referredAccountId && referringAccountId)
    return `${referringAccountId} → ${referredAccountId} ${status ?? ''}`
  return String(accountId ?? fields.id ?? '')
}
