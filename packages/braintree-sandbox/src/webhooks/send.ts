import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Attempt, Notification } from '../model/webhook.ts'
import { takeXml } from './journal.ts'
import { sendRequest } from './send-request.ts'
import { payloadOf, signatureOf } from './sign.ts'

const HOUR_MS = 3_600_000

/** Sends a notification, and writes down what came of it; null when the gateway closed meanwhile, which is no attempt. */
export async function send(
  gateway: Gateway,
  merchant: Merchant,
  notification: Notification,
  isManual: boolean,
): Promise<Attempt | null> {
  const at = nowOf(gateway, merchant)
  const destination = merchant.destinations.find(({ id }) => id === notification.destinationId)
  if (destination === undefined) return givenUp(notification, at, isManual)
  const payload = payloadOf(takeXml(notification))
  const outcome = await sendRequest({
    method: 'POST',
    url: destination.url,
    type: 'application/x-www-form-urlencoded',
    body: `bt_signature=${encodeURIComponent(signatureOf(merchant.keys, payload))}&bt_payload=${encoded(payload)}`,
    closing: gateway.closing,
  })
  if (gateway.closing.aborted) return null
  return written(merchant, notification, {
    at,
    status: outcome.kind === 'answered' ? outcome.status : null,
    error: outcome.kind === 'answered' ? null : outcome.error,
    isManual,
  })
}

/** A listener took it when it said so with a status of 2xx; where it sends the gateway instead, the gateway does not go. */
export function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300
}

const delivered = new WeakMap<Merchant, number>()

/** Notifications delivered since the gateway started. */
export function deliveredSoFar(merchant: Merchant): number {
  return delivered.get(merchant) ?? 0
}

function givenUp(notification: Notification, at: number, isManual: boolean): Attempt {
  const attempt = { at, status: null, error: 'the destination was removed', isManual }
  notification.attempts = [...notification.attempts, attempt]
  if (notification.status === 'waiting') notification.status = 'given_up'
  notification.dueAt = null
  return attempt
}

function written(merchant: Merchant, notification: Notification, attempt: Attempt): Attempt {
  const { at, isManual } = attempt
  notification.attempts = [...notification.attempts, attempt]
  if (isTaken(attempt)) {
    if (notification.status !== 'delivered') delivered.set(merchant, deliveredSoFar(merchant) + 1)
    notification.status = 'delivered'
    notification.dueAt = null
  } else if (!isManual && notification.status === 'waiting') {
    const again = at + HOUR_MS
    const first = notification.attempts.find((each) => !each.isManual) ?? attempt
    const end = first.at + merchant.settings.resendsForHours * HOUR_MS
    notification.dueAt = again <= end ? again : null
    if (again > end) notification.status = 'given_up'
  }
  return attempt
}

/** What base64 has and forms write otherwise; `encodeURIComponent` would look at each letter of a long text. */
function encoded(payload: string): string {
  return payload.replace(/\n/g, '%0A').replace(/\+/g, '%2B').replace(/\//g, '%2F').replace(/=/g, '%3D')
}
