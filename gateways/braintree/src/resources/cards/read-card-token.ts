import type { Card } from '../../model/card.ts'
import type { Merchant } from '../../model/merchant.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problems } from '../../protocol/problems.ts'
import { cardProblems } from './card-problems.ts'

const MAX_TOKEN = 36

/** The token that the merchant wants for a card; null when it is absent. */
export function readCardToken(
  merchant: Merchant,
  params: Params,
  path: readonly string[],
  problems: Problems,
  card: Card | null,
): string | null {
  const token = textOf(params, 'token')
  if (token === undefined) return null
  if (token === null) {
    if (card !== null) problems.add(path, cardProblems.tokenRequired)
    return null
  }
  if (!/^[A-Za-z0-9_-]+$/.test(token)) problems.add(path, cardProblems.tokenInvalid)
  else if (token.length > MAX_TOKEN) problems.add(path, cardProblems.tokenTooLong)
  else if (token === 'all' || token === 'new') problems.add(path, cardProblems.tokenNotAllowed)
  else if (token !== card?.token && merchant.cards.has(token)) problems.add(path, cardProblems.tokenInUse)
  return token
}
