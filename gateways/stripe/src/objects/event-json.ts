import type { StripeAccount } from '../model/account.ts'
import type { StripeEvent } from '../model/event.ts'
import { inShapeOf } from './older-shapes.ts'
import { previousOf } from './previous-of.ts'

/**
 * @param apiVersion the version of an endpoint; null for the account's
 * @param pending how many endpoints have not taken it
 */
export function eventJson(
  account: StripeAccount,
  { id, created, type, data, request }: StripeEvent,
  apiVersion: string | null,
  pending: number,
) {
  const version = apiVersion ?? account.settings.apiVersion
  return {
    id,
    object: 'event' as const,
    api_version: version,
    created,
    data: dataOf(account, version, JSON.parse(data), created),
    livemode: false,
    pending_webhooks: pending,
    request: { id: request.id, idempotency_key: request.idempotencyKey },
    type,
  }
}

/** The object as a version shows it, and the former values by the names of that. */
function dataOf(
  account: StripeAccount,
  version: string,
  {
    object,
    previous_attributes: previous,
  }: { readonly object: object; readonly previous_attributes?: object },
  now: number,
) {
  const shape = inShapeOf(version, account, now)
  const after = shape(object)
  if (previous === undefined) return { object: after }
  if (after === object) return { object, previous_attributes: previous }
  return { object: after, previous_attributes: previousOf(shape({ ...object, ...previous }), after) }
}

/** Counts the notifications of an event that were not taken and will be sent again. */
export function pendingOf({ notifications }: StripeAccount, { notificationIds }: StripeEvent): number {
  return notificationIds.filter((id) => notifications.get(id)?.status === 'waiting').length
}
