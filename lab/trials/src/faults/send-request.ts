import { callApi } from '@goodword/server/testing/requests/call-api'
import type { Tenant } from '../laboratory/processes/goodword.ts'

/** A request of a trial: a path relative to the tenant, or an absolute one that begins with `//`. */
export type RequestSpec = {
  readonly path: string
  /** Left out for a GET. */
  readonly body?: unknown
  readonly key?: string
}

export type TimedResponse = {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Readonly<Record<string, unknown>>
  readonly tookMs: number
}

/** Longer than the database is ever waited for, also on a busy machine, and less than what ends every request. */
const TIMEOUT_MS = 12_000

/** Sends once. Throws when there is no response: the connection broke, or timed out. */
export async function send(
  url: string,
  tenant: Tenant,
  { path, ...it }: RequestSpec,
): Promise<TimedResponse> {
  const startedAt = performance.now()
  const answer = path.startsWith('//')
    ? await fetch(`${url}${path.slice(1)}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    : await callApi(url, tenant, path, { ...it, limitMs: TIMEOUT_MS })
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: Object(await answer.json()),
    tookMs: performance.now() - startedAt,
  }
}

/** A kind of request, with a number per request. Writes are idempotent. */
export type Kind = (index: number) => RequestSpec

/** One of each kind of request that a service meets, with a code that works. */
export function kindsOf(code: string): Readonly<Record<'writing' | 'reading', readonly Kind[]>> {
  return {
    writing: [
      (index) => ({
        path: '/accountsync',
        body: { id: `friend_${index}`, referral: { code }, subscription: { status: 'PAID', value: 10 } },
      }),
      (index) => ({ path: '/accountsync', body: { id: `keyed_${index}` }, key: `sync_${index}` }),
      (index) => ({ path: '/open/identify', body: { account_id: `met_${index}`, user_id: 'user' } }),
      (index) => ({
        path: '/rewards',
        body: { accountId: 'referrer', reward: { type: 'CREDIT', unit: 'EUR', credit: 1000 + index } },
        key: `gift_${index}`,
      }),
    ],
    reading: [
      () => ({ path: `/code/${code}` }),
      () => ({ path: `/open/code/${code}` }),
      () => ({ path: '/account/referrer' }),
      () => ({ path: '/referrals' }),
      () => ({ path: '/account/referrer/reward' }),
    ],
  }
}

/** Creates the referrer of the requests; returns their code. */
export async function addReferrer(url: string, tenant: Tenant): Promise<string> {
  const { body } = await send(url, tenant, {
    path: '/open/identify',
    body: { account_id: 'referrer', user_id: 'ada' },
  })
  return String(body.referralCode)
}
