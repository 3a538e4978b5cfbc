import { describe, expect, test } from 'vitest'
import { createLogger } from '../../../engine/logging/logger.ts'
import { createApp } from '../../../frame/http/server/app.ts'
import { enqueueJob } from '../../../frame/jobs/enqueue-job.ts'
import type { JobKind } from '../../../frame/jobs/job-kind.ts'
import type { DrainJobs } from '../../../frame/jobs/run-now.ts'
import { givenConnectedTenant } from '../../../testing/processor/connected-tenant.ts'
import { BASE_URL, startTestService } from '../../../testing/test-service.ts'
import { serveNotificationUrls } from './notification-urls.ts'

const service = await startTestService()
let isFinished = true
const drained: Parameters<DrainJobs>[] = []
const app = createApp({ baseUrl: BASE_URL, logger: createLogger('silent') })
serveNotificationUrls(app, service.ctx, {
  drainJobs: async (...drain) => {
    drained.push(drain)
    return isFinished
  },
})

const HOUR_MS = 3_600_000

const post = (hook: string, body: unknown) =>
  app.inject({
    method: 'POST',
    url: `${hook}/clock`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

async function given() {
  const tenant = await givenConnectedTenant(service)
  const { alias, apiKey: key } = tenant.keys
  const clock = async () => Number((await service.call('GET', '/test/clock', { alias, key })).body.now)
  return { ...tenant, clock, merchantId: tenant.shop.credentials.merchantId }
}

test('a call moves the clock of the test tenant to that of the gateway, and finishes what is due by then', async () => {
  const { hook, clock, merchantId, keys } = await given()
  const now = service.clock.now + HOUR_MS
  const { statusCode, body } = await post(hook, { merchantId, now: new Date(now).toISOString() })
  expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
  expect(await clock()).toBe(now)
  expect(drained.at(-1)).toEqual([keys.alias, { until: now, retriesFailed: true }])
})

test('a clock that is ahead already stays, and what is due is finished', async () => {
  const { hook, clock, merchantId, keys } = await given()
  await post(hook, { merchantId, now: service.clock.now + HOUR_MS })
  const ahead = await clock()
  expect((await post(hook, { merchantId, now: service.clock.now })).statusCode).toBe(204)
  expect(await clock()).toBe(ahead)
  expect(drained.at(-1)).toEqual([keys.alias, { until: ahead, retriesFailed: true }])
})

test('the clock URL says when something is due at the gateway next, though nothing happens there', async () => {
  const { hook, merchantId, keys } = await given()
  const { now } = service.clock
  const nextDue = async () => (await post(hook, { merchantId, now })).headers['next-due']
  expect(await nextDue()).toBeUndefined()
  const jobs = { CUSTOMER: 3 * HOUR_MS, REFUND_BILL: 2 * HOUR_MS, SWEEP_BILLS: HOUR_MS }
  await service.ctx.writeTenant(keys.alias, async (tx) => {
    for (const [kind, ms] of Object.entries(jobs))
      enqueueJob(tx, { kind: kind as JobKind, subject: 'x', dueAt: now + ms })
  })
  const at = Date.parse(String(await nextDue())) - (now + jobs.REFUND_BILL)
  // The delay is in full minutes.
  expect(at).toBeGreaterThanOrEqual(0)
  expect(at).toBeLessThanOrEqual(60_000)
})

test('jobs that take too long or fail are 503, so that the gateway waits', async () => {
  const { hook, merchantId } = await given()
  isFinished = false
  const { statusCode, headers } = await post(hook, { merchantId, now: service.clock.now })
  isFinished = true
  expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '1' })
})

describe('refused calls', () => {
  test.each([
    ['without a body', () => undefined, 'merchantId'],
    ['without a merchant', () => ({ now: 1 }), 'merchantId'],
    ['for another merchant', () => ({ merchantId: 'other', now: 1 }), 'merchantId'],
    ['without a time', (merchantId: string) => ({ merchantId }), 'now'],
    ['for a text that is no time', (merchantId: string) => ({ merchantId, now: 'tomorrow' }), 'now'],
    [
      'for a time after the year 9999',
      (merchantId: string) => ({ merchantId, now: 253_402_300_800_000 }),
      'now',
    ],
  ])('a call %s is refused, and moves nothing', async (_, body, param) => {
    const { hook, clock, merchantId } = await given()
    const before = await clock()
    const count = drained.length
    expect((await post(hook, body(merchantId))).json()).toMatchObject({ statusCode: 400, param })
    expect(await clock()).toBe(before)
    expect(drained).toHaveLength(count)
  })

  test('a call on a live tenant is refused, and moves nothing', async () => {
    const { alias } = service.live
    const hook = `/hooks/${alias}/${service.ctx.secretBox.hookToken(alias)}`
    expect((await post(hook, { merchantId: 'x', now: 1 })).json()).toMatchObject({
      statusCode: 404,
      apiErrorCode: 'NOT_A_TEST_TENANT',
    })
  })
})
