import { partOf } from '../../model/params.ts'
import { type Answer, created, invalid } from '../../protocol/answer.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { customerXml } from '../../records/customer-xml.ts'
import { checkCard } from '../cards/check-card.ts'
import { addCard } from '../cards/vault-card.ts'
import { addCustomer } from './add-customer.ts'
import { readCardOfCustomer } from './read-card-of-customer.ts'
import { readCustomer } from './read-customer.ts'

/** Adds a customer, with a card if the request has one: both, or neither. */
export function createCustomer(call: Call): Answer {
  const { merchant, now, body } = call
  const problems = new Problems(['customer'])
  const params = partOf(body, 'customer')
  const draft = readCustomer(merchant, params, problems, null)
  const card = readCardOfCustomer(call, params, problems, null)
  if (!problems.isEmpty) return invalid(problems, body)
  const checked = card.kind === 'card' ? checkCard(merchant, now, card.draft, null, body) : null
  if (checked?.kind === 'declined') return checked.answer
  const customer = addCustomer(merchant, draft, now)
  if (card.kind === 'card') addCard(merchant, customer, card.draft, checked?.verification ?? null, now)
  const { passedBack } = draft.customFields
  return created('customer', customerXml(merchant, customer, now, { passedBack }))
}
