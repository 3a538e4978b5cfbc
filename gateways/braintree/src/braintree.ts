import type { Delivery, Outgoing, Processor } from '@goodword/sandbox/model/world'
import { doWork, nextWorkAt } from './clock/due-work.ts'
import type { Merchant } from './model/merchant.ts'
import { payloadOf, signatureOf } from './webhooks/sign.ts'

/** What Braintree does its own way; a merchant has no clock beside its own. */
export const braintree: Processor<Merchant> = {
  timed: (merchant) => merchant,
  nextDueAt: (merchant) => nextWorkAt(merchant),
  doWhatIsDue: (gateway, merchant, _clockId, now) => doWork(gateway, merchant, now),
  outgoing: (_gateway, merchant, delivery) => formOf(merchant, delivery),
  resendsForHours: ({ settings }) => settings.resendsForHours,
}

function formOf({ keys }: Merchant, { body }: Delivery): Outgoing {
  const payload = payloadOf(body)
  return {
    type: 'application/x-www-form-urlencoded',
    body: `bt_signature=${encodeURIComponent(signatureOf(keys, payload))}&bt_payload=${encoded(payload)}`,
  }
}

/** What base64 has and forms write otherwise; `encodeURIComponent` would look at each letter of a long text. */
function encoded(payload: string): string {
  return payload.replace(/\n/g, '%0A').replace(/\+/g, '%2B').replace(/\//g, '%2F').replace(/=/g, '%3D')
}
