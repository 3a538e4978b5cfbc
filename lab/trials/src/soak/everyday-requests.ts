import { wireRequest } from '../laboratory/load/wire-request.ts'
import type { Tenant } from '../laboratory/processes/goodword.ts'

/** How far behind its attribution the conversion of an account comes, in turns. */
const LAG = 200
const REFERRERS = 50

/**
 * What a shop asks all day, as texts of requests: friends come, are seen again, look at what they get and pay. Every
 * request succeeds.
 */
export function everydayRequests({ alias, apiKey }: Tenant): (index: number) => string {
  const requestText = (method: 'GET' | 'POST', path: string, body?: unknown): string =>
    wireRequest(method, `/api/v1/${alias}${path}`, { ...(path.startsWith('/open/') ? {} : { apiKey }), body })
  const kinds: readonly ((turn: number) => string)[] = [
    (turn) => requestText('POST', '/user', { accountId: `friend_${turn}`, id: 'user' }),
    (turn) => requestText('POST', '/accountsync', { id: `friend_${turn}`, referral: { code: codeOf(turn) } }),
    (turn) => requestText('GET', `/code/${codeOf(turn)}`),
    (turn) => requestText('POST', '/open/identify', { account_id: `friend_${turn}`, user_id: 'user' }),
    (turn) =>
      requestText('POST', '/open/identify', { account_id: `friend_${before(turn)}`, user_id: 'user' }),
    (turn) => requestText('GET', `/account/shop_${turn % REFERRERS}/reward`),
    (turn) =>
      requestText('POST', '/accountsync', { id: `friend_${before(turn)}`, subscription: { status: 'PAID' } }),
  ]
  return (index) => {
    const turn = Math.floor(index / kinds.length) - REFERRERS
    // The first turns make the referrers known.
    if (turn < 0) {
      const number = turn + REFERRERS
      return requestText('POST', '/user', {
        accountId: `shop_${number}`,
        id: 'user',
        referralCode: codeOf(number),
      })
    }
    return (kinds[index % kinds.length] ?? kinds[0])?.(turn) ?? ''
  }
}

const codeOf = (turn: number): string => `SHOP-${turn % REFERRERS}`
const before = (turn: number): number => Math.max(0, turn - LAG)
