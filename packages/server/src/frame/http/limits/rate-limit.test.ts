import { beforeEach, describe, expect, test } from 'vitest'
import { asAcme, basic, createNoteFrame } from '../server/test-frame.ts'
import { createLimits } from './limits.ts'
import { createLoadShedding } from './load-shedding.ts'
import { createRateLimit } from './rate-limit.ts'
import { createThrottle } from './throttle.ts'

type Frame = ReturnType<typeof createNoteFrame>

let now: number
let frame: Frame

beforeEach(() => {
  now = 0
  frame = newFrame()
})

function newFrame(trustedProxies: readonly string[] = []): Frame {
  const stopwatch = { now: () => now }
  const rateLimit = createRateLimit({ live: 5, test: 2, browser: 3, clicksPerMinute: 6 }, stopwatch)
  const limits = createLimits(
    rateLimit,
    createLoadShedding(() => 0),
    createThrottle(stopwatch, async () => undefined),
  )
  return createNoteFrame({ trustedProxies }, limits)
}

const read = (alias = 'acme', key = `key-${alias}`) =>
  frame.app.inject({ url: `/api/v1/${alias}/note/a`, headers: { authorization: basic(`${key}:`) } })

const openFrom = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}, alias = 'acme') =>
  frame.app.inject({
    method: 'POST',
    url: `/api/v1/${alias}/open/note`,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress,
    payload: { id: 'a' },
  })

/** The statuses of so many requests, one after the other. */
async function statuses(count: number, request: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < count; index += 1) all.push((await request()).statusCode)
  return all
}

const passed = async (count: number, request: () => Promise<{ statusCode: number }>): Promise<number> =>
  (await statuses(count, request)).filter((status) => status === 200).length

describe('a tenant', () => {
  test('a tenant has its rate, a burst of twice the rate, and gets the remaining number', async () => {
    const first = await read()
    expect(first.statusCode).toBe(200)
    expect(first.headers['ratelimit-policy']).toBe('"default";q=10;w=2')
    expect(first.headers.ratelimit).toBe('"default";r=9;t=1')
    expect(await passed(30, read)).toBe(9)
    now += 1000
    expect(await passed(30, read)).toBe(5)
  })

  test('a tenant is rejected with Retry-After when the limit is exceeded', async () => {
    await statuses(10, read)
    const answer = await read()
    expect(answer.json()).toMatchObject({ statusCode: 429, apiErrorCode: 'TOO_MANY_REQUESTS', param: null })
    expect(answer.json().message).toMatch(/5 per second.*Retry-After/)
    expect(answer.headers).toMatchObject({
      'retry-after': '1',
      ratelimit: '"default";r=0;t=1',
      'ratelimit-policy': '"default";q=10;w=2',
    })
    now += 1000
    expect((await read()).statusCode).toBe(200)
  })

  test('a tenant in test mode has a rate of its own', async () => {
    expect(await passed(30, () => read('test_acme'))).toBe(4)
    expect(await passed(30, read)).toBe(10)
  })

  test('a tenant takes nothing from another', async () => {
    await statuses(100, read)
    expect(await passed(10, () => read('other'))).toBe(10)
  })

  test('a tenant loses nothing by keys that do not open it', async () => {
    for (const key of ['wrong', 'key-other', 'key-test_acme']) {
      expect(new Set(await statuses(30, () => read('acme', key)))).toEqual(new Set([401]))
    }
    expect((await read('acme', 'wrong')).headers).not.toHaveProperty('ratelimit')
    expect(await passed(30, read)).toBe(10)
    expect(await passed(10, () => read('other'))).toBe(10)
  })

  test('a tenant’s rate counts what is wrong with its requests, and not what a key may not do', async () => {
    const write = (key: string) =>
      frame.app.inject({
        method: 'POST',
        url: '/api/v1/acme/note',
        headers: { authorization: basic(`${key}:`), 'content-type': 'application/json' },
        payload: '{}',
      })
    expect(await statuses(20, () => write('read-acme'))).toEqual(Array(20).fill(403))
    expect(await statuses(10, () => write('key-acme'))).toEqual(Array(10).fill(400))
    expect((await write('key-acme')).statusCode).toBe(429)
  })

  test('a tenant over its rate is refused before its body is read', async () => {
    await statuses(10, read)
    const answer = await frame.app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { ...asAcme, 'content-type': 'text/plain' },
      payload: '{',
    })
    expect(answer.statusCode).toBe(429)
  })
})

