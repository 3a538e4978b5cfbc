import { createHash } from 'node:crypto'
import { drawSequence } from '@goodword/sandbox/drawing/ids'
import { sendRequest } from '@goodword/sandbox/webhooks/send-request'
import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { answerChallenge } from './sign.ts'

export type VerificationResult =
  | { readonly kind: 'verified'; readonly publicKey: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Asks an address whether it has one of the merchant's keys, as the gateway once did before it sent anything there. */
export async function verifyDestination(
  gateway: Gateway,
  merchant: Merchant,
  url: string,
): Promise<VerificationResult> {
  const address = URL.parse(url)
  if (address === null) return refused(`${url} is not a valid URL`)
  const challenge = drawChallenge(merchant)
  address.searchParams.set('bt_challenge', challenge)
  const outcome = await sendRequest({ method: 'GET', url: address.href, closing: gateway.closing })
  if (outcome.kind === 'failed') return refused(outcome.error)
  if (outcome.status !== 200) return refused(`the response has status ${outcome.status}`)
  const key = merchant.keys.find((each) => answerChallenge(each, challenge) === outcome.text.trim())
  if (key === undefined) return refused('the response is not signed with a key of the merchant')
  return { kind: 'verified', publicKey: key.publicKey }
}

function refused(message: string): VerificationResult {
  return { kind: 'refused', message }
}

/** Draws a challenge of 20 to 32 hexadecimal digits, as the SDKs want one. */
function drawChallenge(merchant: Merchant): string {
  return createHash('sha1')
    .update(`${merchant.id} ${drawSequence(merchant)}`)
    .digest('hex')
    .slice(0, 32)
}
