import { MAX_CREDIT } from '@goodword/contract/frame/values'
import { rewardTypes, specOf } from '@goodword/domain/rewards/reward'
import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { live, other, clock } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant
await merchant.user('ann')

const DAY_MS = 86_400_000
const LAST_TIME = 253_402_300_799_999
const euros = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
const tenPercent = { type: 'PCT_DISCOUNT', discountPercent: 10 } as const
let made = 0
const key = () => {
  made += 1
  return `gift-${made}`
}
const give = (fields: object) =>
  request('POST', '/rewards', { accountId: 'ann', reward: euros, ...fields }, key())

describe('POST rewards', () => {
  test('POST rewards gives a reward at once, which counts at once and is found again', async () => {
    const { status, body } = await give({ userId: 'ann_user' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...euros,
      id: expect.any(String),
      rewardSource: 'MANUAL',
      accountId: 'ann',
      userId: 'ann_user',
      referralId: null,
      statuses: ['AVAILABLE'],
      redeemedCredit: 0,
      dateCreated: clock.now,
      dateScheduledFor: null,
      dateGiven: clock.now,
      dateExpires: null,
      dateCancelled: null,
      dateRedeemed: null,
    })
    expect(await merchant.credit('ann', 'EUR')).toBe(500)
    expect(entriesOf((await requestOk('GET', '/rewards?accountId=ann')).rewards)).toMatchObject([body])
    const timeline = await requestOk('GET', '/account/ann/timeline')
    expect(timeline.events).toMatchObject([
      {
        type: 'reward.created',
        rewardId: body.id,
        actor: 'server',
        note: null,
        author: expect.stringMatching(/^key /),
      },
      { type: 'user.created' },
    ])
  })

  const typesByHand = rewardTypes.filter((it) => it !== 'PAYMENT_SHARE')
  test.each(typesByHand)('a reward of the type %s is stored and listed as it was given', async (type) => {
    const reward = specOf({ type, unit: 'SEAT', amount: 1, months: null })
    expect(await merchant.give('ann', reward)).toMatchObject(reward)
    const { rewards } = await requestOk('GET', `/rewards?accountId=ann&type=${type}`)
    expect(entriesOf(rewards)).toContainEqual(expect.objectContaining(reward))
  })

  test('POST rewards gives any kind of reward, each with its own fields and months', async () => {
    await merchant.user('kinds')
    const inTwoMonths = Date.UTC(2026, 2, 31, 12)
    expect(clock.now).toBe(Date.UTC(2026, 0, 31, 12))
    for (const [reward, rest] of [
      [{ ...tenPercent, monthsDiscountIsValid: 2 }, { dateExpires: inTwoMonths }],
      [
        { ...euros, monthsCreditIsValid: 2 },
        { dateExpires: inTwoMonths, redeemedCredit: 0 },
      ],
      [
        { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 },
        { dateExpires: null, redeemedCredit: 0 },
      ],
      [{ type: 'FEATURE', featureType: 'SEAT', quantity: 2 }, { dateExpires: null }],
    ] as const) {
      expect(await merchant.give('kinds', reward)).toMatchObject({ ...reward, ...rest, userId: null })
    }
    expect(await merchant.discount('kinds')).toMatchObject({
      discountPercentage: 10,
      referredDiscountPercent: 0,
      referrerDiscountPercent: 0,
      uncappedPercentage: 10,
      credits: [
        { unit: 'DAY', available: 30 },
        { unit: 'EUR', available: 500 },
      ],
    })
  })

  test('a day ahead waits until then; its months count from then', async () => {
    await merchant.user('waits')
    const dateScheduledFor = clock.now + 10 * DAY_MS
    const reward = { ...euros, monthsCreditIsValid: 1 }
    const given = await merchant.give('waits', reward, { dateScheduledFor })
    expect(given).toMatchObject({
      statuses: ['PENDING'],
      dateScheduledFor,
      dateGiven: null,
      dateExpires: Date.UTC(2026, 2, 10, 12),
    })
    clock.now = dateScheduledFor - 1
    expect(await merchant.credit('waits', 'EUR')).toBe(0)
    clock.now = dateScheduledFor
    expect(await merchant.credit('waits', 'EUR')).toBe(500)
    expect((await requestOk('GET', '/rewards?accountId=waits')).rewards).toMatchObject([
      { statuses: ['AVAILABLE'], dateGiven: dateScheduledFor, dateScheduledFor },
    ])
    clock.now = Date.UTC(2026, 2, 10, 12)
    expect(await merchant.credit('waits', 'EUR')).toBe(0)
    expect((await requestOk('GET', '/rewards?accountId=waits')).rewards).toMatchObject([
      { statuses: ['EXPIRED'] },
    ])
  })

  test('a past day is at once, and a named expiry decides over the months', async () => {
    const dateExpires = clock.now + 5
    const reward = { ...euros, monthsCreditIsValid: 12 }
    const { body } = await give({ reward, dateScheduledFor: clock.now - 1, dateExpires })
    expect(body).toMatchObject({ dateScheduledFor: null, dateGiven: clock.now, dateExpires })
  })

  test('an expiry that is not behind the start is 400', async () => {
    const start = clock.now + DAY_MS
    for (const times of [
      { dateExpires: clock.now },
      { dateExpires: 0 },
      { dateScheduledFor: start, dateExpires: start },
      { dateScheduledFor: start, dateExpires: clock.now + 1 },
    ]) {
      const before = await service.rows()
      expect((await give(times)).body).toMatchObject({ statusCode: 400, param: 'dateExpires' })
      expect(await service.rows()).toEqual(before)
    }
  })

  test('an unknown account or user is 404, and stores nothing', async () => {
    const before = await service.rows()
    for (const [fields, code, param] of [
      [{ accountId: 'nobody' }, 'ACCOUNT_NOT_FOUND', 'accountId'],
      [{ accountId: 'nobody', userId: 'ann_user' }, 'ACCOUNT_NOT_FOUND', 'accountId'],
      [{ userId: 'nobody' }, 'USER_NOT_FOUND', 'userId'],
      [{ userId: 'kinds_user' }, 'USER_NOT_FOUND', 'userId'],
    ] as const) {
      expect((await give(fields)).body).toMatchObject({ statusCode: 404, apiErrorCode: code, param })
    }
    expect(await service.rows()).toEqual(before)
  })

  test('the furthest times and the largest numbers there are do no harm', async () => {
    await merchant.user('far')
    const credit = MAX_CREDIT
    for (const fields of [
      { dateScheduledFor: LAST_TIME },
      { dateScheduledFor: LAST_TIME - 1, dateExpires: LAST_TIME },
      { reward: { ...euros, monthsCreditIsValid: 1200 }, dateScheduledFor: LAST_TIME },
      { reward: { ...tenPercent, monthsDiscountIsValid: 1200 }, dateScheduledFor: LAST_TIME - DAY_MS },
      { reward: { type: 'CREDIT', unit: '😀'.repeat(256), credit } },
      { reward: { type: 'CREDIT', unit: 'MANY', credit } },
    ]) {
      const { status, body } = await give({ accountId: 'far', ...fields })
      expect([status, body.message]).toEqual([201, undefined])
    }
    expect(await merchant.credit('far', 'MANY')).toBe(credit)
    const more = { accountId: 'far', reward: { type: 'CREDIT', unit: 'MANY', credit: credit + 1 } }
    expect((await give(more)).body).toMatchObject({ statusCode: 400, param: 'reward.credit' })
    const { rewards } = await requestOk('GET', '/rewards?accountId=far')
    expect(entriesOf(rewards)).toHaveLength(6)
  })

  test.each([
    [{ accountId: null }, 'accountId'],
    [{ accountId: 5 }, 'accountId'],
    [{ userId: '' }, 'userId'],
    [{ reward: null }, 'reward'],
    [{ reward: 10 }, 'reward'],
    [{ reward: {} }, 'reward'],
    [{ reward: { type: 'MONEY' } }, 'reward'],
    [{ reward: { type: 'CREDIT', unit: 'EUR' } }, 'reward.credit'],
    [{ reward: { type: 'CREDIT', unit: '', credit: 5 } }, 'reward.unit'],
    [{ reward: { type: 'CREDIT', unit: 'E\u0000', credit: 5 } }, 'reward.unit'],
    [{ reward: { ...euros, credit: 0 } }, 'reward.credit'],
    [{ reward: { ...euros, credit: 1.5 } }, 'reward.credit'],
    [{ reward: { ...euros, credit: '5' } }, 'reward.credit'],
    [{ reward: { ...euros, credit: 2 ** 53 } }, 'reward.credit'],
    [{ reward: { ...euros, monthsCreditIsValid: 0 } }, 'reward.monthsCreditIsValid'],
    [{ reward: { ...euros, monthsCreditIsValid: 1201 } }, 'reward.monthsCreditIsValid'],
    [{ reward: { type: 'PCT_DISCOUNT', discountPercent: 100.01 } }, 'reward.discountPercent'],
    [{ reward: { type: 'PCT_DISCOUNT', discountPercent: 10, stacking: 'LATER' } }, 'reward.stacking'],
    [{ reward: { type: 'PCT_DISCOUNT', discountPercent: 0.001 } }, 'reward.discountPercent'],
    [{ reward: { type: 'FEATURE', featureType: 'SEAT', quantity: 0 } }, 'reward.quantity'],
    [{ dateScheduledFor: -1 }, 'dateScheduledFor'],
    [{ dateScheduledFor: '5' }, 'dateScheduledFor'],
    [{ dateExpires: LAST_TIME + 1 }, 'dateExpires'],
    [{ dateExpires: 1.5 }, 'dateExpires'],
  ])('the body %j is 400 for %s and stores nothing', async (fields, param) => {
    const before = await service.rows()
    expect((await give(fields)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })

  test('a request without an Idempotency-Key is 400, and the same key gives once, in every process', async () => {
    await merchant.user('once')
    const body = { accountId: 'once', reward: euros }
    expect((await request('POST', '/rewards', body)).body).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'IDEMPOTENCY_KEY_REQUIRED',
    })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? merchant : secondProcess).request('POST', '/rewards', body, 'once'),
      ),
    )
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([201, 409]))
    const again = await request('POST', '/rewards', body, 'once')
    expect([again.status, again.body]).toEqual([201, answers.find((it) => it.status === 201)?.body])
    expect(await merchant.credit('once', 'EUR')).toBe(500)
  })

  test('rewards of another program are its own', async () => {
    const elsewhere = merchantAt(service.call, other)
    expect(
      (await elsewhere.request('POST', '/rewards', { accountId: 'ann', reward: euros }, key())).status,
    ).toBe(404)
    await elsewhere.user('ann')
    await elsewhere.give('ann', euros)
    expect((await elsewhere.requestOk('GET', '/rewards')).count).toBe(1)
  })

  test('POST rewards keeps ledger and rewards in step', async () => {
    expect(await brokenInvariants(service.owner, live.alias)).toEqual([])
  })
})
