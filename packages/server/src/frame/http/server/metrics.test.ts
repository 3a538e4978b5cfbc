import { once } from 'node:events'
import { connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createMetrics, type Metrics } from '../../../engine/metrics/metrics.ts'
import { serveMetrics } from './metrics.ts'
import { lineFor } from './request-log.ts'
import { asAcme, createNoteFrame, type Frame } from './test-frame.ts'

const TOKEN = 'a-token-of-the-operator'
const closings: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

function measured(token: string | null = null): { readonly frame: Frame; readonly metrics: Metrics } {
  const metrics = createMetrics({
    build: { version: '0.1.0', node: '24.0.0', postgresql: '18' },
    connections: () => ({ inUse: 3, idle: 1, most: 8, waiting: 2 }),
    queues: () => [{ queue: 'tracking', depth: 7, oldestMs: 1500 }],
    problems: async () => ({ database: null, queue: '7 calls wait' }),
    disk: async () => null,
    backups: async () => null,
    jobs: async () => null,
    unpublished: async () => null,
    uncounted: async () => null,
    billing: async () => null,
    reviews: async () => null,
  })
  const frame = createNoteFrame({ observer: metrics.requests, trustedProxies: ['127.0.0.1'] })
  serveMetrics(frame.app, metrics, token)
  closings.push(metrics.close, () => frame.app.close())
  return { frame, metrics }
}

describe('the metrics', () => {
  const local = { host: 'localhost:4000' }
  const cases: [string, number, Pick<InjectOptions, 'headers' | 'remoteAddress'>, (string | null)?][] = [
    ['a request on this machine', 200, { headers: local }],
    ['one by IPv6', 200, { headers: { host: '[::1]:4000' }, remoteAddress: '::1' }],
    ['one on a socket for both', 200, { headers: local, remoteAddress: '::ffff:127.0.0.1' }],
    ['another machine', 404, { headers: local, remoteAddress: '10.0.0.7' }],
    ['a proxy with X-Forwarded-For', 404, { headers: { ...local, 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy with Forwarded', 404, { headers: { ...local, forwarded: 'for=127.0.0.1' } }],
    ['a proxy that passes on the name it was called by', 404, { headers: { host: 'refer.example.com' } }],
    [
      'the token, with none set',
      404,
      { headers: { authorization: `Bearer ${TOKEN}` }, remoteAddress: '10.0.0.7' },
    ],
    ['no token, with one set', 401, { remoteAddress: '10.0.0.7' }, TOKEN],
    [
      'the wrong token',
      401,
      { headers: { authorization: 'Bearer guess' }, remoteAddress: '10.0.0.7' },
      TOKEN,
    ],
    [
      'another kind of proof',
      401,
      { headers: { authorization: `Basic ${btoa(TOKEN)}` }, remoteAddress: '10.0.0.7' },
      TOKEN,
    ],
    ['the token', 200, { headers: { authorization: `Bearer ${TOKEN}` }, remoteAddress: '10.0.0.7' }, TOKEN],
    ['this machine without the token', 200, { headers: local }, TOKEN],
  ]

  test.each(cases)('requests to %s are %d', async (_, status, request, token = null) => {
    const { frame } = measured(token)
    const answer = await frame.app.inject({ url: '/metrics', ...request })
    expect(answer.statusCode).toBe(status)
    if (status === 200) {
      expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
      expect(answer.payload).toContain('goodword_build_info{version="0.1.0",node="24.0.0",postgresql="18"} 1')
    } else {
      expect(answer.json()).toMatchObject({ statusCode: status, requestId: expect.any(String) })
      expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer realm="goodword"' : undefined)
      expect(answer.payload).not.toContain(TOKEN)
    }
  })

  test('the metrics show pending work, connections and health', async () => {
    const { metrics } = measured()
    expect((await metrics.text()).split('\n')).toEqual(
      expect.arrayContaining([
        'goodword_queue_depth{queue="tracking"} 7',
        'goodword_queue_oldest_age_seconds{queue="tracking"} 1.5',
        'goodword_database_connections{state="in_use"} 3',
        'goodword_database_connections{state="idle"} 1',
        'goodword_database_connections_max 8',
        'goodword_database_connections_pending 2',
        'goodword_ready{check="database"} 1',
        'goodword_ready{check="queue"} 0',
      ]),
    )
  })
})

describe('a request', () => {
  test('a request that took more than a second is worth a warning', () => {
    expect(lineFor('/a', 200, 1000)).toEqual({ level: 'info', message: 'request completed' })
    expect(lineFor('/a', 200, 1001)).toEqual({ level: 'warn', message: 'slow request' })
    expect(lineFor('/a', null, 1001)).toEqual({ level: 'info', message: 'connection closed by client' })
  })

  test.each(['/livez', '/readyz', '/metrics'])('a request to %s is logged at the level debug', (route) => {
    expect(lineFor(route, 200, 1)).toEqual({ level: 'debug', message: 'request completed' })
    expect(lineFor(route, 503, 1001)).toEqual({ level: 'warn', message: 'slow request' })
  })

  test('a request is counted by its route, and by nothing that it names', async () => {
    const { frame, metrics } = measured()
    await frame.app.inject({ url: '/api/v1/acme/note/carol@example.com?code=AB', headers: asAcme })
    await frame.app.inject({ url: '/api/v1/acme/note/carol@example.com' })
    await frame.app.inject({ url: '/carol@example.com' })
    await frame.app.inject({ url: '/%zz' })
    const text = await metrics.text()
    const requests = 'goodword_http_request_duration_seconds_count'
    const route = 'route="/api/v1/:tenantAlias/note/:accountId"'
    expect(text).toContain(`${requests}{method="GET",${route},status="2xx"} 1`)
    expect(text).toContain(`${requests}{method="GET",${route},status="4xx"} 1`)
    expect(text).toContain(`${requests}{method="GET",route="none",status="4xx"} 2`)
    expect(text).toContain('goodword_http_responses_total{status="401"} 1')
    expect(text).toContain('goodword_http_errors_total{code="UNAUTHORIZED"} 1')
    expect(text).toContain('goodword_http_requests_in_flight 0')
    expect(text).not.toMatch(/carol|acme/)
  })

  test('a request that the client abandoned is counted as such and logged', async () => {
    const { frame, metrics } = measured()
    const isRequested = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    frame.app.get('/held', async () => {
      isRequested.resolve()
      await goOn.promise
      return {}
    })
    await frame.app.listen({ port: 0, host: '127.0.0.1' })
    const address = frame.app.server.address()
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
    socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n')
    await isRequested.promise
    expect(await metrics.text()).toContain('goodword_http_requests_in_flight 1')
    socket.destroy()
    await expect.poll(() => metrics.text()).toContain('goodword_http_requests_aborted_total 1')
    goOn.resolve()
    const text = await metrics.text()
    expect(text).toContain('goodword_http_requests_in_flight 0')
    expect(text).toContain('{method="GET",route="/held",status="none"} 1')
    expect(frame.logged.map((it) => JSON.parse(it)).filter((it) => it.route === '/held')).toMatchObject([
      { msg: 'connection closed by client', status: null },
    ])
  })

  test('a request that cannot be parsed has a count of its own', async () => {
    const { frame, metrics } = measured()
    await frame.app.listen({ port: 0, host: '127.0.0.1' })
    const address = frame.app.server.address()
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
    socket.write('nonsense\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    expect(await metrics.text()).toContain('goodword_http_requests_malformed_total 1')
  })
})
