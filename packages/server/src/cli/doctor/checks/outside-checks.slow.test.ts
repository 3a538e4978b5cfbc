import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Environment, readConfig } from '../../../config.ts'
import { instanceId } from '../../../engine/secrets/derived-secret.ts'
import { parseSecretKey } from '../../../engine/secrets/secret-key.ts'
import { INSTANCE_HEADER } from '../../../frame/http/server/health.ts'
import { startNameServer } from '../../../testing/name-server.ts'
import { checkCertificate, checkOutside } from './outside-checks.ts'

const file = (name: string) => readFileSync(new URL(`../../../testing/tls/${name}`, import.meta.url), 'utf8')
const ordinary = getCACertificates('default')
beforeEach(() => setDefaultCACertificates([...ordinary, file('ca.crt')]))
afterEach(() => setDefaultCACertificates(ordinary))

const SECRET_KEY = '5'.repeat(64)
const key = parseSecretKey(SECRET_KEY) ?? expect.fail('not a key')
const names = await startNameServer()
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) server.close()
  await names.close()
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready))
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port
}
const overTls = async (listener: RequestListener) =>
  `https://localhost:${await listen(createHttpsServer({ key: file('server.key'), cert: file('server.crt') }, listener))}`
const overHttp = async (listener: RequestListener) =>
  `http://localhost:${await listen(createHttpServer(listener))}`
const asInstance =
  (instance: string): RequestListener =>
  (_, answer) =>
    answer.setHeader(INSTANCE_HEADER, instance).end('{"status":"ok"}')
const proxy =
  (status: number, headers: Record<string, string>): RequestListener =>
  (_, answer) =>
    answer.writeHead(status, { Server: 'nginx', ...headers }).end('<html>')

const own = await overTls(asInstance(instanceId(key)))

async function checksOf(settings: Environment, timeoutMs?: number) {
  const env = { SECRET_KEY, NAME_SERVERS: names.address, ...settings }
  return checkOutside(readConfig(env), env, timeoutMs)
}
async function messageOf(name: string, settings: Environment, timeoutMs?: number): Promise<string> {
  const found = (await checksOf(settings, timeoutMs)).find((it) => it.name === name)
  return `${found?.ok ? 'ok' : 'fault'}: ${found?.message}`
}

test('a service that answers at its public name, with a certificate and the right time, has no fault outside', async () => {
  const checks = await checksOf({ BASE_URL: own })
  expect(checks.filter((it) => !it.ok)).toEqual([])
  expect(checks.map((it) => it.name)).toEqual([
    ...['public name', 'certificate', 'outside clock', 'single sign-on', 'traces', 'name servers'],
  ])
  expect(checks[0]?.message).toBe(`This service answers at ${own}.`)
  expect(checks[1]?.message).toMatch(/^It ends on \d{4}-\d\d-\d\d, in \d+ days \(from .+\)[.]$/)
})

test.each<[string, () => Promise<string> | string, RegExp]>([
  ['no address', () => '', /^fault: BASE_URL is not set/],
  [
    'a name without a record',
    () => 'https://refer.invalid',
    /^fault: (The name refer[.]invalid leads to no address|The name servers)/,
  ],
  [
    'a port where nothing listens',
    () => 'https://localhost:1',
    /refuses connections at port 1: no proxy listens/,
  ],
  [
    'another name than that of the certificate',
    async () => own.replace('localhost', '127.0.0.1'),
    /certificate at 127[.]0[.]0[.]1 is for other names/,
  ],
  [
    'a port without TLS',
    async () => (await overHttp(proxy(200, {}))).replace('http:', 'https:'),
    /does not use TLS/,
  ],
  [
    'a proxy that does not reach the service',
    () => overTls(proxy(502, {})),
    /"nginx" answers with 502: the proxy is there and does not reach the service/,
  ],
  [
    'a page of another program',
    () => overTls(proxy(200, {})),
    /"nginx" answers with 200, and not this service/,
  ],
  [
    'a proxy that redirects',
    () => overTls(proxy(301, { Location: 'https://www.example.com/' })),
    /redirects to https:\/\/www[.]example[.]com\/[.] Set BASE_URL/,
  ],
  [
    'another Goodword',
    () => overTls(asInstance('0123456789abcdef')),
    /another Goodword answers, with another secret key/,
  ],
])('the check of the public name finds %s', async (_, address, message) => {
  expect(await messageOf('public name', { BASE_URL: await address() })).toMatch(message)
})

