import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { type BareAnswer, exchange, listen } from '../../../testing/requests/bare-connection.ts'
import { basic, createNoteFrame } from './test-frame.ts'

const frame = createNoteFrame()
const port = await listen(frame.app)
afterAll(() => frame.app.close())

const HOST = 'Host: a\r\n'
const KEY = `Authorization: ${basic('key-acme:')}\r\n`
const JSON_TYPE = 'Content-Type: application/json\r\n'
const BODY = '{"id":"a"}'
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/v1/acme/note HTTP/1.1\r\n${HOST}${KEY}${JSON_TYPE}${headers}\r\n${body}`
const chunked = (headers: string, text: string) => post(`Transfer-Encoding: chunked\r\n${headers}`, text)
const sent = (body: string | Buffer, headers = '') =>
  Buffer.concat([Buffer.from(post(`Content-Length: ${body.length}\r\n${headers}`, '')), Buffer.from(body)])

type Case = readonly [name: string, bytes: string | Buffer]
type RefusedCase = readonly [name: string, bytes: string | Buffer, status: number, code: string]

const malformed: readonly Case[] = [
  ['NUL in the path', get('/livez\0')],
  ['bytes that are no ASCII in the path', Buffer.from(get('/api/v1/acme/note/é', KEY))],
  ['bytes that are no UTF-8 in the path', Buffer.from(get('/note/\xff\xfe', KEY), 'latin1')],
  ['percent-encoding that is no UTF-8', get('/api/v1/acme/note/%ff', KEY)],
  ['a fragment', get('/livez#x')],
  ['no slash before the path', get('livez')],
  ['nothing but a query', get('?livez')],
  ['a length and chunks', chunked('Content-Length: 5\r\n', '0\r\n\r\n')],
  [
    'chunks and then a length',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', 'a\r\n{"id":"a"}\r\n0\r\n\r\n'),
  ],
  ['the same length twice', post('Content-Length: 10\r\nContent-Length: 10\r\n', BODY)],
  ['a list of lengths', post('Content-Length: 10, 10\r\n', BODY)],
  ...['+10', '-10', '0xa', '', '1 0', '1e1', '99999999999999999999999'].map(
    (length): Case => [`a length of "${length}"`, post(`Content-Length: ${length}\r\n`, BODY)],
  ),
  ...['xchunked', 'chunked, identity', 'identity', 'gzip, chunked', 'chunked, chunked', '\x0bchunked'].map(
    (coding): Case => [
      `the transfer coding ${JSON.stringify(coding)}`,
      post(`Transfer-Encoding: ${coding}\r\n`, 'a\r\n{"id":"a"}\r\n0\r\n\r\n'),
    ],
  ),
  ['chunks said twice', chunked('Transfer-Encoding: chunked\r\n', 'a\r\n{"id":"a"}\r\n0\r\n\r\n')],
  ['chunks in HTTP/1.0', chunked('', 'a\r\n{"id":"a"}\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0')],
  ['a chunk size in other letters', chunked('', 'zz\r\n{"id":"a"}\r\n0\r\n\r\n')],
  ['a chunk size below nothing', chunked('', '-1\r\n{"id":"a"}\r\n0\r\n\r\n')],
  ['a chunk size beyond all numbers', chunked('', 'ffffffffffffffff1\r\n{"id":"a"}\r\n0\r\n\r\n')],
  ['chunks that end in bare line feeds', chunked('', 'a\n{"id":"a"}\n0\n\n')],
  ['a chunk that is longer than it says', chunked('', '5\r\n{"id":"a"}\r\n0\r\n\r\n')],
  ['a header that goes on in the next line', get('/livez', 'X-A: b\r\n c\r\n')],
  ['bare line feeds', 'GET /livez HTTP/1.1\nHost: a\n\n'],
  ['a bare carriage return in a header', get('/livez', 'X: a\rb\r\n')],
  ['a blank before the colon', 'GET /livez HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a blank before the first header', 'GET /livez HTTP/1.1\r\n Host: a\r\n\r\n'],
  ['a header without a name', get('/livez', ': x\r\n')],
  ['a control character in a header', get('/livez', 'X: \x01\r\n')],
  ['two hosts', get('/livez', 'hOST: b\r\n')],
  ['a host of other characters', 'GET /livez HTTP/1.1\r\nHost: a b/<c>\r\n\r\n'],
  ['two keys', get('/api/v1/acme/note/a', `${KEY}${KEY}`)],
  ['NUL in the key', get('/api/v1/acme/note/a', 'Authorization: Basic a\0b\r\n')],
  ['two content types', sent(BODY, 'Content-Type: text/plain\r\n')],
  ['a method of other characters', get('/livez').replace('GET', 'G3T!')],
  ['a method in lower case', get('/livez').replace('GET', 'get')],
  ['an endless method', get('/livez').replace('GET', 'A'.repeat(300))],
  ['HTTP/0.9', 'GET /livez\r\n\r\n'],
  ['HTTP/1.2', get('/livez').replace('HTTP/1.1', 'HTTP/1.2')],
  ['HTTP/2.0', get('/livez').replace('HTTP/1.1', 'HTTP/2.0')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the greeting of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`],
]

