import type { IncomingMessage } from 'node:http'
import { firstHit, fitsRequest } from '../faults/rule-hits.ts'
import type { Account } from '../model/account.ts'
import type { Address } from '../model/address.ts'
import type { RequestPattern } from '../model/fault-rule.ts'
import { requestAtHand } from './request-at-hand.ts'

type ChargeRules<Own> = {
  /** Whether an action of a rule is about the charge at hand. */
  readonly isAbout: (action: { readonly kind: string }) => action is Own & { readonly kind: string }
  /** The address of a request; null for one that no rule can match. */
  readonly addressOf: (request: IncomingMessage) => Address | null
}

/** The action of the rule that hits a charge; null when none does. Counts as a hit. */
export function hitOfCharge<Own>(account: Account, { isAbout, addressOf }: ChargeRules<Own>): Own | null {
  const matches = ({ method, path }: RequestPattern) => {
    // A charge by a clock has no request, so only a rule without a request pattern matches it.
    if (method === null && path === null) return true
    const atHand = requestAtHand(account)
    const address = atHand === null ? null : addressOf(atHand.request)
    return address !== null && fitsRequest({ method, path }, address)
  }
  const fitting = account.faults.filter(({ action, match }) => isAbout(action) && matches(match))
  const action = firstHit(account, fitting)?.action
  return action !== undefined && isAbout(action) ? action : null
}
