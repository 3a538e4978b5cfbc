import type { Card } from '../model/card.ts'
import type { Merchant } from '../model/merchant.ts'
import { listOf, partOf } from '../model/params.ts'
import { type Answer, ok, RequestRejected } from '../protocol/answer.ts'
import type { Call, Route } from '../protocol/route.ts'
import { array, collection } from '../protocol/xml.ts'
import { cardXml } from './card-xml.ts'
import { monthAt, monthOf } from './cards/expiration-month.ts'

const PAGE_SIZE = 50
const search = { search: { ids: ['value'] } } as const
const query = ['start', 'end']

/** Two searches that have addresses of their own. */
export const expiredCardRoutes: readonly Route[] = [
  { method: 'POST', path: '/payment_methods/all/expired_ids', body: search, handle: expiredIds },
  { method: 'POST', path: '/payment_methods/all/expired', body: search, handle: page },
  { method: 'POST', path: '/payment_methods/all/expiring_ids', body: search, query, handle: expiringIds },
  { method: 'POST', path: '/payment_methods/all/expiring', body: search, query, handle: page },
]

function expiredIds({ merchant, now }: Call): Answer {
  return idsOf(cardsIn(merchant, 0, monthAt(now) - 1))
}

function expiringIds({ merchant, query }: Call): Answer {
  return idsOf(cardsIn(merchant, parseMonth(query.start), parseMonth(query.end)))
}

function idsOf(cards: readonly Card[]): Answer {
  const ids = array(
    'item',
    cards.map((each) => each.token),
  )
  return ok('search-results', { 'page-size': PAGE_SIZE, ids })
}

function page({ merchant, now, body }: Call): Answer {
  const ids = (listOf(partOf(body, 'search'), 'ids') ?? []).map(String)
  const cards = cardsIn(merchant, 0, Number.POSITIVE_INFINITY).filter((each) => ids.includes(each.token))
  const items = cards.map((each) => cardXml(merchant, each, now))
  const fields = { 'current-page-number': 1, 'page-size': PAGE_SIZE, 'total-items': items.length }
  return ok('payment-methods', collection('credit-card', items, fields))
}

/** Newest first. */
function cardsIn(merchant: Merchant, first: number, last: number): readonly Card[] {
  return Array.from(merchant.cards.values())
    .filter((card) => monthOf(card) >= first && monthOf(card) <= last)
    .sort((a, b) => b.sequence - a.sequence)
}

/** Reads `012026`. @throws {RequestRejected} 403 */
function parseMonth(text: string | undefined): number {
  const match = /^(0[1-9]|1[0-2])(\d{4})$/.exec(text ?? '')
  if (match === null) throw new RequestRejected(403, `${text} is not a month such as 012026`)
  return Number(match[2]) * 12 + Number(match[1]) - 1
}
