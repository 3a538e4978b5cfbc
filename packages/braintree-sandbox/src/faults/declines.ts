import { firstHit, fitsRequest } from '@goodword/sandbox/faults/rule-hits'
import { requestAtHand } from '@goodword/sandbox/http/request-at-hand'
import type { RequestPattern } from '@goodword/sandbox/model/fault-rule'
import type { Merchant } from '../model/merchant.ts'
import { addressOf } from '../protocol/address-of.ts'

type Charge = { readonly token: string | null; readonly subscriptionId: string | null }

/** The processor's code with which a rule has a charge declined; null when none does. Counts as a hit. */
export function declineOf(merchant: Merchant, charge: Charge): string | null {
  const fitting = merchant.faults.filter(({ action, match }) => {
    return action.kind === 'decline' && isAbout(action, charge) && matchesRequest(merchant, match)
  })
  const action = firstHit(merchant, fitting)?.action
  return action?.kind === 'decline' ? action.code : null
}

function isAbout(wanted: Charge, { token, subscriptionId }: Charge): boolean {
  if (wanted.token !== null && wanted.token !== token) return false
  return wanted.subscriptionId === null || wanted.subscriptionId === subscriptionId
}

/** What the gateway bills by itself is no request's, so only a rule that names none is about it. */
function matchesRequest(merchant: Merchant, match: RequestPattern): boolean {
  if (match.method === null && match.path === null) return true
  const atHand = requestAtHand(merchant)
  const address = atHand === null ? null : addressOf(atHand.request)
  return address !== null && fitsRequest(match, address)
}