const refused: readonly RefusedCase[] = [
  ['NUL in an id', get('/api/v1/acme/note/a%00b', KEY), 400, 'VALIDATION_FAILED'],
  ['NUL in a body', sent('{"id":"a\\u0000b"}'), 400, 'VALIDATION_FAILED'],
  ['NUL between the tokens of a body', sent('{"id":\0"a"}'), 400, 'MALFORMED_JSON'],
  ['a body that is no UTF-8', sent(Buffer.from('{"id":"\xff"}', 'latin1')), 400, 'MALFORMED_JSON'],
  ['an overlong NUL in a body', sent(Buffer.from('{"id":"\xc0\x80"}', 'latin1')), 400, 'MALFORMED_JSON'],
  ['a body in UTF-16', sent(Buffer.from('{"id":"a"}', 'utf16le')), 400, 'MALFORMED_JSON'],
  ['a name twice', sent('{"id":"a","id":"b"}'), 400, 'MALFORMED_JSON'],
  [
    'endless nesting',
    sent(`{"id":"a","b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    400,
    'MALFORMED_JSON',
  ],
  ['nesting that never ends', sent('{"a":'.repeat(40_000)), 400, 'MALFORMED_JSON'],
  ['no prototype instead of an id', sent('{"__proto__":{"id":"a"}}'), 400, 'MALFORMED_JSON'],
  [
    'a packed body',
    sent(gzipSync(Buffer.alloc(20_000_000, ' ')), 'Content-Encoding: gzip\r\n'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body that is called packed', sent(BODY, 'Content-Encoding: br\r\n'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a path out of the docs', get('/docs/..%2f..%2fetc%2fpasswd'), 404, 'NOT_FOUND'],
  ['a path up and down', get('/api/v1/acme/../acme/note/a', KEY), 404, 'NOT_FOUND'],
  ['an encoded path up', get('/api/v1/other/%2e%2e/acme/note/a', KEY), 404, 'NOT_FOUND'],
  ['two slashes', get('//livez'), 404, 'NOT_FOUND'],
  ['another host in the path', get('//evil.example/livez'), 404, 'NOT_FOUND'],
  ['backslashes', get('/api\\v1\\acme\\note\\a', KEY), 404, 'NOT_FOUND'],
  ['a parameter of the path', get('/livez;a=b'), 404, 'NOT_FOUND'],
  ['dots for an id', get('/api/v1/acme/note/%2e%2e', KEY), 400, 'VALIDATION_FAILED'],
  ['a file', get('file:///etc/passwd'), 404, 'NOT_FOUND'],
  ['a star', get('*').replace('GET', 'OPTIONS'), 404, 'NOT_FOUND'],
  ['TRACE', get('/livez').replace('GET', 'TRACE'), 405, 'METHOD_NOT_ALLOWED'],
  ['QUERY', get('/livez').replace('GET', 'QUERY'), 405, 'METHOD_NOT_ALLOWED'],
  [
    'a body at an address that takes none',
    sent('{').toString().replace('POST', 'DELETE'),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['an endless address', get(`/${'a'.repeat(17_000)}`), 431, 'HEADERS_TOO_LARGE'],
  ['many headers', get('/livez', 'A: 1\r\n'.repeat(2500)), 431, 'HEADERS_TOO_LARGE'],
  [
    'a huge key',
    get('/api/v1/acme/note/a', `Authorization: Basic ${'a'.repeat(20_000)}\r\n`),
    431,
    'HEADERS_TOO_LARGE',
  ],
  ...(
    [
      ['that is large', 'a'.repeat(10_000)],
      ['without a colon', 'a2V5LWFjbWU='],
      ['that is no base64', 'key-acme:'],
      ['with a hole in it', 'a2V5LW FjbWU6'],
      ['of NUL', Buffer.from('\0:\0').toString('base64')],
      ['that is no UTF-8', Buffer.from('\xff\xfe:', 'latin1').toString('base64')],
      ['in no ASCII', 'é'],
      ['that is empty', ''],
    ] as const
  ).map(
    ([name, text]): RefusedCase => [
      `a key ${name}`,
      Buffer.from(get('/api/v1/acme/note/a', `Authorization: Basic ${text}\r\n`)),
      401,
      'UNAUTHORIZED',
    ],
  ),
]

function requireShape({ status, headers, body }: BareAnswer, code: string): void {
  const error = JSON.parse(body)
  expect(error).toEqual({
    statusCode: status,
    apiErrorCode: code,
    message: expect.stringMatching(/^[^\n]+\.$/),
    param: error.param,
    requestId: headers['x-request-id'],
    docUrl: `https://goodword.example.com/docs/errors#${code}`,
  })
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
}

