import type { Customer } from '../../model/customer.ts'
import { isParams, type Params, partOf, textOf } from '../../model/params.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { cardXml } from '../../records/card-xml.ts'
import { cardProblems, paymentMethodProblems } from './card-problems.ts'
import { checkCard } from './check-card.ts'
import { readCard } from './read-card.ts'
import { type NonceProblems, readNonce, vaultedBy } from './read-nonce.ts'
import { addCard, changeCard } from './vault-card.ts'

const cardPath = ['credit_card']

/** Errors use the terms of the request: credit card or payment method. */
type Words = NonceProblems & Pick<typeof cardProblems, 'customerRequired' | 'customerInvalid'>

const cardWords: Words = {
  path: cardPath,
  unknown: cardProblems.nonceUnknown,
  consumed: cardProblems.nonceConsumed,
  customerRequired: cardProblems.customerRequired,
  customerInvalid: cardProblems.customerInvalid,
}

const paymentMethodWords: Words = {
  path: ['payment_method'],
  unknown: paymentMethodProblems.nonceUnknown,
  consumed: paymentMethodProblems.nonceConsumed,
  customerRequired: paymentMethodProblems.customerRequired,
  customerInvalid: paymentMethodProblems.customerInvalid,
}

/** Adds a card to a customer, by its number or by a nonce. */
export function createPaymentMethod(call: Call): Answer {
  const { merchant, now, body } = call
  const problems = new Problems()
  const isPaymentMethod = isParams(body.payment_method)
  const words = isPaymentMethod ? paymentMethodWords : cardWords
  const params = partOf(body, isPaymentMethod ? 'payment_method' : 'credit_card')
  const customer = readCustomer(call, params, problems, words)
  const hasNonce = typeof textOf(params, 'payment_method_nonce') === 'string'
  if (isPaymentMethod && !hasNonce) {
    problems.add(words.path, paymentMethodProblems.nonceRequired)
    return invalid(problems, body)
  }
  const nonce = readNonce(call, params, cardPath, problems, words)
  if (hasNonce && nonce === null) return invalid(problems, body)
  const vaulted = vaultedBy(call, nonce, customer, problems, words.path)
  const given = vaulted === null ? params : withoutBilling(params)
  const draft = readCard(merchant, given, cardPath, problems, { customer, card: vaulted, nonce })
  if (draft === null || customer === null) return invalid(problems, body)
  const checked = checkCard(merchant, now, draft, vaulted, body)
  if (checked.kind === 'declined') return checked.answer
  const card =
    vaulted === null
      ? addCard(merchant, customer, draft, checked.verification, now)
      : changeCard(merchant, customer, vaulted, draft, checked.verification, now)
  return created('credit-card', cardXml(merchant, card, now))
}

/** A card that is in the vault already stays billed where it is. */
function withoutBilling({ billing_address: _, billing_address_id: __, ...others }: Params): Params {
  return others
}

function readCustomer({ merchant }: Call, params: Params, problems: Problems, words: Words): Customer | null {
  const id = textOf(params, 'customer_id')
  if (typeof id !== 'string') {
    problems.add(words.path, words.customerRequired)
    return null
  }
  const customer = merchant.customers.get(id)
  if (customer === undefined) problems.add(words.path, words.customerInvalid)
  return customer ?? null
}
