import { hitOfCharge } from '@goodword/sandbox/http/hit-of-charge'
import type { StripeAccount } from '../model/account.ts'
import { addressOf } from '../wire/address.ts'

/** Charges are declined with this code while a request that fits runs; without a match on requests, those of bills as well. */
export type Decline = {
  readonly kind: 'decline'
  readonly code: string
  readonly customer: string | null
  readonly subscription: string | null
}

type Charge = Pick<Decline, 'customer' | 'subscription'>

/** Why a rule has a charge declined; null when none does. Counts as a hit. */
export function declineOf(account: StripeAccount, { customer, subscription }: Charge): string | null {
  const isAbout = (action: { readonly kind: string }): action is Decline => {
    if (!isDecline(action) || (action.customer !== null && action.customer !== customer)) return false
    return action.subscription === null || action.subscription === subscription
  }
  return hitOfCharge(account, { isAbout, addressOf })?.code ?? null
}

function isDecline(action: { readonly kind: string }): action is Decline {
  return action.kind === 'decline'
}
