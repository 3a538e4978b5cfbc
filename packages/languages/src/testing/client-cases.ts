import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brokenOff, halfSent, ok, type Reply, refused } from '@goodword/testing/replies'

export type SeenRequest = {
  readonly method: string
  /** Below the address of the case. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type CaseServer = {
  /** The address of a case: its requests get its replies in their order, the last one again and again. */
  readonly addressOf: (name: string, replies: readonly Reply[]) => string
  readonly seen: (name: string) => readonly SeenRequest[]
  readonly close: () => void
}

/** A server that replies as each case says. */
export async function startCaseServer(): Promise<CaseServer> {
  const cases = new Map<string, { readonly replies: readonly Reply[]; readonly seen: SeenRequest[] }>()
  const server = createServer(async (request, response) => {
    const [, name = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    const found = cases.get(name)
    const body = await text(request)
    const reply = found?.replies[Math.min(found.seen.length, found.replies.length - 1)]
    found?.seen.push({ method: request.method ?? '', url: rest, headers: request.headers, body })
    if (reply === undefined) response.writeHead(500).end()
    else reply(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    addressOf(name, replies) {
      cases.set(name, { replies, seen: [] })
      return `http://127.0.0.1:${port}/${name}`
    },
    seen: (name) => cases.get(name)?.seen ?? [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const other =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end('<h1>Hello</h1>')

/** The request stays without a response. */
const silent: Reply = () => undefined

/** A step of a client, with arguments by their names in the contract. */
export type Step = {
  readonly do: 'call' | 'page' | 'iterate' | 'show'
  readonly operation?: string
  readonly args?: readonly unknown[]
  readonly named?: Readonly<Record<string, unknown>>
}

export type Outcome = {
  readonly result?: unknown
  /** Code, status, field, ID of the request, `Retry-After`, documentation. */
  readonly failure?: readonly unknown[]
  readonly waits: readonly number[]
}

export type ClientCase = {
  readonly name: string
  readonly step: Step
  readonly replies: readonly Reply[]
  readonly outcome: Outcome
  /** Method, address and body of the requests that are sent. */
  readonly requests: readonly (readonly [string, string, unknown?])[]
}

const user = { id: 'user_bob' }
const alias = '/api/v1/test_acme'
const call = (operation: string, ...args: readonly unknown[]): Step => ({ do: 'call', operation, args })
const program = call('readProgram')
const sentProgram = ['GET', `${alias}/program`] as const
const done = (result: unknown, waits: readonly number[] = []): Outcome => ({ result, waits })
const failed = (code: string, status: number | null = null, ...more: readonly unknown[]): Outcome => ({
  failure: [code, status, ...more, null, null, null, null].slice(0, 6),
  waits: [],
})
const refusal = (code: string, status: number, seconds: number | null = null): Outcome =>
  failed(code, status, 'id', 'r-1', seconds, 'https://d/#x')
const page = (ids: readonly string[], nextCursor: string | null, entries = 'users') =>
  ok({ count: ids.length, totalCount: null, nextCursor, [entries]: ids.map((id) => ({ id })) })

const upsert = call('upsertUser', { accountId: 'acct_bob', id: 'user_bob' })
const sentUpsert = ['POST', `${alias}/user`, { accountId: 'acct_bob', id: 'user_bob' }] as const

const retried = (name: string, trouble: Reply, wait: number): ClientCase => ({
  name: `a call is tried again after ${name}`,
  step: upsert,
  replies: [trouble, ok(user)],
  outcome: done(user, [wait]),
  requests: [sentUpsert, sentUpsert],
})

const notRetried = (code: string, status: number, retryAfter: number | null = null): ClientCase => ({
  name: `a call is not tried again after ${code}`,
  step: program,
  replies: [refused(status, code, retryAfter === null ? {} : { 'retry-after': String(retryAfter) })],
  outcome: refusal(code, status, retryAfter),
  requests: [sentProgram],
})

const unsent = (name: string, step: Step, param: string): ClientCase => ({
  name: `${name} is not sent`,
  step,
  replies: [],
  outcome: failed('VALIDATION_FAILED', null, param),
  requests: [],
})

/** Cases that every client passes, whatever its language. */
export const clientCases: readonly ClientCase[] = [
  {
    name: 'the body of a request is what is given',
    step: call('syncAccount', { id: 'acct_carol', subscription: { status: 'PAID', value: 49.9 } }),
    replies: [ok({ id: 'acct_carol' })],
    outcome: done({ id: 'acct_carol' }),
    requests: [
      ['POST', `${alias}/accountsync`, { id: 'acct_carol', subscription: { status: 'PAID', value: 49.9 } }],
    ],
  },
  {
    name: 'the IDs of a request are percent-encoded',
    step: call('readUser', 'a/b?c#d%20 ü', '..x/..'),
    replies: [ok(user)],
    outcome: done(user),
    requests: [['GET', `${alias}/account/a%2Fb%3Fc%23d%2520%20%C3%BC/user/..x%2F..`]],
  },
  {
    name: 'the query of a request holds what is given, and no more',
    step: { do: 'page', operation: 'listUsers', args: [], named: { query: 'o’b & c+d', limit: 5 } },
    replies: [ok({ users: [] })],
    outcome: done({ users: [] }),
    requests: [['GET', `${alias}/users?query=o%E2%80%99b%20%26%20c%2Bd&limit=5`]],
  },
  {
    name: 'an operation without a body sends none',
    step: call('rerunNotification', 'n'),
    replies: [ok({ id: 'n' })],
    outcome: done({ id: 'n' }),
    requests: [['POST', `${alias}/notifications/n/rerun`]],
  },
  {
    name: 'a body that may be left out is an empty object',
    step: call('cancelReward', 'k'),
    replies: [ok({ id: 'k' })],
    outcome: done({ id: 'k' }),
    requests: [['POST', `${alias}/reward/k/cancel`, {}]],
  },
  unsent('an empty ID', call('readAccount', ''), 'accountId'),
  unsent('an ID of dots', call('readUser', 'a', '..'), 'userId'),
  unsent(
    'an idempotency key of two words',
    { ...upsert, named: { idempotencyKey: 'two words' } },
    'Idempotency-Key',
  ),
  {
    name: 'an answer comes with its status where there are several',
    step: call('linkDiscount', { accountId: 'a', paymentProviderId: '1', couponCode: 'BOB' }),
    replies: [ok({ accountId: 'a' }, 201)],
    outcome: done({ status: 201, answer: { accountId: 'a' } }),
    requests: [['POST', `${alias}/discount`, { accountId: 'a', paymentProviderId: '1', couponCode: 'BOB' }]],
  },
  {
    name: 'a page of something else is a failure',
    step: program,
    replies: [other(200)],
    outcome: failed('FOREIGN_ANSWER', 200),
    requests: [sentProgram],
  },
  {
    name: 'a redirect is not followed',
    step: program,
    replies: [other(302, { location: '/elsewhere' })],
    outcome: failed('FOREIGN_ANSWER', 302),
    requests: [sentProgram],
  },
  {
    name: 'a list is not an answer',
    step: program,
    replies: [ok([{ id: 'a' }])],
    outcome: failed('FOREIGN_ANSWER', 200),
    requests: [sentProgram],
  },
  retried('a broken connection', brokenOff, 0.125),
  retried('half an answer', halfSent, 0.125),
  retried('a proxy without the service', other(502), 0.125),
  retried('the same request in flight', refused(409, 'IDEMPOTENCY_KEY_IN_FLIGHT'), 0.125),
  retried('too many requests', refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3' }), 3),
  retried('a service that is unavailable', refused(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }), 2),
  notRetried('STALE_VERSION', 409),
  notRetried('INTERNAL_ERROR', 500),
  notRetried('CODE_OF_TOMORROW', 400),
  notRetried('SERVICE_UNAVAILABLE', 503, 61),
  {
    name: 'a call is tried four times, with waits that double',
    step: program,
    replies: [brokenOff],
    outcome: { ...failed('NO_ANSWER'), waits: [0.125, 0.25, 0.5] },
    requests: [sentProgram, sentProgram, sentProgram, sentProgram],
  },
  {
    name: 'a call is given up when its time is over',
    step: { ...program, named: { timeout: 0.2, retries: 0 } },
    replies: [silent],
    outcome: failed('NO_ANSWER'),
    requests: [sentProgram],
  },
  {
    name: 'a list is iterated page by page, with the same filters',
    step: { do: 'iterate', operation: 'listUsers', args: [], named: { query: 'x', limit: 2 } },
    replies: [page(['a', 'b'], 'c1'), page(['c'], null)],
    outcome: done(['a', 'b', 'c']),
    requests: [
      ['GET', `${alias}/users?query=x&limit=2`],
      ['GET', `${alias}/users?query=x&limit=2&cursor=c1`],
    ],
  },
  {
    name: 'a feed is iterated up to its last event, although all its pages have a cursor',
    step: { do: 'iterate', operation: 'listEvents', args: [], named: { after: 'e0' } },
    replies: [page(['1', '2'], 'e2', 'events'), page([], 'e2', 'events')],
    outcome: done(['1', '2']),
    requests: [
      ['GET', `${alias}/events?after=e0`],
      ['GET', `${alias}/events?after=e2`],
    ],
  },
  {
    name: 'a list without a cursor is iterated as well',
    step: { do: 'iterate', operation: 'listStaff', args: [] },
    replies: [ok({ staff: [{ id: 's' }] })],
    outcome: done(['s']),
    requests: [['GET', `${alias}/staff`]],
  },
]
