import { isParams, partOf } from '../../model/params.ts'
import { type Answer, invalid, ok } from '../../protocol/answer.ts'
import { findCard, findCustomer } from '../../protocol/find.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { cardXml } from '../../records/card-xml.ts'
import { cardProblems } from './card-problems.ts'
import { checkCard } from './check-card.ts'
import { readCard } from './read-card.ts'
import { readNonce } from './read-nonce.ts'
import { changeCard } from './vault-card.ts'

const words = { unknown: cardProblems.nonceUnknown, consumed: cardProblems.nonceConsumed }

/** Changes the given fields of a card. */
export function updatePaymentMethod(call: Call): Answer {
  const { merchant, now, body } = call
  const before = findCard(merchant, call.path.token)
  const customer = findCustomer(merchant, before.customerId)
  const problems = new Problems(['credit_card'])
  const params = partOf(body, isParams(body.payment_method) ? 'payment_method' : 'credit_card')
  const nonce = readNonce(call, params, problems, { ...words, problems })
  const draft = readCard(merchant, params, problems, { customer, card: before, nonce })
  if (draft === null) return invalid(problems, body)
  const checked = checkCard(merchant, now, draft, before, body)
  if (checked.kind === 'declined') return checked.answer
  const card = changeCard(merchant, customer, before, draft, checked.verification, now)
  return ok('credit-card', cardXml(merchant, card, now))
}
