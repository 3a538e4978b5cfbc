import { type Params, type Shape, textOf } from '../model/params.ts'
import type { Answer } from '../protocol/answer.ts'
import type { Call, Route } from '../protocol/route.ts'
import { cardsOf } from '../records/cards/cards-of.ts'
import { plainCardShape } from '../resources/cards/card-shape.ts'
import { keepNonce } from '../resources/cards/keep-nonce.ts'
import { clientTokenShape, configurationOf, createClientToken } from '../resources/client-api/client-token.ts'
import { type Permission, readPermission } from '../resources/client-api/fingerprint.ts'
import {
  cardJson,
  crossOrigin,
  json,
  preflightAnswer,
  tokenizeCard,
} from '../resources/client-api/tokenize-card.ts'

/** Metadata of browser SDKs; ignored. */
const metadata = {
  _meta: 'anything',
  braintree_library_version: 'value',
  shared_customer_identifier: 'value',
  shared_customer_identifier_type: 'value',
} satisfies Shape

const newCard: Shape = {
  ...metadata,
  authorization_fingerprint: 'value',
  credit_card: { ...plainCardShape, token: 'value', options: { validate: 'value' } },
  share: 'value',
}

const query = [
  'authorizationFingerprint',
  'authorization_fingerprint',
  'braintreeLibraryVersion',
  'configVersion',
  'defaultFirst',
  'sharedCustomerIdentifier',
  'sharedCustomerIdentifierType',
  'shared_customer_identifier',
  'shared_customer_identifier_type',
  '_meta[merchantAppId]',
  '_meta[platform]',
  '_meta[sdkVersion]',
  '_meta[source]',
  '_meta[integration]',
  '_meta[integrationType]',
  '_meta[sessionId]',
]

const nonces = '/client_api/v1/payment_methods'

export const clientApiRoutes: readonly Route[] = [
  { method: 'POST', path: '/client_token', body: clientTokenShape, handle: createClientToken },
  ...asBrowsersDo({ method: 'POST', path: `${nonces}/credit_cards`, body: newCard, handle: tokenize }),
  ...asBrowsersDo({ method: 'GET', path: nonces, query, handle: list }),
  ...asBrowsersDo({ method: 'GET', path: '/client_api/v1/configuration', query, handle: configuration }),
]

/** Adds the routes with and without `.json`, and those for preflight requests. */
function asBrowsersDo(route: Route): readonly Route[] {
  return [route.path, `${route.path}.json`].flatMap((path): readonly Route[] => [
    { ...route, path, caller: 'browser' },
    { method: 'OPTIONS', path, query, caller: 'browser', handle: () => preflightAnswer },
  ])
}

function tokenize(call: Call): Answer {
  return permitted(call, call.body, (permission) => tokenizeCard(call, permission))
}

/** The customer's cards, each by a new nonce, the default first. */
function list(call: Call): Answer {
  return permitted(call, call.query, ({ customerId }) => {
    const { merchant, now } = call
    const cards = customerId === null ? [] : cardsOf(merchant, customerId)
    const inOrder = [...cards].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
    const paymentMethods = inOrder.map((card) => cardJson(merchant, keepNonce(merchant, now, card, card)))
    return json(200, { paymentMethods })
  })
}

function configuration(call: Call): Answer {
  return permitted(call, call.query, ({ merchantAccountId }) =>
    json(200, configurationOf(call, merchantAccountId)),
  )
}

/** Only what the merchant's server signed is done. */
function permitted(
  { gateway, merchant, now }: Call,
  params: Params,
  work: (permission: Permission) => Answer,
): Answer {
  const fingerprint =
    textOf(params, 'authorization_fingerprint') ?? textOf(params, 'authorizationFingerprint') ?? ''
  const permission = readPermission(merchant, fingerprint, now)
  if (permission !== null) return work(permission)
  gateway.log('403 client API: the authorization fingerprint belongs to another merchant or has expired')
  return {
    kind: 'json',
    status: 403,
    value: { error: { message: 'Authorization fingerprint is invalid' } },
    headers: crossOrigin,
  }
}
