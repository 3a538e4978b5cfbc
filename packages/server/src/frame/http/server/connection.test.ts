import { afterAll, describe, expect, it } from 'vitest'
import { exchange, listen } from '../../../testing/requests/bare-connection.ts'
import { createNoteFrame } from './test-frame.ts'

/** Requests that the HTTP parser rejects never reach the framework: only a bare connection shows the answer. */
describe('a bare connection', async () => {
  const usual = createNoteFrame()
  const hasty = createNoteFrame({ timeouts: { headersMs: 100, requestMs: 200, checkEveryMs: 20 } })
  const [port, hastyPort] = [await listen(usual.app), await listen(hasty.app)]
  afterAll(() => Promise.all([usual.app.close(), hasty.app.close()]))

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
    [
      'an unknown expectation',
      'GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
  ])('a bare connection with %s is answered in the one shape', (_, text, status, code) =>
    isAnswered(port, text, status, code),
  )

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [
      'a body',
      `POST /api/v1/acme/open/note HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"id"`,
    ],
  ])('a bare connection with %s without end is answered in the one shape', (_, text) =>
    isAnswered(hastyPort, text, 408, 'REQUEST_TIMEOUT'),
  )
})

/** Sends bytes, and holds the answer to the shape that all errors have. */
async function isAnswered(port: number, text: string, status: number, code: string): Promise<void> {
  const { answers, isClosed } = await exchange(port, text)
  expect([answers.map((it) => it.status), isClosed]).toEqual([[status], true])
  const [answer] = answers
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({
    statusCode: status,
    apiErrorCode: code,
    param: null,
    requestId: answer?.headers['x-request-id'],
  })
}
