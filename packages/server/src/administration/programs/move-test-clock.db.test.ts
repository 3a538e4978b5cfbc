import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { createTenant } from '../tenants/create-tenant.ts'

const service = await startTestService()
const { clock, live, test: testMode } = service
const rehearsal = merchantAt(service.call, testMode)
const secondProcess = merchantAt(await service.anotherProcess(), testMode)
const merchant = merchantAt(service.call, live)

const DAY_MS = 86_400_000
const LAST_TIME = 253_402_300_799_999
const time = async (it = rehearsal) => Number((await it.requestOk('GET', '/test/clock')).now)
const move = (now: unknown) => rehearsal.request('POST', '/test/clock', { now })

describe('the clock of a test program', () => {
  test('the test clock runs with the machine’s until it is moved, and on from where it was moved to', async () => {
    expect(await time()).toBe(clock.now)
    clock.now += 5000
    expect(await time()).toBe(clock.now)
    const ahead = clock.now + 30 * DAY_MS
    const arrived = { now: ahead, movingTo: null, reached: ahead, jobsLeft: 0, jobsRetrying: 0 }
    expect(await move(ahead)).toMatchObject({ status: 200, body: arrived })
    clock.now += 7
    expect(await time()).toBe(ahead + 7)
    expect(await time(secondProcess)).toBe(ahead + 7)
  })

  test('a time up to a second behind is taken as now, further back is 400', async () => {
    const now = await time()
    for (const late of [0, 1, 1000]) {
      expect(await move(now - late)).toMatchObject({ status: 200, body: { now } })
    }
    const before = await service.rows()
    for (const late of [1001, DAY_MS, now]) {
      expect((await move(now - late)).body).toMatchObject({
        statusCode: 400,
        apiErrorCode: 'CLOCK_GOES_BACK',
        param: 'now',
      })
    }
    expect(await service.rows()).toEqual(before)
    expect(await time()).toBe(now)
  })

  test('the test clock can be set to the present while the machine’s clock runs', async () => {
    const { test: keys } = await createTenant(service.operator, { alias: 'running' })
    clock.step = 1
    const { alias, apiKey: key } = keys
    const { status } = await service.call('POST', '/test/clock', { alias, key, body: { now: clock.now } })
    clock.step = 0
    expect(status).toBe(200)
  })

  test('the test clock takes effect in both processes at once, and what is due by then has happened', async () => {
    const code = await rehearsal.user('both')
    await rehearsal.program({ referrerHoldDays: 10 })
    await rehearsal.friend('both_friend', code)
    await secondProcess.pay('both_friend')
    const processes = [rehearsal, secondProcess]
    const shown = async () =>
      new Set(
        await Promise.all(
          processes.flatMap((it) => [
            it.discount('both').then((reward) => reward.discountPercentage),
            it.requestOk('GET', '/rewards?accountId=both').then(({ rewards }) => {
              const [status] = entriesOf(rewards).map((reward) => String(reward.statuses))
              return status === 'AVAILABLE' ? 10 : 0
            }),
          ]),
        ),
      )
    expect(await shown()).toEqual(new Set([0]))
    await secondProcess.moveClock((await time()) + 10 * DAY_MS)
    expect(await shown()).toEqual(new Set([10]))
    await rehearsal.moveClock((await time()) + 366 * DAY_MS)
    expect(await shown()).toEqual(new Set([0]))
    await rehearsal.program({})
  })

  test('the test clock dates what happens from then on, and codes expire by it', async () => {
    const code = await rehearsal.user('dated')
    await rehearsal.requestOk('PUT', `/code/${code}`, { dateExpires: (await time()) + DAY_MS })
    const now = (await time()) + DAY_MS
    await rehearsal.moveClock(now)
    expect(await secondProcess.sync('newcomer')).toMatchObject({ dateCreated: now })
    for (const it of [rehearsal, secondProcess]) {
      expect((await it.request('GET', `/code/${code}`)).status).toBe(404)
    }
  })

  test('a test clock moved by many at once stands at the furthest', async () => {
    const now = await time()
    await Promise.all(
      [5, 1, 9, 3, 7].map((days, index) =>
        (index % 2 === 0 ? rehearsal : secondProcess)
          .request('POST', '/test/clock', { now: now + days * DAY_MS })
          .then(({ status }) => expect([200, 400]).toContain(status)),
      ),
    )
    expect(await time()).toBe(now + 9 * DAY_MS)
  })

  test('the test clock leaves keys and other programs by the time of day', async () => {
    expect((await time()) > clock.now).toBe(true)
    expect(await merchant.sync('live_account')).toMatchObject({ dateCreated: clock.now })
  })

  test.each([undefined, null, '5', -1, 1.5, true, LAST_TIME + 1])(
    'a move of the test clock to %j is 400',
    async (now) => {
      expect((await move(now)).body).toMatchObject({ statusCode: 400, param: 'now' })
    },
  )

  test('the test clock of a live program is 404, read or moved', async () => {
    for (const answer of [
      await merchant.request('GET', '/test/clock'),
      await merchant.request('POST', '/test/clock', { now: clock.now }),
    ]) {
      expect(answer.body).toMatchObject({ statusCode: 404, apiErrorCode: 'NOT_A_TEST_TENANT' })
    }
  })

  test('a test clock moved to the last day there is still serves every call', async () => {
    const code = await rehearsal.user('last')
    await rehearsal.moveClock(LAST_TIME)
    clock.now += 5
    await rehearsal.friend('last_friend', code)
    await rehearsal.pay('last_friend')
    const { id } = await rehearsal.give('last', { type: 'CREDIT', unit: 'EUR', credit: 5 })
    await rehearsal.requestOk('POST', `/reward/${id}/cancel`)
    const referral = await rehearsal.referral('last_friend')
    await rehearsal.moderate('DENY', String(referral.id))
    await rehearsal.moderate('APPROVE', String(referral.id))
    await rehearsal.leave('last_friend')
    expect(await rehearsal.discount('last')).toMatchObject({ uncappedPercentage: 0 })
    expect((await move(LAST_TIME)).status).toBe(200)
    expect(await brokenInvariants(service.owner, testMode.alias)).toEqual([])
  })
})
