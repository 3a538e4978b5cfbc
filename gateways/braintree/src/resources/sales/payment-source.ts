import type { Card, Nonce } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { cardsOf } from '../../records/cards/cards-of.ts'
import { type CardDraft, readCard } from '../cards/read-card.ts'
import { readNonce } from '../cards/read-nonce.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

/** What is charged: a card of the vault, or one that is not there. */
export type PaymentSource =
  | { readonly kind: 'vaulted'; readonly card: Card; readonly nonce: Nonce | null }
  | { readonly kind: 'draft'; readonly draft: CardDraft }

const path = ['transaction']
const cardPath = ['transaction', 'credit_card']
const namedNonces = {
  path,
  unknown: transactionProblems.nonceUnknown,
  consumed: transactionProblems.nonceConsumed,
}

/** The card of a request, by a token, a nonce, a number or its customer; null with the reasons in the problems. */
export function readSource(
  call: Call,
  params: Params,
  customer: Customer | null,
  problems: Problems,
): PaymentSource | null {
  const addProblem = (problem: Problem): null => {
    problems.add(path, problem)
    return null
  }
  const token = textOf(params, 'payment_method_token') ?? null
  const nonce = textOf(params, 'payment_method_nonce') ?? null
  const given = partOf(params, 'credit_card')
  const hasNumber = textOf(given, 'number') != null
  const hasSeveral = [token !== null, nonce !== null, hasNumber].filter(Boolean).length > 1
  if (hasSeveral) addProblem(transactionProblems.paymentMethodConflict)
  if (token !== null) {
    const source = vaulted(call.merchant.cards.get(token), params, customer, addProblem)
    return hasSeveral ? null : source
  }
  if (hasSeveral) return null
  if (nonce !== null) return byNonce(call, params, customer, problems)
  if (Object.keys(given).length > 0) {
    const draft = readCard(call.merchant, given, cardPath, problems, { customer, card: null, nonce: null })
    return draft === null ? null : { kind: 'draft', draft }
  }
  if (textOf(params, 'customer_id') == null) return addProblem(transactionProblems.cardRequired)
  if (customer === null) return null
  const cards = cardsOf(call.merchant, customer.id)
  const card = cards.find(({ isDefault }) => isDefault) ?? cards[0]
  if (card === undefined) return addProblem(transactionProblems.customerWithoutCard)
  return { kind: 'vaulted', card, nonce: null }
}

function vaulted(
  card: Card | undefined,
  params: Params,
  customer: Customer | null,
  addProblem: (problem: Problem) => null,
): PaymentSource | null {
  if (card === undefined) {
    // What is nowhere belongs to no customer either.
    if (textOf(params, 'customer_id') != null) addProblem(transactionProblems.tokenOfAnother)
    return addProblem(transactionProblems.tokenInvalid)
  }
  if (customer !== null && card.customerId !== customer.id)
    return addProblem(transactionProblems.tokenOfAnother)
  return { kind: 'vaulted', card, nonce: null }
}

function byNonce(
  call: Call,
  params: Params,
  customer: Customer | null,
  problems: Problems,
): PaymentSource | null {
  const nonce = readNonce(call, params, cardPath, problems, namedNonces)
  if (nonce === null) return null
  const card = nonce.token === null ? undefined : call.merchant.cards.get(nonce.token)
  if (card !== undefined) {
    if (customer !== null && card.customerId !== customer.id) {
      problems.add(path, transactionProblems.tokenOfAnother)
      return null
    }
    return { kind: 'vaulted', card, nonce }
  }
  const given = partOf(params, 'credit_card')
  const draft = readCard(call.merchant, given, cardPath, problems, { customer, card: null, nonce })
  return draft === null ? null : { kind: 'draft', draft }
}