test('the check of the public name finds a certificate of an unknown authority, and a silent port', async () => {
  setDefaultCACertificates(ordinary)
  expect(await messageOf('public name', { BASE_URL: own })).toMatch(/authority that is not trusted/)
  const port = await listen(createTcpServer(() => undefined))
  expect(await messageOf('public name', { BASE_URL: `https://localhost:${port}` }, 50)).toMatch(
    /Nothing answers at localhost, port \d+, in time[.] Open the port/,
  )
})

test.each([
  [400, true, undefined],
  [20, true, true],
  [3, false, undefined],
  [-1, false, undefined],
])('a certificate that ends in %i days: ok %j, advice %j', (days, ok, advice) => {
  const certificate = { endsAt: days * 86_400_000 + 1000, issuer: 'Test' }
  expect(checkCertificate(certificate, 0)).toMatchObject({ ok, ...(advice && { advice }) })
})

test('a clock that differs from that of who answers is reported', async () => {
  const slow = await overTls((_, answer) =>
    answer.setHeader('Date', new Date(Date.now() - 60_000).toUTCString()).end('{}'),
  )
  expect(await messageOf('outside clock', { BASE_URL: slow })).toMatch(
    /^fault: The clock of https:.* is (59|60|61) s behind this machine's[.] Synchronize/,
  )
})

const login = { OIDC_CLIENT_ID: 'refer', OIDC_CLIENT_SECRET: 'secret' }

test('single sign-on is asked for its configuration', async () => {
  const issuer = await overTls((request, answer) => {
    const found = request.url === '/.well-known/openid-configuration'
    answer.writeHead(found ? 200 : 404).end(JSON.stringify({ issuer }))
  })
  const other = await overTls((_, answer) => answer.end('{"issuer":"https://login.example.com"}'))
  const sso = (OIDC_ISSUER: string) => messageOf('single sign-on', { BASE_URL: own, ...login, OIDC_ISSUER })
  expect(await sso(issuer)).toBe(`ok: ${issuer} answers with its configuration.`)
  expect(await sso(other)).toMatch(
    /^fault: .* names the issuer https:\/\/login[.]example[.]com, which is another one/,
  )
  expect(await sso(own)).toMatch(
    /^fault: .* answers with 200, and no configuration of OpenID[.] Staff cannot/,
  )
  expect(await sso('https://localhost:1')).toMatch(/^fault: .* cannot be reached \(ECONNREFUSED\)/)
})

test('the collector of traces is given an export of nothing, with its headers', async () => {
  const asked: unknown[] = []
  const collector = await overHttp((request, answer) => {
    const { method, url, headers } = request
    asked.push([method, url, headers['content-type'], headers['x-key']])
    answer.writeHead(headers['x-key'] === 'a b' ? 200 : 401).end()
  })
  const traces = (settings: Environment) => messageOf('traces', { BASE_URL: own, ...settings })
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector
  const OTEL_EXPORTER_OTLP_HEADERS = 'x-key=a%20b'
  expect(await traces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS })).toBe(
    `ok: ${collector}/v1/traces takes traces.`,
  )
  expect(await traces({ OTEL_EXPORTER_OTLP_ENDPOINT })).toMatch(
    /^fault: .* answers with 401 to an empty export/,
  )
  expect(asked[0]).toEqual(['POST', '/v1/traces', 'application/x-protobuf', 'a b'])
  expect(await traces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:1/in' })).toMatch(
    /^fault: http:\/\/localhost:1\/in cannot be reached \(ECONNREFUSED\)[.] Traces are lost/,
  )
})

test('each name server is asked, and one that does not answer is named', async () => {
  const servers = (NAME_SERVERS: string) => messageOf('name servers', { BASE_URL: own, NAME_SERVERS })
  expect(await servers(names.address)).toBe(`ok: ${names.address} answer.`)
  expect(await servers('127.0.0.1:1')).toMatch(
    /^fault: These do not answer: 127[.]0[.]0[.]1:1 \(ECONNREFUSED\)[.] Custom domains/,
  )
  expect(await servers(`${names.address},127.0.0.1:1`)).toMatch(/^ok: These do not answer: 127[.]0[.]0[.]1:1/)
  names.texts.set('localhost', null)
  expect(await servers(names.address)).toMatch(/^fault: .*ESERVFAIL/)
})
