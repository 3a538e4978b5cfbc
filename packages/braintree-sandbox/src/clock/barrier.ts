import type { Gateway } from '../gateway.ts'
import { nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { sendRequest } from '../webhooks/send-request.ts'

/**
 * Calls the merchant's barrier after the notifications of a time were sent (`{"merchantId", "now"}`, an ISO time), and waits
 * for it, so that the receiver can process them before time continues. Returns why it cannot continue, or null.
 */
export async function callBarrier(gateway: Gateway, merchant: Merchant): Promise<string | null> {
  const { id, barrier } = merchant
  if (barrier === null) return null
  const now = new Date(nowOf(gateway, merchant)).toISOString()
  const outcome = await sendRequest({
    method: 'POST',
    url: barrier,
    type: 'application/json',
    body: JSON.stringify({ merchantId: id, now }),
    closing: gateway.closing,
  })
  if (outcome.kind === 'failed') return `the barrier ${barrier} did not respond at ${now}: ${outcome.error}`
  if (outcome.status >= 200 && outcome.status < 300) return null
  return `the barrier ${barrier} responded with ${outcome.status} at ${now}; expected 2xx`
}
