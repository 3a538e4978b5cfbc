import type { Card, Nonce } from '../../model/card.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { consumeNonce, tellIfUnsupported, useNonce } from '../cards/nonces.ts'
import { problems } from './subscription-problems.ts'

/** A card of the vault, and the nonce that stood for it. */
export type PaymentSource = { readonly card: Card; readonly nonce: Nonce | null }

/**
 * The card of a request by its token or nonce; null if there is no valid one. Subscriptions are paid with
 * vaulted cards, so a nonce must be for one.
 * @param customerId the required owner of the card; null for any
 */
export function readPaymentSource(
  call: Call,
  params: Params,
  customerId: string | null,
  found: Problems,
): PaymentSource | null {
  const nonce = textOf(params, 'payment_method_nonce')
  if (typeof nonce === 'string') return byNonce(call, nonce, customerId, found)
  const token = textOf(params, 'payment_method_token') ?? ''
  const card = call.merchant.cards.get(token)
  if (card === undefined) found.add(problems.token)
  else if (customerId !== null && card.customerId !== customerId) found.add(problems.tokenOfAnother)
  return card === undefined ? null : { card, nonce: null }
}

/** Whether a request has a payment source for the subscription. */
export function hasPaymentSource(params: Params): boolean {
  return ['payment_method_token', 'payment_method_nonce'].some((key) => textOf(params, key) !== undefined)
}

/** The nonce was used, though it may be one that is good for ever. */
export function usePaymentSource({ nonce }: PaymentSource): void {
  if (nonce !== null) consumeNonce(nonce)
}

function byNonce(
  { gateway, merchant, now }: Call,
  given: string,
  customerId: string | null,
  found: Problems,
): PaymentSource | null {
  tellIfUnsupported(gateway, given)
  const nonce = useNonce(merchant, now, given)
  const card = typeof nonce === 'string' ? undefined : merchant.cards.get(nonce.token ?? '')
  if (typeof nonce === 'string' || card === undefined) {
    found.add(problems.nonce)
    return null
  }
  if (customerId !== null && card.customerId !== customerId) found.add(problems.nonceOfAnother)
  return { card, nonce }
}
