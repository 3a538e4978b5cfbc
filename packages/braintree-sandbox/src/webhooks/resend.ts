import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Attempt, Notification } from '../model/webhook.ts'
import { send } from './send.ts'

/**
 * Sends a notification of the journal once more, by hand and at once, whatever its result was. If it is not accepted, all
 * stays as it was. Null when the gateway closed meanwhile.
 */
export async function resend(
  gateway: Gateway,
  merchant: Merchant,
  notification: Notification,
): Promise<Attempt | null> {
  return await send(gateway, merchant, notification, true)
}
