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

/** Errors use the terms of the request: credit card or payment method. */
type Words = Omit<NonceProblems, 'problems'> &
  Pick<typeof cardProblems, 'customerRequired' | 'customerInvalid'>

const cardWords: Words = {
  unknown: cardProblems.nonceUnknown,
  consumed: cardProblems.nonceConsumed,
  customerRequired: cardProblems.customerRequired,
  customerInvalid: cardProblems.customerInvalid,
}

const paymentMethodWords: Words = {
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
  const root = isPaymentMethod ? 'payment_method' : 'credit_card'
  const params = partOf(body, root)
  const [ofRoot, ofCard] = [problems.at(root), problems.at('credit_card')]
  const customer = readCustomer(call, params, ofRoot, words)
  const hasNonce = typeof textOf(params, 'payment_method_nonce') === 'string'
  if (isPaymentMethod && !hasNonce) {
    ofRoot.add(paymentMethodProblems.nonceRequired)
    return invalid(problems, body)
  }
  const nonce = readNonce(call, params, ofCard, { ...words, problems: ofRoot })
  if (hasNonce && nonce === null) return invalid(problems, body)
  const vaulted = vaultedBy(call, nonce, customer, ofRoot)
  const given = vaulted === null ? params : withoutBilling(params)
  const draft = readCard(merchant, given, ofCard, { customer, card: vaulted, nonce })
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
    problems.add(words.customerRequired)
    return null
  }
  const customer = merchant.customers.get(id)
  if (customer === undefined) problems.add(words.customerInvalid)
  return customer ?? null
}
