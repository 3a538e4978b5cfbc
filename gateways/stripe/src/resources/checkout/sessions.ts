import { expireSession } from '../../billing/expire-session.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { CheckoutSession } from '../../model/session.ts'
import { lineItemJson, sessionJson } from '../../objects/session-json.ts'
import { invalid, missing } from '../../wire/api-error.ts'
import { pageInOrder, pageOf, readCursor } from '../../wire/list.ts'
import { get, post, type Route } from '../route.ts'
import { readNewSession } from './read-session.ts'

const path = '/checkout/sessions'

export const sessionRoutes: readonly Route[] = [
  post(path, 'checkout_session', (params) => {
    const create = readNewSession(params)
    return (work) => sessionJson(work.account, create(work))
  }),
  get(path, 'checkout_session', (params) => {
    const [cursor, customer, status] = [readCursor(params), params.text('customer'), params.text('status')]
    const [subscription, intent] = [params.text('subscription'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.sessions.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        if (subscription != null && it.subscription !== subscription) return false
        if (intent != null && it.paymentIntent !== intent) return false
        return status == null || it.status === status
      })
      return pageOf(`/v1${path}`, fitting, cursor, (it) => sessionJson(account, it))
    }
  }),
  get(
    `${path}/:id`,
    'checkout_session',
    (_params, { id }) =>
      ({ account }) =>
        sessionJson(account, findSession(account, id)),
  ),
  get(`${path}/:id/line_items`, 'checkout_session', (params, { id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      const session = findSession(account, id)
      const lines = session.items.map((_item, place) => lineItemJson(account, session, place))
      return pageInOrder(`/v1${path}/${session.id}/line_items`, lines, cursor, (line) => line)
    }
  }),
  post(`${path}/:id/expire`, 'checkout_session', (_params, { id }) => (work) => {
    const session = findSession(work.account, id)
    if (session.status !== 'open')
      throw invalid(`This Session is ${session.status}; only open ones can be expired.`)
    expireSession(work, session)
    return sessionJson(work.account, session)
  }),
]

/** @throws {ApiError} */
export function findSession({ sessions }: StripeAccount, id = ''): CheckoutSession {
  const found = sessions.get(id)
  if (found === undefined) throw missing('checkout.session', id)
  return found
}
