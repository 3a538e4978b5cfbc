import { hitOfCharge } from '@goodword/sandbox/http/hit-of-charge'
import type { Decline } from '../model/fault-rule.ts'
import type { Merchant } from '../model/merchant.ts'
import { addressOf } from '../protocol/address-of.ts'

type Charge = { readonly token: string | null; readonly subscriptionId: string | null }

/** The processor's code with which a rule has a charge declined; null when none does. Counts as a hit. */
export function declineOf(merchant: Merchant, { token, subscriptionId }: Charge): string | null {
  const isAbout = (action: { readonly kind: string }): action is Decline => {
    if (!isDecline(action) || (action.token !== null && action.token !== token)) return false
    return action.subscriptionId === null || action.subscriptionId === subscriptionId
  }
  return hitOfCharge(merchant, { isAbout, addressOf })?.code ?? null
}

function isDecline(action: { readonly kind: string }): action is Decline {
  return action.kind === 'decline'
}
