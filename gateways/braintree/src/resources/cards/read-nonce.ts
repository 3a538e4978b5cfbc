import type { Card, Nonce } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { cardProblems } from './card-problems.ts'
import { tellIfUnsupported, useNonce } from './nonces.ts'

/** The errors for an invalid nonce. */
export type NonceProblems = {
  /** Where they belong. */
  readonly problems: Problems
  readonly unknown: Problem
  readonly consumed: Problem
}

/** The nonce of a request; null if it is invalid, with the reasons in the problems. */
export function readNonce(
  { gateway, merchant, now }: Pick<Call, 'gateway' | 'merchant' | 'now'>,
  params: Params,
  ofCard: Problems,
  named: NonceProblems,
): Nonce | null {
  const given = textOf(params, 'payment_method_nonce')
  if (typeof given !== 'string') return null
  tellIfUnsupported(gateway, given)
  const nonce = useNonce(merchant, now, given)
  if (typeof nonce === 'object') return nonce
  if (nonce === 'luhn_invalid') ofCard.add(cardProblems.numberInvalid)
  else named.problems.add(nonce === 'consumed' ? named.consumed : named.unknown)
  return null
}

/** The vaulted card of a nonce; null for a card outside the vault. */
export function vaultedBy(
  { merchant }: Pick<Call, 'merchant'>,
  nonce: Nonce | null,
  customer: Customer | null,
  problems: Problems,
): Card | null {
  const card = nonce === null || nonce.token === null ? undefined : merchant.cards.get(nonce.token)
  if (card === undefined) return null
  if (card.customerId !== customer?.id) problems.add(cardProblems.nonceOfAnother)
  return card
}
