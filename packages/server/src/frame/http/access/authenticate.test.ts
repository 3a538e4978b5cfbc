import { describe, expect, it } from 'vitest'
import { asAcme, basic, createNoteFrame } from '../server/test-frame.ts'
import { apiKeyOf } from './authenticate.ts'

const { app } = createNoteFrame()

const readWith = (authorization: string | undefined, alias = 'acme') =>
  app.inject({
    url: `/api/v1/${alias}/note/a`,
    headers: authorization === undefined ? {} : { authorization },
  })

describe('the API key', () => {
  it.each(['key-acme:', ':key-acme', 'ApiKey:key-acme', 'key-acme:key-acme'])(
    'the API key is found in %s',
    async (credentials) => {
      expect((await readWith(basic(credentials))).statusCode).toBe(200)
    },
  )

  it('the API key is found with every case of the scheme, and without padding', () => {
    expect(apiKeyOf(`bASIC ${Buffer.from('k:').toString('base64').replaceAll('=', '')}`)).toBe('k')
  })

  it('the API key may hold colons in the password', () => {
    expect(apiKeyOf(basic('user:a:b'))).toBe('a:b')
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another scheme', 'Bearer key-acme'],
    ['not base64', 'Basic !!!!'],
    ['without a colon', basic('key-acme')],
    ['nothing', basic(':')],
    ['unknown', basic('other:')],
    ['of another tenant', basic('key-other:')],
    ['of the other mode', basic('key-test_acme:')],
  ])('an API key that is %s gets one and the same 401', async (_, authorization) => {
    const answer = await readWith(authorization)
    const { requestId, ...rest } = answer.json()
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Basic realm="goodword", charset="UTF-8"')
    expect(requestId).toBe(answer.headers['x-request-id'])
    expect(rest).toMatchInlineSnapshot(`
      {
        "apiErrorCode": "UNAUTHORIZED",
        "docUrl": "https://goodword.example.com/docs/errors#UNAUTHORIZED",
        "message": "No valid API key for this path. Send the key as the HTTP Basic user name with an empty password, and check that key and path belong to the same program and mode.",
        "param": null,
        "statusCode": 401,
      }
    `)
  })

  it('the API key is not read from the query', async () => {
    expect((await app.inject({ url: '/api/v1/acme/note/a?apiKey=key-acme&key=key-acme' })).statusCode).toBe(
      401,
    )
  })

  it('an API key without the scope gets 403 that names the scope', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { authorization: basic('read-acme:') },
    })
    expect(answer.json()).toMatchObject({ statusCode: 403, apiErrorCode: 'INSUFFICIENT_SCOPE' })
    expect(answer.json().message).toContain('"write"')
  })

  it('the API key is asked for before anything is said about values', async () => {
    expect((await app.inject({ url: '/api/v1/acme/note/%00?limit=x' })).statusCode).toBe(401)
    const unreadable = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { 'content-type': 'text/plain' },
      payload: '{',
    })
    expect(unreadable.statusCode).toBe(401)
  })
})

describe('a browser call', () => {
  const call = (alias: string, origin?: string) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/${alias}/open/note`,
      headers: { 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
      payload: { id: 'a' },
    })
  const preflight = (alias: string, origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${alias}/open/note`,
      headers: { origin, 'access-control-request-method': 'POST' },
    })

  it('a browser call needs no key and knows its tenant', async () => {
    expect((await call('acme')).json()).toEqual({ note: 'acme' })
  })

  it('a browser call to an unknown tenant is 404, readable for the page', async () => {
    const answer = await call('nobody', 'https://any.example')
    expect(answer.json()).toMatchObject({ statusCode: 404, apiErrorCode: 'TENANT_NOT_FOUND' })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it('a browser call may come from any page while no origin is listed', async () => {
    const answer = await call('acme', 'https://any.example')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    expect(answer.headers.vary).toBe('Origin')
  })

  it('a browser call may be read only by listed pages where some are listed', async () => {
    const listed = await call('strict', 'https://shop.example.com')
    expect(listed.headers['access-control-allow-origin']).toBe('https://shop.example.com')
    const other = await call('strict', 'https://shop.example.com.evil.example')
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
    expect(other.headers.vary).toBe('Origin')
  })

  it('a browser call has its preflight answered', async () => {
    const answer = await preflight('strict', 'https://shop.example.com')
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example.com',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT',
      'access-control-allow-headers': 'Content-Type, Authorization',
      vary: 'Origin',
    })
    expect((await preflight('strict', 'https://evil.example')).headers).not.toHaveProperty(
      'access-control-allow-headers',
    )
  })
})

it('no REST operation says anything about origins', async () => {
  const answer = await app.inject({
    url: '/api/v1/acme/note/a',
    headers: { ...asAcme, origin: 'https://shop.example.com' },
  })
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
})
