import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant

const DAY_MS = 86_400_000
const coffee = (credit: number) => ({ type: 'CREDIT', unit: 'COFFEE', credit }) as const
const holds = () => brokenInvariants(service.owner, live.alias)
let made = 0
function redeem(accountId: unknown, amount: unknown, unit: unknown = 'COFFEE') {
  made += 1
  return request('POST', '/credit/redeem', { accountId, unit, amount }, `redeem-${made}`)
}
/** `redeemed of credit` of an account's credits, oldest first. */
async function spent(accountId: string): Promise<readonly string[]> {
  const { rewards } = await requestOk('GET', `/rewards?accountId=${accountId}&limit=1000`)
  return entriesOf(rewards)
    .map((it) => `${it.redeemedCredit} of ${it.credit}`)
    .toReversed()
}

describe('POST credit/redeem', () => {
  test('a redemption takes the whole amount and returns what is left', async () => {
    await merchant.user('ann')
    await merchant.give('ann', coffee(5))
    const { status, body } = await redeem('ann', 2)
    expect([status, body]).toEqual([
      200,
      { creditRedeemed: 2, creditAvailable: 3, unit: 'COFFEE', redemptionId: expect.any(String) },
    ])
    expect(await merchant.credit('ann', 'COFFEE')).toBe(3)
    const { events } = await requestOk('GET', '/account/ann/timeline')
    expect(entriesOf(events)[0]).toMatchObject({ type: 'reward.redeemed' })
  })

  test('a redemption keeps the reason that is given, for the timeline', async () => {
    await merchant.user('why')
    await merchant.give('why', coffee(5))
    const body = { accountId: 'why', unit: 'COFFEE', amount: 1 }
    const reason = 'Paid <b>two</b> cups'
    expect((await request('POST', '/credit/redeem', { ...body, reason }, 'with-reason')).status).toBe(200)
    expect((await request('POST', '/credit/redeem', { ...body, reason: null }, 'without')).status).toBe(200)
    const { events } = await requestOk('GET', '/account/why/timeline')
    expect(
      entriesOf(events)
        .filter((it) => it.type === 'reward.redeemed')
        .map((it) => [it.note, it.author]),
    ).toEqual([
      [null, expect.stringMatching(/^key /)],
      [reason, expect.stringMatching(/^key /)],
    ])
    for (const wrong of ['', ' ', 'a\0b', 5]) {
      const refused = await request('POST', '/credit/redeem', { ...body, reason: wrong }, 'wrong')
      expect([refused.status, refused.body.param]).toEqual([400, 'reason'])
    }
  })

  test('a redemption takes what expires soonest first, across rewards of every source, and the oldest of those', async () => {
    await service.setProgram({ referrerReward: { ...coffee(10), monthsCreditIsValid: 2 } })
    const code = await merchant.user('mixed')
    await merchant.give('mixed', coffee(10))
    await merchant.give('mixed', coffee(10), { dateExpires: clock.now + 90 * DAY_MS })
    await merchant.friend('mixed_friend', code)
    await merchant.pay('mixed_friend')
    clock.now += 1
    await merchant.give('mixed', coffee(10), { dateExpires: clock.now + 30 * DAY_MS })
    await service.setProgram({})
    await redeem('mixed', 15)
    expect(await spent('mixed')).toEqual(['0 of 10', '0 of 10', '5 of 10', '10 of 10'])
    await redeem('mixed', 22)
    expect(await spent('mixed')).toEqual(['7 of 10', '10 of 10', '10 of 10', '10 of 10'])
    const { rewards } = await requestOk('GET', '/rewards?accountId=mixed&status=REDEEMED')
    for (const it of entriesOf(rewards)) expect(it.dateRedeemed).toEqual(expect.any(Number))
    expect(await requestOk('GET', '/rewards?accountId=mixed&status=AVAILABLE')).toMatchObject({
      rewards: [{ redeemedCredit: 7, dateRedeemed: null }],
    })
    expect(await holds()).toEqual([])
  })

  test('a redemption takes nothing of what is not there yet, expired or taken back, nor of another unit or kind', async () => {
    await merchant.user('poor')
    await merchant.give('poor', coffee(1))
    await merchant.give('poor', coffee(10), { dateScheduledFor: clock.now + DAY_MS })
    await merchant.give('poor', coffee(10), { dateExpires: clock.now + 1 })
    const { id } = await merchant.give('poor', coffee(10))
    await requestOk('POST', `/reward/${id}/cancel`)
    await merchant.give('poor', { type: 'CREDIT', unit: 'coffee', credit: 10 })
    await merchant.give('poor', { type: 'FEATURE', featureType: 'COFFEE', quantity: 10 })
    await merchant.give('poor', { type: 'PCT_DISCOUNT', discountPercent: 10 })
    clock.now += 1
    const before = await service.rows()
    for (const [amount, unit] of [
      [2, 'COFFEE'],
      [1, 'TEA'],
      [11, 'coffee'],
      [1, '%'],
      [Number.MAX_SAFE_INTEGER, 'COFFEE'],
    ] as const) {
      expect((await redeem('poor', amount, unit)).body).toMatchObject({
        statusCode: 400,
        apiErrorCode: 'INSUFFICIENT_CREDIT',
        param: 'amount',
      })
    }
    expect(await service.rows()).toEqual(before)
    expect((await redeem('poor', 1)).body).toMatchObject({ creditAvailable: 0 })
  })

  test('a redemption takes time credits too', async () => {
    await merchant.user('timely')
    await merchant.give('timely', { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 })
    expect((await redeem('timely', 7, 'DAY')).body).toMatchObject({ creditAvailable: 23, unit: 'DAY' })
  })

  test('an unknown account is 404, also one of another program or mode', async () => {
    for (const keys of [testMode, other]) await merchantAt(service.call, keys).user('elsewhere')
    for (const accountId of ['nobody', 'elsewhere']) {
      expect((await redeem(accountId, 1)).body).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'ACCOUNT_NOT_FOUND',
        param: 'accountId',
      })
    }
  })

  test.each([
    [5, 1, 'COFFEE', 'accountId'],
    [null, 1, 'COFFEE', 'accountId'],
    ['ann', 0, 'COFFEE', 'amount'],
    ['ann', -1, 'COFFEE', 'amount'],
    ['ann', 0.5, 'COFFEE', 'amount'],
    ['ann', '1', 'COFFEE', 'amount'],
    ['ann', null, 'COFFEE', 'amount'],
    ['ann', 2 ** 53, 'COFFEE', 'amount'],
    ['ann', 1, '', 'unit'],
    ['ann', 1, 5, 'unit'],
    ['ann', 1, '\u0000', 'unit'],
    ['ann', 1, null, 'unit'],
  ])('the redemption of %j, %j, %j is 400 for %s', async (accountId, amount, unit, param) => {
    const before = await service.rows()
    expect((await redeem(accountId, amount, unit)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })

  test('a redemption without an Idempotency-Key is 400, and the same key takes once', async () => {
    await merchant.user('once')
    await merchant.give('once', coffee(10))
    const body = { accountId: 'once', unit: 'COFFEE', amount: 3 }
    expect((await request('POST', '/credit/redeem', body)).body).toMatchObject({
      apiErrorCode: 'IDEMPOTENCY_KEY_REQUIRED',
    })
    const first = await request('POST', '/credit/redeem', body, 'k')
    expect((await secondProcess.request('POST', '/credit/redeem', body, 'k')).body).toEqual(first.body)
    expect(await merchant.credit('once', 'COFFEE')).toBe(7)
  })
})

