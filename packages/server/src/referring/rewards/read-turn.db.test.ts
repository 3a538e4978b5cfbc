import { addMonths } from '@goodword/domain/values/interval'
import { describe, expect, test } from 'vitest'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { runJobs } from '../../testing/exported-files.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, clock } = service
const merchant = merchantAt(service.call, live)
const { request, requestOk } = merchant

const DAY_MS = 86_400_000
const queued = (discountPercent: number) =>
  ({ type: 'PCT_DISCOUNT', discountPercent, monthsDiscountIsValid: 1, stacking: 'QUEUE' }) as const

let gifts = 0
async function give(accountId: string, reward: object, fields: object = {}) {
  gifts += 1
  return request('POST', '/rewards', { accountId, reward, ...fields }, `queued-${gifts}`)
}

async function queueOf(accountId: string) {
  // Its own time is that of the machine.
  await service.ctx.writeTenant(live.alias, async (tx) =>
    enqueueJob(tx, { kind: 'FOLLOW_QUEUE', subject: '' }),
  )
  await runJobs(service.ctx, live.alias)
  const { rewards } = await requestOk('GET', `/rewards?accountId=${accountId}&order=OLDEST`)
  const available = await requestOk('GET', `/rewards?accountId=${accountId}&status=AVAILABLE`)
  const listed = (rewards as QueuedReward[]).map(
    ({ statuses: [status], queuePosition, dateExpires }) => [status, queuePosition, dateExpires] as const,
  )
  expect(available.totalCount).toBe(listed.filter(([status]) => status === 'AVAILABLE').length)
  return listed
}

type QueuedReward = { statuses: string[]; queuePosition: number | null; dateExpires: number | null }

async function percentOf(accountId: string) {
  return (await requestOk('GET', `/account/${accountId}/reward`)).uncappedPercentage
}

describe('queued percentages of an account whose bills are not seen', () => {
  test('each counts for its month, from the moment at which the one before it ends', async () => {
    await merchant.user('ann')
    const start = clock.now
    for (const percent of [10, 20, 30]) await give('ann', queued(percent))
    const moments = [start, addMonths(start, 1) - 1, addMonths(start, 1), addMonths(start, 2)]
    const percents = []
    for (const at of [...moments, addMonths(addMonths(start, 2), 1)]) {
      clock.now = at
      percents.push(await percentOf('ann'))
    }
    expect(percents).toEqual([10, 10, 20, 30, 0])
  })

  test('lists say which is in use and until when, how many are before the others, and what has ended', async () => {
    await merchant.user('dan')
    const start = clock.now
    const [second, third, end] = [1, 2, 3].map((months) => addMonths(start, months))
    for (const percent of [10, 20, 30]) await give('dan', queued(percent))
    expect(await queueOf('dan')).toEqual([
      ['AVAILABLE', 0, second],
      ['AVAILABLE', 1, null],
      ['AVAILABLE', 2, null],
    ])
    clock.now = Number(second)
    expect(await queueOf('dan')).toEqual([
      ['EXPIRED', null, second],
      ['AVAILABLE', 0, third],
      ['AVAILABLE', 1, null],
    ])
    clock.now = Number(end)
    expect((await queueOf('dan')).map(([status]) => status)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
  })

  test('one that is cancelled lets the next move up, and other percentages of 100 let all wait', async () => {
    await merchant.user('ben')
    const first = await give('ben', queued(10))
    await give('ben', queued(20))
    expect(await percentOf('ben')).toBe(10)
    clock.now += 10 * DAY_MS
    await requestOk('POST', `/reward/${first.body.id}/cancel`, {})
    expect(await percentOf('ben')).toBe(20)
    const everything = { type: 'PCT_DISCOUNT', discountPercent: 100 }
    const gift = await give('ben', everything, { dateExpires: clock.now + 60 * DAY_MS })
    expect(gift.status).toBe(201)
    expect(await percentOf('ben')).toBe(100)
    clock.now += 61 * DAY_MS
    expect(await percentOf('ben')).toBe(20)
  })
})

test('a queued percentage has no end of its own, so that dateExpires is refused', async () => {
  await merchant.user('cyd')
  const refused = await give('cyd', queued(10), { dateExpires: clock.now + DAY_MS })
  expect([refused.status, refused.body.apiErrorCode, refused.body.param]).toEqual([
    400,
    'VALIDATION_FAILED',
    'dateExpires',
  ])
  const given = await give('cyd', queued(10))
  expect(given.body).toMatchObject({ ...queued(10), dateExpires: null, statuses: ['AVAILABLE'] })
})

test('a friend’s percentage cannot be queued', async () => {
  const program = await requestOk('GET', '/program')
  const refused = await request('PUT', '/program', { ...program, referredReward: queued(10) })
  expect([refused.status, refused.body.param]).toEqual([400, 'referredReward.stacking'])
  const stored = await requestOk('PUT', '/program', { ...program, referrerReward: queued(10) })
  expect(stored.referrerReward).toEqual(queued(10))
})
