import { partOf, textOf } from '../model/params.ts'
import { type Answer, created, notFound, ok, RequestRejected } from '../protocol/answer.ts'
import { findCard } from '../protocol/find.ts'
import type { Call, Route } from '../protocol/route.ts'
import { nonceXml } from '../records/nonce-xml.ts'
import { keepNonce } from '../resources/cards/keep-nonce.ts'
import { useNonce } from '../resources/cards/nonces.ts'

export const nonceRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/payment_methods/:token/nonces',
    body: { payment_method_nonce: { merchant_account_id: 'value' } },
    handle: create,
  },
  { method: 'GET', path: '/payment_method_nonces/:nonce', handle: find },
]

/** @throws {RequestRejected} 403 for a merchant account that there is not */
function create({ merchant, now, path, body }: Call): Answer {
  const card = findCard(merchant, path.token)
  const account = textOf(partOf(body, 'payment_method_nonce'), 'merchant_account_id')
  if (typeof account === 'string' && !merchant.merchantAccounts.some((each) => each.id === account)) {
    throw new RequestRejected(403, `there is no merchant account ${account}`)
  }
  return created('payment-method-nonce', nonceXml(merchant, keepNonce(merchant, now, card, card)))
}

/** A consumed nonce is still found, marked as consumed. */
function find({ merchant, now, path }: Call): Answer {
  const id = path.nonce ?? ''
  const nonce = merchant.nonces.get(id) ?? useNonce(merchant, now, id)
  if (typeof nonce !== 'object') throw notFound(`payment method nonce ${id}`)
  return ok('payment-method-nonce', nonceXml(merchant, nonce))
}
