import type { Card } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { cardProblems, optionProblems } from '../cards/card-problems.ts'
import { type CardDraft, readCard } from '../cards/read-card.ts'
import { readNonce, vaultedBy } from '../cards/read-nonce.ts'

/** The card in a customer's request: a new one, or one to be changed. */
export type CardOfCustomer =
  | { readonly kind: 'none' }
  | { readonly kind: 'card'; readonly draft: CardDraft; readonly before: Card | null }

/** Reads `credit_card` and `payment_method_nonce` of a customer. Faults are added to the problems. */
export function readCardOfCustomer(
  call: Call,
  params: Params,
  problems: Problems,
  customer: Customer | null,
): CardOfCustomer {
  const given = cardParamsOf(params)
  if (Object.keys(given).length === 0) return { kind: 'none' }
  const before = problems.found.length
  const ofCard = problems.at('credit_card')
  const nonce = readNonce(call, given, ofCard, {
    problems: ofCard,
    unknown: cardProblems.nonceUnknown,
    consumed: cardProblems.nonceConsumed,
  })
  const existing = existingCard(call, given, ofCard.at('options'), customer)
  if (problems.found.length > before) return { kind: 'none' }
  const card = existing ?? vaultedBy(call, nonce, customer, problems)
  const draft = readCard(call.merchant, given, ofCard, { customer, card, nonce })
  return draft === null ? { kind: 'none' } : { kind: 'card', draft, before: card }
}

function cardParamsOf(params: Params): Params {
  const card = partOf(params, 'credit_card')
  const nonce = textOf(params, 'payment_method_nonce')
  return typeof nonce === 'string' ? { ...card, payment_method_nonce: nonce } : card
}

function existingCard(
  { merchant }: Call,
  given: Params,
  problems: Problems,
  customer: Customer | null,
): Card | null {
  const token = textOf(partOf(given, 'options'), 'update_existing_token')
  if (typeof token !== 'string') return null
  const card = merchant.cards.get(token)
  if (customer !== null && card?.customerId === customer.id) return card
  const { updateExistingTokenInvalid, updateExistingTokenNotAllowed } = optionProblems
  problems.add(customer === null ? updateExistingTokenNotAllowed : updateExistingTokenInvalid)
  return null
}
