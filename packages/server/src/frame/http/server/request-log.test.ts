import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { asAcme, createNoteFrame } from './test-frame.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`

/** The log line of a request, and its answer. */
async function lineOf(request: InjectOptions) {
  const { app, logged } = createNoteFrame()
  const answer = await app.inject(request)
  const lines = logged.map((it) => JSON.parse(it)).filter((it) => it.msg === 'request completed')
  expect(lines).toHaveLength(1)
  await app.close()
  return { line: lines[0], text: logged.join(''), answer }
}

describe('the log line of a request', () => {
  test('the log line says who asked for what, how it was answered and where it belongs', async () => {
    const { line, answer } = await lineOf({
      url: '/api/v1/acme/note/7?code=AB',
      headers: { ...asAcme, traceparent, 'x-request-id': 'order-77' },
      remoteAddress: '203.0.113.77',
    })
    expect(answer.statusCode).toBe(200)
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/v1/:tenantAlias/note/:accountId',
      status: 200,
      durationMs: expect.any(Number),
      tenantId: 'acme',
      keyId: expect.any(String),
      clientNetwork: '203.0.113.0/24',
      trace_id: TRACE,
      clientRequestId: 'order-77',
      msg: 'request completed',
    })
  })

  test('the log line says why a request was refused, and which field is to blame', async () => {
    const { line } = await lineOf({ url: '/api/v1/acme/note/7?code=A', headers: asAcme })
    expect(line).toMatchObject({ status: 400, apiErrorCode: 'VALIDATION_FAILED', param: 'code' })
  })

  test('the log line names the alias of a request with a wrong key', async () => {
    const { line } = await lineOf({ url: '/api/v1/acme/note/7?code=AB' })
    expect(line).toMatchObject({ status: 401, apiErrorCode: 'UNAUTHORIZED', attemptedTenant: 'acme' })
    expect(line).not.toHaveProperty('tenantId')
    expect(line).not.toHaveProperty('keyId')
  })

  test.each(['/%zz', '/r/acme/%zz', '/api/v1/acme/note/%zz'])(
    'the log line is there for %s, an address that the router cannot decode',
    async (url) => {
      const { line, answer } = await lineOf({ url })
      expect(line).toMatchObject({ route: null, status: answer.statusCode })
      expect(line).not.toHaveProperty('tenantId')
    },
  )

  test.each<[string, InjectOptions]>([
    ['an alias', { url: '/api/v1/carol@example.com/note/7' }],
    ['a path', { url: '/carol@example.com' }],
    ['a request id', { url: '/nowhere', headers: { 'x-request-id': 'carol@example.com' } }],
    ['a trace', { url: '/nowhere', headers: { traceparent: 'carol@example.com' } }],
    ['an address', { url: '/nowhere', headers: { 'x-forwarded-for': 'carol@example.com' } }],
    ['a query', { url: '/api/v1/acme/note/7?carol@example.com=1', headers: asAcme }],
  ])('the log line repeats nothing that a caller wrote as %s', async (_, request) => {
    expect((await lineOf(request)).text).not.toContain('carol')
  })

  test('the log line names a /48 of IPv6', async () => {
    const { line } = await lineOf({ url: '/nowhere', remoteAddress: '2001:db8:1:2::7' })
    expect(line).toMatchObject({ status: 404, clientNetwork: '2001:db8:1::/48' })
  })
})