describe('ambiguous requests', () => {
  it.each(malformed)(
    'an ambiguous request with %s is 400 in the one shape, and runs nothing',
    async (_, bytes) => {
      const before = frame.logged.filter((line) => line.includes('"status":200')).length
      const { answers } = await exchange(port, bytes, 1)
      const [answer] = answers
      if (answer === undefined) throw new Error('no response received')
      expect(answer.status).toBe(400)
      requireShape(answer, 'MALFORMED_REQUEST')
      expect(frame.logged.filter((line) => line.includes('"status":200'))).toHaveLength(before)
    },
  )

  it.each(refused)(
    'an unreadable request with %s is refused in the one shape',
    async (_, bytes, status, code) => {
      const { answers } = await exchange(port, bytes, 1)
      const [answer] = answers
      if (answer === undefined) throw new Error('no response received')
      expect(answer.status).toBe(status)
      requireShape(answer, code)
    },
  )
})

describe('unusual and clear requests', () => {
  it.each([
    ['a whole address', get('http://evil.example/api/v1/acme/note/a', KEY)],
    ['a whole address in capitals', get('HTTP://evil.example/livez?x=http://a/b')],
    ['the offer of another protocol', get('/livez', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')],
    ['the offer of HTTP/2', get('/livez', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n')],
    ['HTTP/1.0 without a host', 'GET /livez HTTP/1.0\r\n\r\n'],
    ['a body where none is read', get('/livez', 'Content-Length: 4\r\n').concat('abcd')],
    ['chunks with a trailer', chunked('', 'a\r\n{"id":"a"}\r\n0\r\nAuthorization: x\r\n\r\n')],
    ['a body that is called unpacked', sent(BODY, 'Content-Encoding: identity\r\n')],
  ])('an unusual and clear request with %s is answered', async (_, bytes) => {
    const { answers } = await exchange(port, bytes, 1)
    expect(answers.map((it) => it.status)).toEqual([200])
  })
})

describe('requests on one connection', () => {
  it('a request that was carried out is answered before the rubbish behind it', async () => {
    const { answers, isClosed } = await exchange(port, `${sent(BODY)}rubbish\r\n\r\n${sent(BODY)}`)
    expect(answers.map((it) => it.status)).toEqual([200, 400])
    expect(isClosed).toBe(true)
  })

  it('a broken body behind a request is answered in its place', async () => {
    const { answers } = await exchange(port, `${get('/livez')}${chunked('', 'zz\r\n')}`)
    expect(answers.map((it) => it.status)).toEqual([200, 400])
  })

  it('a body is never read as a request', async () => {
    const inner = get('/api/v1/acme/note/a', KEY)
    const { answers } = await exchange(port, `${sent(inner)}${get('/livez', 'Connection: close\r\n')}`)
    expect(answers.map((it) => it.status)).toEqual([400, 200])
  })
})
