import type { StripeAccount } from '../model/account.ts'
import type { StripeEvent } from '../model/event.ts'
import { API_VERSION } from '../wire/version.ts'

/** @param pending how many endpoints have not taken it */
export function eventJson(
  { id, created, type, data, request }: StripeEvent,
  apiVersion: string | null,
  pending: number,
) {
  return {
    id,
    object: 'event' as const,
    api_version: apiVersion ?? API_VERSION,
    created,
    data: JSON.parse(data),
    livemode: false,
    pending_webhooks: pending,
    request: { id: request.id, idempotency_key: request.idempotencyKey },
    type,
  }
}

/** Counts the notifications of an event that were not taken and will be sent again. */
export function pendingOf({ notifications }: StripeAccount, { notificationIds }: StripeEvent): number {
  return notificationIds.filter((id) => notifications.get(id)?.status === 'waiting').length
}
