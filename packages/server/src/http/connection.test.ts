import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNoteFrame } from './test-frame.ts'

/** What the HTTP parser turns down never becomes a request: only a bare connection shows the answer. */
describe('a bare connection', () => {
  const { app } = createNoteFrame({ timeouts: { headersMs: 100, requestMs: 200, checkEveryMs: 20 } })
  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  it.each([
    ['no HTTP at all', 'rubbish\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nBad header\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['no host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'two hosts',
      'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'huge headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'REQUEST_TIMEOUT'],
    [
      'a body that never ends',
      `POST /api/v1/acme/open/note HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"id"`,
      408,
      'REQUEST_TIMEOUT',
    ],
    [
      'a strange expectation',
      'GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
  ])('with %s is answered in the one shape', async (_, text, status, code) => {
    const { head, body } = await exchange(app, text)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(body).toMatchObject({ statusCode: status, apiErrorCode: code, param: null })
    expect(head.toLowerCase()).toContain(`x-request-id: ${body.requestId}`)
  })
})

type Exchange = { readonly head: string; readonly body: { readonly requestId?: string } }

/** Sends bytes and reads until the server hangs up. */
function exchange(app: FastifyInstance, text: string): Promise<Exchange> {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = 'null'] = received.split('\r\n\r\n')
      resolve({ head, body: JSON.parse(body) })
    })
  })
}
