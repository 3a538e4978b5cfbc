import { readAddress } from '../../addresses/address-fields.ts'
import { textParam } from '../../addresses/text-field.ts'
import type { Card, Nonce } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { JsonAnswer } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { readCvv } from '../../records/bank-checks.ts'
import { indicatorsXml } from '../../records/cards/card-indicators.ts'
import { cardNumberOf } from '../../records/cards/card-number.ts'
import { checkCard } from '../cards/check-card.ts'
import { type CardOfNonce, keepNonce } from '../cards/keep-nonce.ts'
import { type CardDraft, readCard, readExpiration } from '../cards/read-card.ts'
import { addCard } from '../cards/vault-card.ts'
import type { Permission } from './fingerprint.ts'

/** A nonce for a card that a browser sends. With a customer the card is stored in the vault, unless validation is turned off. */
export function tokenizeCard(call: Call, permission: Permission): JsonAnswer {
  const { merchant, now, body } = call
  const params = partOf(body, 'credit_card')
  if (booleanOf(partOf(params, 'options'), 'validate') === false) {
    return noncesJson(call, uncheckedCard(params), null, 202)
  }
  const customer = merchant.customers.get(permission.customerId ?? '') ?? null
  const problems = new Problems(['credit_card'])
  const given = { ...params, options: customer === null ? {} : optionsOf(permission) }
  const draft = readCard(merchant, given, problems, { customer, card: null, nonce: null })
  if (draft === null) return json(422, problemsJson('Credit card is invalid', problems))
  if (customer === null) {
    // The vault that merchants share is not simulated: such a card is known by its nonce only.
    const status = booleanOf(body, 'share') === true ? 201 : 202
    return noncesJson(call, { ...draft, billingAddress: billedAt(draft) }, null, status)
  }
  const checked = checkCard(merchant, now, draft, null, body)
  if (checked.kind === 'declined') {
    return json(422, problemsJson('Credit card verification failed', problems))
  }
  const card = addCard(merchant, customer, draft, checked.verification, now)
  return noncesJson(call, card, card, 201)
}

function noncesJson(
  { merchant, now }: Call,
  of: CardOfNonce,
  card: Card | null,
  status: 201 | 202,
): JsonAnswer {
  return json(status, { creditCards: [cardJson(merchant, keepNonce(merchant, now, of, card))] })
}

/** The options of the merchant's server for cards of the customer. */
function optionsOf(permission: Permission): Params {
  return {
    make_default: permission.makesDefault,
    verify_card: permission.verifiesCards,
    fail_on_duplicate_payment_method: permission.failsOnDuplicates,
    fail_on_duplicate_payment_method_for_customer: permission.failsOnDuplicatesOfCustomer,
    verification_merchant_account_id: permission.merchantAccountId,
  }
}

function billedAt({ billing }: CardDraft): Card['billingAddress'] {
  return billing.kind === 'unsaid' ? null : billing.fields
}

/** Its errors show when the nonce is used. */
function uncheckedCard(params: Params): CardOfNonce {
  const unasked = new Problems()
  const expiration = readExpiration(params, unasked)
  const billing = partOf(params, 'billing_address')
  return {
    number: cardNumberOf(textOf(params, 'number') ?? ''),
    expirationMonth: expiration?.expirationMonth ?? '',
    expirationYear: expiration?.expirationYear ?? '',
    cardholderName: textParam(params, 'cardholder_name') ?? null,
    billingAddress: Object.keys(billing).length === 0 ? null : readAddress(billing, unasked),
    token: textParam(params, 'token') ?? null,
    cvvResponse: readCvv(params, null),
  }
}

type FieldErrors = {
  readonly field: string
  readonly fieldErrors?: readonly FieldErrors[]
  readonly code?: string
  readonly message?: string
}

/** Problems in the format of the client API: below the card, each with its field. */
function problemsJson(message: string, problems: Problems): unknown {
  const fieldErrors = problems.found.map(({ path, problem }): FieldErrors => {
    const own = { field: camelCase(problem.attribute), code: problem.code, message: problem.message }
    // The first step is the card itself.
    return path
      .slice(1)
      .reduceRight<FieldErrors>((below, step) => ({ field: camelCase(step), fieldErrors: [below] }), own)
  })
  return { error: { message }, fieldErrors: [{ field: 'creditCard', fieldErrors }] }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** A shop's page has another origin; without these headers its browser would block the response. */
export const crossOrigin: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, authorization, braintree-version',
  'access-control-max-age': '600',
}

/** The response to a preflight request. */
export const preflightAnswer: JsonAnswer = json(200, {})

export function json(status: JsonAnswer['status'], value: unknown): JsonAnswer {
  return { kind: 'json', status, value, headers: crossOrigin }
}

/** A nonce as browsers see it. */
export function cardJson(merchant: Merchant, it: Nonce) {
  const { number, token } = it
  const lastTwo = number.last4.slice(-2)
  return {
    type: 'CreditCard',
    nonce: it.nonce,
    description: `ending in ${lastTwo}`,
    consumed: it.isConsumed,
    default: token !== null && merchant.cards.get(token)?.isDefault === true,
    isLocked: false,
    securityQuestions: [],
    threeDSecureInfo: null,
    details: {
      bin: number.bin,
      cardType: number.cardType,
      cardholderName: it.cardholderName,
      expirationMonth: it.expirationMonth,
      expirationYear: it.expirationYear,
      lastFour: number.last4,
      lastTwo,
    },
    binData: camelCased(indicatorsXml(number)),
  }
}

function camelCased(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
