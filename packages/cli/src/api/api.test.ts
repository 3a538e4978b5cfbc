import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { madeTerminal } from '../testing/made-terminal.ts'

const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`)
  const path = request.url ?? ''
  if (path.endsWith('/moved')) response.writeHead(302, { location: '/elsewhere' }).end()
  else if (path.endsWith('/away')) response.writeHead(503).end('{"a":1}')
  else if (path.endsWith('/file')) response.end('id,name\n1,\u001b[2JAda\n')
  else response.end(JSON.stringify({ name: 'a\u001b[2J', list: [1] }))
})
let env = {}
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`
  env = { GOODWORD_URL: url, GOODWORD_TENANT: 'test_acme', GOODWORD_API_KEY: 'gw_test_x' }
})
afterAll(() => void server.close())

async function api(columns: number | null, ...args: readonly string[]) {
  requests.length = 0
  const terminal = madeTerminal({ env, columns })
  const code = await runCommandLine(['api', ...args], terminal)
  return { code, output: terminal.output(), errors: terminal.errors(), requests: [...requests] }
}

test.each([
  '//evil.example/x',
  '/\\evil.example/x',
  'https://evil.example/x',
  '../acme/users',
  '/users/../../../admin',
  '/%2e%2e/acme/users',
  '/',
])('a path that leads away from the program (%s) is refused, and nothing is sent', async (path) => {
  expect(await api(null, 'GET', path)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('<path> is a path below the program'),
    requests: [],
  })
})

test.each([
  ['the path', ['GET', '/users?limit=5#top'], 'GET /below/api/v1/test_acme/users?limit=5'],
  [
    'the whole path',
    ['delete', '/below/api/v1/test_acme/webhooks/1'],
    'DELETE /below/api/v1/test_acme/webhooks/1',
  ],
])('a call goes to %s of the reference', async (_, args, request) => {
  expect(await api(null, ...args)).toMatchObject({ code: 0, requests: [request] })
})

test('JSON has lines on a screen and one line elsewhere, and no text acts on the screen', async () => {
  expect((await api(80, 'GET', '/users')).output).toBe(
    '{\n  "name": "a\\u001b[2J",\n  "list": [\n    1\n  ]\n}',
  )
  expect((await api(null, 'GET', '/users')).output).toBe('{"name":"a\\u001b[2J","list":[1]}')
  expect((await api(80, 'GET', '/file')).output).toBe('id,name\n1,?[2JAda')
})

test('a redirect is not followed, and a service that is away has the exit code for that', async () => {
  expect(await api(null, 'GET', '/moved')).toMatchObject({
    code: 1,
    requests: [expect.stringContaining('/moved')],
  })
  expect(await api(null, 'GET', '/away')).toMatchObject({ code: 69, output: '{"a":1}' })
})

test.each([
  [['POST', '/user', '--data', '{'], 'The body is no valid JSON'],
  [['POST', '/user', '--data', '@none.json'], 'none.json cannot be read (ENOENT)'],
  [['GET', '/user', '--data', '{}'], 'A request by GET has no --data'],
  [['BREW', '/user'], '<method> takes one of GET'],
])('a call that cannot be meant (%j) is refused, and nothing is sent', async (args, message) => {
  expect(await api(null, ...args)).toMatchObject({ errors: expect.stringContaining(message), requests: [] })
})
