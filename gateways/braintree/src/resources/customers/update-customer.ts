import type { Card } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import { type Answer, invalid, ok } from '../../protocol/answer.ts'
import { findCustomer } from '../../protocol/find.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { customerXml } from '../../records/customer-xml.ts'
import { checkCard } from '../cards/check-card.ts'
import { addCard, changeCard, makeDefault } from '../cards/vault-card.ts'
import { readCardOfCustomer } from './read-card-of-customer.ts'
import { customerProblems, readCustomer } from './read-customer.ts'

/** Changes the given fields; a card is added, or changed if its token is given. */
export function updateCustomer(call: Call): Answer {
  const { merchant, now, body } = call
  const customer = findCustomer(merchant, call.path.id)
  const problems = new Problems(['customer'])
  const params = partOf(body, 'customer')
  const draft = readCustomer(merchant, params, problems, customer)
  const nextDefault = readDefault(merchant, customer, params, problems)
  const card = readCardOfCustomer(call, params, problems, customer)
  if (!problems.isEmpty) return invalid(problems, body)
  const checked = card.kind === 'card' ? checkCard(merchant, now, card.draft, card.before, body) : null
  if (checked?.kind === 'declined') return checked.answer
  if (draft.id !== null) rename(merchant, customer, draft.id)
  customer.fields = draft.fields
  customer.customFields = draft.customFields.stored
  customer.updatedAt = now
  if (nextDefault !== null) makeDefault(merchant, nextDefault)
  if (card.kind === 'card') {
    const verification = checked?.verification ?? null
    const before = card.before === null ? undefined : merchant.cards.get(card.before.token)
    if (before === undefined) addCard(merchant, customer, card.draft, verification, now)
    else changeCard(merchant, customer, before, card.draft, verification, now)
  }
  const { passedBack } = draft.customFields
  return ok('customer', customerXml(merchant, customer, now, { passedBack }))
}

function readDefault(
  merchant: Merchant,
  customer: Customer,
  params: Params,
  problems: Problems,
): Card | null {
  const token = textOf(params, 'default_payment_method_token')
  if (typeof token !== 'string') return null
  const card = merchant.cards.get(token)
  if (card?.customerId === customer.id) return card
  problems.add(customerProblems.defaultTokenInvalid)
  return null
}

/** Deletes the customer's cards too; transactions keep the customer's data. */
function rename(merchant: Merchant, customer: Customer, id: string): void {
  const before = customer.id
  if (id === before) return
  merchant.customers.delete(before)
  customer.id = id
  merchant.customers.set(id, customer)
  for (const [token, card] of merchant.cards) {
    if (card.customerId === before) merchant.cards.set(token, { ...card, customerId: id })
  }
  for (const [nonceId, nonce] of merchant.nonces) {
    if (nonce.customerId === before) merchant.nonces.set(nonceId, { ...nonce, customerId: id })
  }
  for (const [verificationId, each] of merchant.verifications) {
    if (each.customerId === before) merchant.verifications.set(verificationId, { ...each, customerId: id })
  }
}
