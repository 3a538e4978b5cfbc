import { inspect } from 'node:util'
import {
  exampleAccount,
  exampleDiscount,
  exampleProgram,
  exampleUser,
} from '@goodword/contract/frame/examples'
import { brokenOff, halfSent, ok, refused } from '@goodword/testing/replies'
import { describe, expect, it } from 'vitest'
import { createClient } from './create-client.ts'
import { API_KEY, failureOf, proxyPage, startAnsweringServer } from './testing/answering-server.ts'

const { api, baseUrl, client, seen, waits } = await startAnsweringServer()

describe('a request', () => {
  it('a request carries path, query and body as the operation takes them, and the key as user name', async () => {
    api.answers = [ok(exampleAccount)]
    const body = { id: 'acct_carol', subscription: { status: 'PAID' as const } }
    await client({ baseUrl: `${baseUrl}/` }).syncAccount({ body })
    expect(seen).toMatchObject([{ method: 'POST', url: '/api/v1/test_acme/accountsync' }])
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body)
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa(`${API_KEY}:`)}`)
  })

  it('the ids in a request are percent-encoded', async () => {
    api.answers = [ok(exampleUser)]
    const params = { accountId: 'a/b?c#d%20 ü', userId: '..x/..' }
    await client().readUser({ params })
    expect(seen[0]?.url).toBe('/api/v1/test_acme/account/a%2Fb%3Fc%23d%2520%20%C3%BC/user/..x%2F..')
  })

  it('the query of a request holds what is given', async () => {
    api.answers = [ok({ count: 0, totalCount: 0, nextCursor: null, users: [] })]
    await client().listUsers({ query: { query: 'o’b & c+d', limit: 5 } })
    expect(new URL(seen[0]?.url ?? '', baseUrl).searchParams).toEqual(
      new URLSearchParams({ query: 'o’b & c+d', limit: '5' }),
    )
    await client().listUsers()
    expect(seen[1]?.url).toBe('/api/v1/test_acme/users')
  })

  it('a request has no body where there is none, and shows no key to operations for browsers', async () => {
    api.answers = [ok({})]
    await client().rerunNotification({ params: { notificationId: 'n' } })
    expect(seen[0]?.body).toBe('')
    expect(seen[0]?.headers).not.toHaveProperty('content-type')
    await client().lookUpOpenCode({ params: { code: 'BOBT4K9QX' } })
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
  })

  it('a request shows no key with the session of staff, which the browser adds', async () => {
    api.answers = [ok(exampleUser)]
    const params = { accountId: 'a', userId: 'u' }
    await createClient({ baseUrl, tenantAlias: 'test_acme', session: true }).readUser({ params })
    expect(seen[0]?.url).toBe('/api/v1/test_acme/account/a/user/u')
    expect(seen[0]?.headers).not.toHaveProperty('authorization')
  })

  it.each(['', '.', '..', '\ud800'])('a request is not sent with the id %j', async (accountId) => {
    const failure = await failureOf(client().readAccount({ params: { accountId } }))
    expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', param: 'accountId', status: null })
    expect(seen).toEqual([])
  })

  it.each(['', 'two words', 'naïve', 'a'.repeat(256)])(
    'a request is not sent with the key %j',
    async (idempotencyKey) => {
      const body = { id: 'a' }
      const failure = await failureOf(client().syncAccount({ body, idempotencyKey }))
      expect(failure).toMatchObject({ code: 'VALIDATION_FAILED', param: 'Idempotency-Key' })
      expect(seen).toEqual([])
    },
  )
})

describe('an answer', () => {
  it('a call resolves to the answer, with its status where there are several', async () => {
    api.answers = [ok(exampleProgram)]
    expect(await client().readProgram()).toEqual(exampleProgram)
    api.answers = [ok(exampleDiscount, 201)]
    const body = { accountId: 'acct_carol', paymentProviderId: '1', couponCode: 'BOBT4K9QX' }
    expect(await client().linkDiscount({ body })).toEqual({ status: 201, answer: exampleDiscount })
  })

  it('a refusal is a failure with all that the answer says', async () => {
    api.answers = [refused(400, 'CODE_OF_TOMORROW')]
    expect(await failureOf(client().readProgram())).toMatchObject({
      code: 'CODE_OF_TOMORROW',
      message: 'No.',
      status: 400,
      param: 'id',
      requestId: 'r-1',
      retryAfterSeconds: null,
      docUrl: 'https://d/#x',
    })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['a page', 200, {}],
    ['a redirect, which is not followed', 302, { location: `${baseUrl}/elsewhere` }],
    ['an error of another shape', 404, {}],
  ])('an answer of something else is a failure: %s', async (_, status, headers) => {
    api.answers = [(response) => response.writeHead(status, headers).end('<h1>Hello</h1>')]
    expect(await failureOf(client().readProgram())).toMatchObject({ code: 'FOREIGN_ANSWER', status })
    expect(seen).toHaveLength(1)
  })
})

describe('retries', () => {
  it.each([
    ['a broken connection', brokenOff, 125],
    ['half an answer', halfSent, 125],
    ['a proxy without the service', proxyPage, 125],
    ['the same request at work', refused(409, 'IDEMPOTENCY_KEY_IN_FLIGHT'), 125],
    ['too many requests', refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3' }), 3000],
    ['a service away for the moment', refused(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '2' }), 2000],
  ])('a call is tried again after %s', async (_, trouble, waitMs) => {
    api.answers = [trouble, ok(exampleUser)]
    expect(await client().upsertUser({ body: { accountId: 'acct_bob', id: 'user_bob' } })).toEqual(
      exampleUser,
    )
    expect(waits).toEqual([waitMs])
    expect(seen[1]).toMatchObject({ url: seen[0]?.url, body: seen[0]?.body })
  })

  it('a call is tried again after an attempt that takes too long', async () => {
    api.answers = [() => api.expire(), ok(exampleProgram)]
    expect(await client().readProgram()).toEqual(exampleProgram)
    expect(waits).toHaveLength(1)
  })

  it('a call is tried again at most as often as the option says', async () => {
    api.answers = [brokenOff]
    expect(await failureOf(client().readProgram())).toMatchObject({ code: 'NO_ANSWER', status: null })
    expect(seen).toHaveLength(4)
    expect(waits).toEqual([125, 250, 500])
    await failureOf(client({ retries: 0 }).readProgram())
    expect(seen).toHaveLength(5)
  })

  it.each([
    ['STALE_VERSION', 409],
    ['INTERNAL_ERROR', 500],
    ['UNAUTHORIZED', 401],
  ])('a call is never tried again after %s', async (code, status) => {
    api.answers = [refused(status, code)]
    expect((await failureOf(client().readProgram())).code).toBe(code)
    expect(seen).toHaveLength(1)
  })
})

describe('the key of a request', () => {
  const redemption = { accountId: 'acct_carol', unit: 'EUR', amount: 200 }
  const keys = () => seen.map((it) => it.headers['idempotency-key'])

  it('the client makes the key of a request where a repeat would count, one for all attempts of a call', async () => {
    api.answers = [brokenOff, ok({}), ok({})]
    await client().redeemCredit({ body: redemption })
    await client().redeemCredit({ body: redemption })
    const [first, second, third] = keys()
    expect(first).toMatch(/^[!-~]{1,255}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('the client makes the key of a request where a repeat would be refused', async () => {
    api.answers = [ok(exampleProgram)]
    await client().replaceProgram({ body: { version: 2 } })
    await client().moveTestClock({ body: { now: 1 } })
    expect(keys()).toEqual([expect.any(String), expect.any(String)])
  })

  it('the key of a request is the caller’s own when there is one', async () => {
    api.answers = [ok({})]
    await client().redeemCredit({ body: redemption, idempotencyKey: 'order-4711' })
    await client().syncAccount({ body: { id: 'a' }, idempotencyKey: 'sync-1' })
    expect(keys()).toEqual(['order-4711', 'sync-1'])
  })

  it('the key of a request is left out where repeats are harmless', async () => {
    api.answers = [ok(exampleAccount)]
    await client().syncAccount({ body: { id: 'a' } })
    expect(keys()).toEqual([undefined])
  })
})

describe('the API key', () => {
  it('the API key is found neither in the client nor in a failure', async () => {
    api.answers = [brokenOff]
    const failure = await failureOf(client({ retries: 0 }).readProgram())
    for (const shown of [inspect(client(), { depth: 9 }), inspect(failure, { depth: 9 }), failure.stack]) {
      expect(shown).not.toContain('ThisIsTheSecret')
      expect(shown).not.toContain(btoa(`${API_KEY}:`))
    }
  })

  it.each([
    [{ apiKey: 'gw_test_ThisIsTheSecret\n' }, 'apiKey'],
    [{ apiKey: '' }, 'apiKey'],
    [{ apiKey: 'gw_live_ThisIsTheSecret' }, 'apiKey is of live mode'],
    [{ tenantAlias: 'acme' }, 'apiKey is of test mode'],
    [{ tenantAlias: '../other' }, 'tenantAlias'],
    [{ baseUrl: 'goodword.example.com' }, 'baseUrl'],
    [{ baseUrl: 'https://me:ThisIsTheSecret@goodword.example.com' }, 'baseUrl'],
  ])('the options are validated at once, without repeating the value: %j', (wrong, named) => {
    expect(() => client(wrong)).toThrow(TypeError)
    expect(() => client(wrong)).toThrow(named)
    expect(() => client(wrong)).not.toThrow('Secret')
  })
})
