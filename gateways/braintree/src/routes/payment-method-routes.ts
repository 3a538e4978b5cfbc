import { type Answer, done, notFound, ok } from '../protocol/answer.ts'
import { findCard } from '../protocol/find.ts'
import type { Call, Route } from '../protocol/route.ts'
import { cardXml } from '../records/card-xml.ts'
import { expiredCardRoutes } from '../records/expired-cards.ts'
import { changedCardShape, newCardShape } from '../resources/cards/card-shape.ts'
import { createPaymentMethod } from '../resources/cards/create-payment-method.ts'
import { consumeNonce, useNonce } from '../resources/cards/nonces.ts'
import { updatePaymentMethod } from '../resources/cards/update-payment-method.ts'
import { removeCard } from '../resources/subscriptions/remove-card.ts'
import { nonceRoutes } from './nonce-routes.ts'
import { verificationRoutes } from './verification-routes.ts'

const newCard = { credit_card: newCardShape, payment_method: newCardShape }
const changedCard = { credit_card: changedCardShape, payment_method: changedCardShape }

export const paymentMethodRoutes: readonly Route[] = [
  { method: 'POST', path: '/payment_methods', body: newCard, handle: createPaymentMethod },
  ...['any', 'credit_card'].flatMap((kind): readonly Route[] => {
    const path = `/payment_methods/${kind}/:token`
    return [
      { method: 'GET', path, handle: find },
      { method: 'PUT', path, body: changedCard, handle: updatePaymentMethod },
      // No grants are simulated, so there are none to revoke.
      { method: 'DELETE', path, query: ['revoke_all_grants'], handle: remove },
    ]
  }),
  { method: 'GET', path: '/payment_methods/from_nonce/:nonce', handle: findByNonce },
  ...expiredCardRoutes,
  ...nonceRoutes,
  ...verificationRoutes,
]

function find({ merchant, now, path }: Call): Answer {
  return ok('credit-card', cardXml(merchant, findCard(merchant, path.token), now))
}

function remove(call: Call): Answer {
  removeCard(call, findCard(call.merchant, call.path.token))
  return done
}

/** Turns a nonce of a card in the vault into the card, once. */
function findByNonce({ merchant, now, path }: Call): Answer {
  const nonce = useNonce(merchant, now, path.nonce ?? '')
  if (typeof nonce !== 'object' || nonce.token === null) throw notFound(`vaulted nonce ${path.nonce}`)
  const card = findCard(merchant, nonce.token)
  consumeNonce(nonce)
  return ok('credit-card', cardXml(merchant, card, now))
}
