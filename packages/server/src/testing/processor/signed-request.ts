import type { NotificationRequest } from '../../connectors/notification.ts'

export type SignedForm = { readonly bt_signature: string; readonly bt_payload: string }

/** How Braintree sends a notification. */
export function signedRequest({ bt_signature, bt_payload }: SignedForm): NotificationRequest {
  const rawBody = new URLSearchParams({ bt_signature, bt_payload }).toString()
  return { method: 'POST', query: new URLSearchParams(), headers: {}, rawBody }
}
