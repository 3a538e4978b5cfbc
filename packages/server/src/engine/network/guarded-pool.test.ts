import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, expect, test } from 'vitest'
import { guardedPool } from './guarded-pool.ts'
import type { ResolveHost } from './name-servers.ts'
import type { TargetRules } from './outgoing-target.ts'
import { type PostResult, postJson } from './post-json.ts'

const live: TargetRules = { mode: 'live', allowLocal: false }
const local: TargetRules = { mode: 'test', allowLocal: true }
const never = new AbortController().signal
const PATIENT_MS = 30_000

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(closed)))

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port
}

type Sent = {
  readonly origin: string
  readonly rules?: TargetRules
  readonly resolve?: ResolveHost
  readonly times?: number
}

const none: ResolveHost = async () => []

async function send({ origin, rules = local, resolve = none, times = 1 }: Sent): Promise<PostResult[]> {
  const pool = guardedPool(origin, { rules, resolve, connections: 1, connectMs: PATIENT_MS })
  const results: PostResult[] = []
  try {
    for (let sent = 0; sent < times; sent += 1) {
      const request = { path: '/hook?a=1', headers: { 'x-test': 'yes' }, body: '{"a":1}' }
      results.push(await postJson(pool, { ...request, signal: never, timeLimitMs: PATIENT_MS }))
    }
    return results
  } finally {
    await pool.destroy()
  }
}

test('a request reaches a receiver that is admitted, with its path, headers and body', async () => {
  const seen: unknown[] = []
  const port = await listening(
    createServer(async (request, response) => {
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk)
      seen.push([request.method, request.url, request.headers['x-test'], Buffer.concat(body).toString()])
      response.writeHead(202, { 'x-answer': 'taken' }).end('thanks')
    }),
  )
  expect(await send({ origin: `http://127.0.0.1:${port}` })).toEqual([
    {
      kind: 'response',
      status: 202,
      headers: expect.objectContaining({ 'x-answer': 'taken' }),
      body: 'thanks',
    },
  ])
  expect(seen).toEqual([['POST', '/hook?a=1', 'yes', '{"a":1}']])
})

test('I17: nothing listens to a request that the guard refuses, whichever way the address is written', async () => {
  let connections = 0
  const server = createServer((_, response) => void response.end())
  server.on('connection', () => {
    connections += 1
  })
  const port = await listening(server)
  const hosts = [
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '[::1]',
  ]
  for (const host of hosts) {
    expect(await send({ origin: new URL(`http://${host}:${port}`).origin, rules: live })).toEqual([
      { kind: 'failed', reason: 'ADDRESS_NOT_PUBLIC', status: null },
    ])
  }
  for (const answers of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    const resolve: ResolveHost = async () => answers
    expect(await send({ origin: `http://shop.example:${port}`, rules: live, resolve })).toEqual([
      { kind: 'failed', reason: 'ADDRESS_NOT_PUBLIC', status: null },
    ])
  }
  expect(connections).toBe(0)
})

test('I17: each connection resolves once and goes to the address that was checked, whatever the name means next', async () => {
  let connections = 0
  const server = createServer((_, response) => void response.writeHead(204, { connection: 'close' }).end())
  server.on('connection', () => {
    connections += 1
  })
  const port = await listening(server)
  const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']]
  let asked = 0
  const resolve: ResolveHost = async () => answers[asked++] ?? []
  const results = await send({ origin: `http://rebinding.example:${port}`, resolve, times: 3 })
  expect(results.map((it) => (it.kind === 'failed' ? it.reason : it.kind))).toEqual([
    'response',
    'ADDRESS_NOT_PUBLIC',
    'response',
  ])
  expect({ asked, connections }).toEqual({ asked: 3, connections: 2 })
})

test('an open connection is used again, with the peer that was checked', async () => {
  let connections = 0
  const server = createServer((_, response) => void response.writeHead(204).end())
  server.on('connection', () => {
    connections += 1
  })
  const port = await listening(server)
  let asked = 0
  const resolve: ResolveHost = async () => {
    asked += 1
    return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']
  }
  const results = await send({ origin: `http://shop.example:${port}`, resolve, times: 3 })
  expect(results.map((it) => it.kind)).toEqual(['response', 'response', 'response'])
  expect({ asked, connections }).toEqual({ asked: 1, connections: 1 })
})

test('a proxy of the environment is not used', async () => {
  let proxied = 0
  const proxy = createServer((_, response) => void response.end())
  for (const event of ['request', 'connect']) {
    proxy.on(event, () => {
      proxied += 1
    })
  }
  const proxyPort = await listening(proxy)
  const port = await listening(createServer((_, response) => void response.writeHead(204).end()))
  const settings = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = settings.map((name) => [name, process.env[name]] as const)
  try {
    for (const name of settings)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxyPort}`
    expect(await send({ origin: `http://127.0.0.1:${port}` })).toMatchObject([
      { kind: 'response', status: 204 },
    ])
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  expect(proxied).toBe(0)
})

const tlsFolder = join(import.meta.dirname, '../../testing/tls')
const file = (name: string) => readFileSync(join(tlsFolder, name), 'utf8')
const trusted = tls.getCACertificates('default')
afterAll(() => tls.setDefaultCACertificates(trusted))

test('over TLS, the name is checked, although the connection goes to an address', async () => {
  const names: unknown[] = []
  const key = file('server.key')
  const cert = file('server.crt')
  const named = (name: string, give: (error: null, context: tls.SecureContext) => void): void => {
    names.push(name)
    give(null, tls.createSecureContext({ key, cert }))
  }
  const server = createTlsServer({ key, cert, SNICallback: named }, (_, response) => {
    response.writeHead(204).end()
  })
  const port = await listening(server)
  const resolve: ResolveHost = async () => ['127.0.0.1']
  const call = (host: string) => send({ origin: `https://${host}:${port}`, resolve })
  expect(await call('localhost')).toEqual([{ kind: 'failed', reason: 'TLS_FAILED', status: null }])
  tls.setDefaultCACertificates([...trusted, file('ca.crt')])
  expect(await call('localhost')).toMatchObject([{ kind: 'response', status: 204 }])
  expect(await call('shop.example')).toEqual([{ kind: 'failed', reason: 'TLS_FAILED', status: null }])
  expect(names).toEqual(['localhost', 'localhost', 'shop.example'])
})