describe('a browser', () => {
  test('a browser shares the rate of its address, tenant by tenant, and takes nothing from the server', async () => {
    expect(await passed(30, () => openFrom('192.0.2.1'))).toBe(6)
    expect(await passed(30, () => openFrom('192.0.2.2'))).toBe(6)
    expect(await passed(30, () => openFrom('192.0.2.1', {}, 'other'))).toBe(6)
    expect(await passed(30, read)).toBe(10)
  })

  test('a browser cannot come from everywhere in its network at once', async () => {
    await statuses(6, () => openFrom('2001:db8:1:2::1'))
    expect((await openFrom('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await openFrom('2001:db8:1:3::1')).statusCode).toBe(200)
  })

  test('a browser may read that it has to wait, and for how long', async () => {
    const origin = { origin: 'https://shop.example.com' }
    await statuses(6, () => openFrom('192.0.2.1', origin))
    const answer = await openFrom('192.0.2.1', origin)
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit', 'RateLimit-Policy']))
    expect(answer.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"default";r=0;t=1' })
  })

  test('a browser is not counted for asking whether it may ask', async () => {
    const preflight = () =>
      frame.app.inject({
        method: 'OPTIONS',
        url: '/api/v1/acme/open/note',
        remoteAddress: '192.0.2.1',
        headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
      })
    expect(new Set(await statuses(30, preflight))).toEqual(new Set([204]))
    expect(await passed(6, () => openFrom('192.0.2.1'))).toBe(6)
  })
})

describe('the address of a browser', () => {
  const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses })

  test('the address of a browser is that of the connection, not the one in its headers', async () => {
    const { app } = frame
    app.get('/address', async (request) => ({ ip: request.ip }))
    const answer = await app.inject({
      url: '/address',
      remoteAddress: '192.0.2.1',
      headers: forwarded('203.0.113.9'),
    })
    expect(answer.json()).toEqual({ ip: '192.0.2.1' })
    let from = 0
    expect(await passed(30, () => openFrom('192.0.2.1', forwarded(`203.0.113.${from++}`)))).toBe(6)
  })

  test('the address of a browser is what a trusted proxy says', async () => {
    frame = newFrame(['10.0.0.0/8'])
    await statuses(6, () => openFrom('10.0.0.1', forwarded('203.0.113.1')))
    expect((await openFrom('10.9.9.9', forwarded('203.0.113.1'))).statusCode).toBe(429)
    expect((await openFrom('10.0.0.1', forwarded('203.0.113.2'))).statusCode).toBe(200)
  })

  test('the address of a browser is the last that no trusted proxy added, however many were made up before it', async () => {
    frame = newFrame(['10.0.0.0/8'])
    let from = 0
    const behindTwo = () => openFrom('10.0.0.1', forwarded(`198.51.100.${from++}, 203.0.113.1, 10.0.0.2`))
    expect(await passed(30, behindTwo)).toBe(6)
  })

  test('the address of a browser is that of the connection when the connection is no trusted proxy', async () => {
    frame = newFrame(['10.0.0.0/8', 'fd00::/8'])
    let from = 0
    expect(await passed(30, () => openFrom('192.0.2.1', forwarded(`203.0.113.${from++}`)))).toBe(6)
  })
})

describe('a page of a list', () => {
  const list = (query: string) =>
    frame.app.inject({ url: `/api/v1/acme/note/a${query}`, headers: { authorization: basic('key-acme:') } })

  test('a page of a list costs a request for each twenty entries that it asks for', async () => {
    expect((await list('?limit=20')).headers.ratelimit).toBe('"default";r=9;t=1')
    expect((await list('?limit=21')).headers.ratelimit).toBe('"default";r=7;t=1')
    expect((await list('?limit=140')).headers.ratelimit).toBe('"default";r=0;t=2')
    expect((await list('')).statusCode).toBe(429)
  })

  test('a page that costs more than all tokens is answered when all are there', async () => {
    expect((await list('?limit=1000')).statusCode).toBe(200)
    expect((await list('')).statusCode).toBe(429)
    now += 2000
    expect((await list('?limit=1000')).statusCode).toBe(200)
  })
})

describe('bodies without a key', () => {
  const bodyOf = (bytes: number) => JSON.stringify({ id: 'a', filler: 'x'.repeat(bytes) })
  const send = (remoteAddress: string, payload: string, headers: Readonly<Record<string, string>> = {}) =>
    frame.app.inject({
      method: 'POST',
      url: '/api/v1/acme/open/note',
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress,
      payload,
    })

  beforeEach(() => {
    const stopwatch = { now: () => now }
    const rates = { live: 5, test: 2, browser: 1000, clicksPerMinute: 6, bodyKibPerSecond: 100 }
    const shedding = createLoadShedding(() => 0)
    const throttle = createThrottle(stopwatch, async () => undefined)
    frame = createNoteFrame({}, createLimits(createRateLimit(rates, stopwatch), shedding, throttle))
  })

  test('bodies without a key have a rate in bytes by address, which is counted before they are read', async () => {
    expect(await passed(5, () => send('192.0.2.1', bodyOf(90 * 1024)))).toBe(2)
    const refused = await send('192.0.2.1', '{'.repeat(90 * 1024))
    expect(refused.json()).toMatchObject({ apiErrorCode: 'TOO_MANY_REQUESTS' })
    expect(refused.json().message).toMatch('100 KiB per second')
    expect(refused.headers['retry-after']).toBe('1')
    expect((await send('192.0.2.2', bodyOf(90 * 1024))).statusCode).toBe(200)
    now += 1000
    expect(await passed(5, () => send('192.0.2.1', bodyOf(90 * 1024)))).toBe(1)
  })

  test('bodies of unknown length count as the longest that is read', async () => {
    const chunked = { 'transfer-encoding': 'chunked' }
    expect(await passed(3, () => send('192.0.2.1', bodyOf(1), chunked))).toBe(1)
  })

  test('bodies without a key take nothing from those of servers', async () => {
    await statuses(5, () => send('192.0.2.1', bodyOf(90 * 1024)))
    const answer = await frame.app.inject({
      method: 'POST',
      url: '/api/v1/acme/note',
      headers: { ...asAcme, 'content-type': 'application/json' },
      remoteAddress: '192.0.2.1',
      payload: bodyOf(90 * 1024),
    })
    expect(answer.statusCode).toBe(200)
  })
})

test('clicks of one address count so often a minute, those of another for themselves', () => {
  const { isFlood } = createRateLimit(
    { live: 5, test: 2, browser: 3, clicksPerMinute: 6 },
    { now: () => now },
  )
  const clicks = (count: number, address: string) => Array.from({ length: count }, () => isFlood(address))
  expect(clicks(8, '192.0.2.1')).toEqual([...Array(6).fill(false), true, true])
  expect(clicks(1, '192.0.2.2')).toEqual([false])
  expect(clicks(7, '2001:db8::1')).toEqual([...Array(6).fill(false), true])
  expect(clicks(1, '2001:db8::2')).toEqual([true])
  now += 10_000
  expect(clicks(2, '192.0.2.1')).toEqual([false, true])
})
