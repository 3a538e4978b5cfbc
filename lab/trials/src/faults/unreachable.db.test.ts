import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'
import type { Fault } from './fault-proxy.ts'
import { type FragileService, startFragileService } from './fragile-service.ts'
import { type Outage, slowestOf, tableOf } from './outage-table.ts'

/** The number of calls of each kind at once; of the first kind more than two transactions can take together. */
const burst = trialSize(3, 20)
const crowd = trialSize(250, 500)

let service: FragileService
const outages: Outage[] = []

beforeAll(async () => {
  service = await startFragileService()
})

afterAll(async () => {
  await service.stop()
  const print = trialSize<(table: string) => void>(() => undefined, console.log)
  print(tableOf(outages))
})

const faults: readonly [string, Fault][] = [
  ['swallows everything', { kind: 'blackhole' }],
  ['resets every connection', { kind: 'reset' }],
  // The same limits hold here as where everything is swallowed, only longer.
  ...trialSize<readonly [string, Fault][]>(
    [],
    [
      ['is gone', { kind: 'down' }],
      ['answers two seconds late', { kind: 'late', byMs: 2000 }],
      ['answers a byte at a time', { kind: 'trickling', bytes: 1 }],
    ],
  ),
]

test.each(faults)(
  'I27: while the database %s, every request is 503 with Retry-After, and all is well by itself afterwards',
  async (name, fault) => {
    const { kinds, proxy, requestsOf, request } = service
    const every = [...kinds.writing, ...kinds.reading]
    // The pool is full of connections by now that do not know what happens to them.
    await Promise.all(requestsOf(every, burst).map(service.untilDone))
    await proxy.set(fault)
    const requests = [...requestsOf(every, burst), ...requestsOf(kinds.writing.slice(0, 1), crowd)]
    const watching = watchHealth()
    const responses = await Promise.all(requests.map(request))
    for (const it of responses) expect(it).toMatchObject(unavailable)
    const health = await watching
    // Later requests do not wait for earlier ones.
    const later = await Promise.all(requestsOf(kinds.writing, burst).map(request))
    for (const it of later) expect(it).toMatchObject(unavailable)

    await proxy.set({ kind: 'none' })
    const healedAt = performance.now()
    await service.untilReady(true)
    const greenAfterMs = performance.now() - healedAt
    await Promise.all(requests.map(service.untilDone))
    outages.push({
      name,
      requests: responses.length + later.length,
      slowestMs: slowestOf(responses),
      slowestLaterMs: slowestOf(later),
      ...health,
      greenAfterMs,
      doneAfterMs: performance.now() - healedAt,
    })
    expect(await service.brokenPromises()).toEqual([])
  },
)

test('I27: without a connection to be had, every request is 503 with Retry-After, until there is one', async () => {
  const { kinds, requestsOf, request } = service
  const release = await service.holdConnections()
  const requests = requestsOf([...kinds.writing, ...kinds.reading], burst)
  for (const it of await Promise.all(requests.map(request))) expect(it).toMatchObject(unavailable)
  await service.untilReady(false)
  await release()
  await service.untilReady(true)
  await Promise.all(requests.map(service.untilDone))
  expect(await service.brokenPromises()).toEqual([])
})

test('I27: while the database fails over to one that cannot be written to yet, writes are 503 and reads go on', async () => {
  const { kinds, requestsOf, request } = service
  const writes = requestsOf(kinds.writing, burst)
  await service.setReadOnly('on')
  try {
    for (const it of await Promise.all(writes.map(request))) expect(it).toMatchObject(unavailable)
    const read = await Promise.all(requestsOf(kinds.reading, burst).map(request))
    for (const { status } of read) expect(status).toBe(200)
    await service.untilReady(false)
  } finally {
    await service.setReadOnly('off')
  }
  await service.untilReady(true)
  await Promise.all(writes.map(service.untilDone))
  expect(await service.brokenPromises()).toEqual([])
})

test('I27: while PostgreSQL restarts, requests succeed or are 503, and none fails otherwise', async () => {
  const { kinds, requestsOf, request } = service
  const restarts = trialSize(1, 20)
  const statuses = new Map<number, number>()
  let isOver = false
  const call = async () => {
    while (!isOver) {
      for (const it of requestsOf([...kinds.writing, ...kinds.reading], 1)) {
        const { status } = await request(it)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
  }
  const calling = Promise.all(Array.from({ length: 4 }, call))
  try {
    for (let done = 0; done < restarts; done += 1) {
      await service.restartDatabase()
      await service.untilReady(true)
    }
  } finally {
    isOver = true
    await calling
  }
  expect([...statuses.keys()].filter((it) => ![200, 201, 503].includes(it))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(0)
  expect(await service.brokenPromises()).toEqual([])
})

const unavailable = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { statusCode: 503, apiErrorCode: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) },
}

/** Calls `/livez` until `/readyz` is 503; returns the longest response time. */
async function watchHealth(): Promise<Pick<Outage, 'redAfterMs' | 'slowestLiveMs'>> {
  const startedAt = performance.now()
  let redAfterMs: number | null = null
  const turning = service.untilReady(false).then(() => {
    redAfterMs = performance.now() - startedAt
  })
  let slowestLiveMs = 0
  while (redAfterMs === null) {
    const { status, tookMs } = await service.request({ path: '//livez' })
    expect(status).toBe(200)
    slowestLiveMs = Math.max(slowestLiveMs, tookMs)
    await Promise.race([turning, pause(20)])
  }
  return { redAfterMs, slowestLiveMs }
}