describe('races', () => {
  test('as many of 50 redemptions by two processes succeed as there is credit, and none spends the same', async () => {
    await merchant.user('crowd')
    for (const credit of [7, 11, 13]) await merchant.give('crowd', coffee(credit))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? merchant : secondProcess).request(
          'POST',
          '/credit/redeem',
          { accountId: 'crowd', unit: 'COFFEE', amount: 2 },
          `crowd-${index}`,
        ),
      ),
    )
    const taken = answers.filter((it) => it.status === 200)
    expect(taken).toHaveLength(15)
    expect(new Set(taken.map((it) => it.body.redemptionId)).size).toBe(15)
    expect(taken.map((it) => it.body.creditAvailable).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 15 }, (_, index) => 1 + 2 * index),
    )
    expect(await merchant.credit('crowd', 'COFFEE')).toBe(1)
    expect(await spent('crowd')).toEqual(['7 of 7', '11 of 11', '12 of 13'])
    expect(await holds()).toEqual([])
  })

  test('redemptions racing with cancellations leave every credit either spent or taken back', async () => {
    await merchant.user('raced')
    const all = []
    for (let given = 0; given < 10; given += 1) all.push(await merchant.give('raced', coffee(4)))
    clock.step = 1
    const answers = await Promise.all([
      ...all.map(({ id }) => secondProcess.request('POST', `/reward/${id}/cancel`)),
      ...Array.from({ length: 14 }, () => redeem('raced', 3)),
    ])
    clock.step = 0
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const redeemed = answers.filter((it) => it.body.redemptionId !== undefined).length * 3
    const { rewards } = await requestOk('GET', '/rewards?accountId=raced&limit=100')
    const sum = entriesOf(rewards).reduce((total, it) => total + Number(it.redeemedCredit), 0)
    expect(sum).toBe(redeemed)
    expect(await merchant.credit('raced', 'COFFEE')).toBe(0)
    expect(await holds()).toEqual([])
  })

  test('redemptions racing with the friends’ leaving and a moderation of the credits keep the ledger in step', async () => {
    await service.setProgram({ referrerReward: { ...coffee(5), monthsCreditIsValid: 3 } })
    const code = await merchant.user('host')
    const friends = Array.from({ length: 8 }, (_, index) => `guest_${index}`)
    for (const friend of friends) {
      await merchant.friend(friend, code)
      await merchant.pay(friend)
    }
    const referrals = await Promise.all(friends.map((it) => merchant.referral(it)))
    clock.step = 1
    await Promise.all([
      ...friends.slice(0, 4).map((it) => merchant.leave(it)),
      ...referrals.map(({ id }) => secondProcess.moderate('DENY_REFERRER', String(id))),
      ...Array.from({ length: 12 }, () => redeem('host', 3)),
      ...referrals.slice(4).map(({ id }) => merchant.moderate('APPROVE_REFERRER', String(id))),
    ])
    clock.step = 0
    await service.setProgram({})
    expect(await holds()).toEqual([])
    const left = await merchant.credit('host', 'COFFEE')
    if (left > 0) expect((await redeem('host', left)).body).toMatchObject({ creditAvailable: 0 })
    expect((await redeem('host', 1)).status).toBe(400)
  })
})
