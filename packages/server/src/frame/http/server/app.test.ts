import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { serveHealth } from './health.ts'
import { asAcme, asAcmeWithJson, createFrame, createNoteFrame, readNote } from './test-frame.ts'

const { app } = createNoteFrame()

const ERROR_FIELDS = ['statusCode', 'apiErrorCode', 'message', 'param', 'requestId', 'docUrl']

it('an unknown path that is known without its last slash says so', async () => {
  const { statusCode, payload } = await app.inject({ url: '/livez/?a=/' })
  expect([statusCode, JSON.parse(payload).message]).toEqual([
    404,
    expect.stringContaining('without the slash at its end'),
  ])
})

describe('the shape of answers', () => {
  const longest = 'a'.repeat(7_000)
  const tooLarge = { ...asAcmeWithJson, 'content-length': '262145' }

  it.each([
    ['an unknown path', { url: '/nowhere' }, 404, 'NOT_FOUND'],
    ['an unknown path with a body', { method: 'POST', url: '/nowhere', payload: 'x' }, 404, 'NOT_FOUND'],
    ['an unknown path of the API', { url: '/api/v1/acme/nowhere' }, 404, 'NOT_FOUND'],
    ['another method', { method: 'DELETE', url: '/api/v1/acme/note' }, 405, 'METHOD_NOT_ALLOWED'],
    ['a rare method', { method: 'PROPFIND', url: '/livez' }, 405, 'METHOD_NOT_ALLOWED'],
    ['a broken path', { url: '/api/v1/acme/note/%zz' }, 400, 'MALFORMED_REQUEST'],
    ['an endless path', { url: `/api/v1/acme/note/${longest}`, headers: asAcme }, 414, 'URI_TOO_LONG'],
    [
      'a huge body',
      { method: 'POST', url: '/api/v1/acme/note', headers: tooLarge },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ] as const)('the answer has the one shape: %s', async (_, request, status, code) => {
    // The injector’s type lists common methods only.
    const answer = await app.inject(request as InjectOptions)
    expect(answer.statusCode).toBe(status)
    expect(Object.keys(answer.json())).toEqual(ERROR_FIELDS)
    expect(answer.json()).toMatchObject({
      statusCode: status,
      apiErrorCode: code,
      requestId: answer.headers['x-request-id'],
      docUrl: `https://goodword.example.com/docs/errors#${code}`,
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('405 lists what the address answers', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/v1/acme/note/a?x=1' })
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect((await app.inject({ method: 'OPTIONS', url: '/api/v1/acme/note' })).headers.allow).toBe('POST')
  })

  it('413 is sent before authentication, from the announced size', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { 'content-type': 'application/json', 'content-length': '300000' },
    })
    expect(answer.statusCode).toBe(413)
    expect(answer.headers.connection).toBe('close')
  })

  it.each([
    ['413', { 'content-length': '262145' }, 413],
    ['415', { 'content-type': 'text/plain' }, 415],
    ['400', { 'content-type': 'application/json' }, 400],
  ])('%s can be read by the page that made the browser call', async (_, headers, status) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/open/note',
      headers: { origin: 'https://shop.example.com', 'content-type': 'application/json', ...headers },
      payload: '{',
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    'rubbish',
    undefined,
  ])('the content type %s is 415', async (contentType) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { ...asAcme, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      payload: Buffer.from('{"id":"a"}'),
    })
    expect(answer.json()).toMatchObject({ statusCode: 415, apiErrorCode: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  it('the content type of an empty body is ignored', async () => {
    const types = ['application/x-www-form-urlencoded', undefined]
    const answers = types.map((type) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/acme/note',
        headers: { ...asAcme, 'content-length': '0', ...(type && { 'content-type': type }) },
      }),
    )
    for (const answer of await Promise.all(answers))
      expect(answer.json()).toMatchObject({ statusCode: 400, apiErrorCode: 'VALIDATION_FAILED' })
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'the content type %s is read',
    async (contentType) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/acme/note',
        headers: { ...asAcme, 'content-type': contentType },
        payload: Buffer.from('{"id":"a"}'),
      })
      expect(answer.statusCode).toBe(200)
    },
  )
})

describe('an unexpected error', () => {
  it('an unexpected error is 500 without a word of it, logged under the request’s id', async () => {
    const { app: failing, serve, logged } = createFrame()
    serve(readNote, async () => {
      throw new Error('secret at /etc/passwd')
    })
    const answer = await failing.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.json()).toMatchObject({ statusCode: 500, apiErrorCode: 'INTERNAL_ERROR', param: null })
    expect(answer.body).not.toContain('secret')
    const about = logged.filter((line) => line.includes(answer.json().requestId))
    expect(about.join()).toContain('secret at')
  })

  it('an unexpected error is 500 also when it calls itself something else', async () => {
    const { app: failing, serve } = createFrame()
    serve(readNote, async () => {
      throw Object.assign(new Error('teapot'), { statusCode: 418, code: 'TEAPOT' })
    })
    expect((await failing.inject({ url: '/api/v1/acme/note/a', headers: asAcme })).statusCode).toBe(500)
  })

  it('an unexpected error is 503 with Retry-After when it passes by itself', async () => {
    const { app: failing, serve } = createFrame()
    serve(readNote, async () => {
      throw Object.assign(new Error('connection lost'), { retryable: true })
    })
    const answer = await failing.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.json()).toMatchObject({ statusCode: 503, apiErrorCode: 'SERVICE_UNAVAILABLE' })
    expect(answer.headers['retry-after']).toBe('2')
  })
})

it('a request leaves one line in the log, without the ids of its address', async () => {
  const { app: logging, logged } = createNoteFrame()
  await logging.inject({ url: '/api/v1/acme/note/carol@example.com?code=AB', headers: asAcme })
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    route: '/api/v1/:tenantAlias/note/:accountId',
    tenantId: 'acme',
    status: 200,
  })
  expect(logged[0]).not.toMatch(/carol|key-acme|authorization/i)
  expect(logged[0]?.match(/requestId/g)).toHaveLength(1)
})

describe('health', () => {
  it('the process is alive and ready', async () => {
    expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' })
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok', checks: { database: null } })
  })

  it('the health check reports why the process is not ready', async () => {
    const { app: waiting } = createFrame()
    serveHealth(waiting, async () => ({ database: 'cannot be reached', queue: null }))
    const answer = await waiting.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json().message).toContain('database: cannot be reached')
    expect((await waiting.inject('/livez')).statusCode).toBe(200)
  })

  it('the health check logs a change once', async () => {
    const { app: changing, logged } = createFrame()
    let database: string | null = 'it does not answer'
    let now = 0
    serveHealth(
      changing,
      async () => ({ database, queue: null }),
      () => 'f00d',
      { now: () => now },
    )
    await changing.inject('/readyz')
    now = 12_000
    const answer = await changing.inject('/readyz')
    expect(answer.json().message).toBe('Not ready (database: it does not answer, for 12 s).')
    database = null
    await changing.inject('/readyz')
    // A request leaves a line of its own, which names its route.
    const lines = logged.map((it) => JSON.parse(it)).filter((it) => it.route === undefined)
    expect(lines).toMatchObject([
      { level: 40, msg: 'not ready', problems: { database: 'it does not answer' } },
      { level: 40, msg: 'ready again', notReadyMs: 12_000 },
    ])
  })
})
