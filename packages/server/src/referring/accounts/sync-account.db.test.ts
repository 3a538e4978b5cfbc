import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock } = service
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

async function sync(id: string, fields: object = {}) {
  const { status, body } = await service.call('POST', '/accountsync', { body: { id, ...fields } })
  expect(status).toBe(200)
  return body
}

const referral = { code }
const tenPercent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 }
const unchanged = { billsLeft: null, dateScheduledFor: null, dateCancelled: null, dateRedeemed: null }

describe('attribution, then conversion', () => {
  test('a code starts a referral, a payment converts it, and the answers show exactly the account', async () => {
    const startedAt = clock.now
    const trial = await sync('bob', { subscription: { status: 'TRIAL' }, referral })
    expect(trial).toEqual({
      id: 'bob',
      currency: 'USD',
      paymentProviderId: null,
      subscription: { status: 'TRIAL' },
      referral: {
        id: expect.any(String),
        code,
        status: 'IN_PROGRESS',
        referrerReward: null,
        referredReward: {
          ...tenPercent,
          ...unchanged,
          id: expect.any(String),
          rewardSource: 'REFERRED',
          accountId: 'bob',
          userId: null,
          referralId: expect.any(String),
          statuses: ['AVAILABLE'],
          dateCreated: startedAt,
          dateGiven: startedAt,
          dateExpires: null,
        },
        dateReferralStarted: startedAt,
        dateConverted: null,
        dateReferralEnded: null,
      },
      standing: 'REFERRED',
      dateCreated: startedAt,
      dateBlocked: null,
      blockReason: null,
    })

    await service.addUser('bob')
    clock.now += 86_400_000
    const convertedAt = clock.now
    const subscription = { status: 'PAID', billingIntervalValue: 30, billingIntervalType: 'DAY', value: 9.99 }
    const paid = await sync('bob', { subscription })
    const yearLater = new Date(convertedAt)
    yearLater.setUTCFullYear(yearLater.getUTCFullYear() + 1)
    const given = { dateGiven: convertedAt, dateExpires: yearLater.getTime(), statuses: ['AVAILABLE'] }
    expect(paid).toEqual({
      id: 'bob',
      currency: 'USD',
      paymentProviderId: null,
      subscription,
      referral: {
        id: expect.any(String),
        code,
        status: 'CONVERTED',
        referrerReward: {
          ...tenPercent,
          ...unchanged,
          ...given,
          id: expect.any(String),
          rewardSource: 'FRIEND_SIGNUP',
          accountId: 'alice',
          userId: 'alice_user',
          referralId: expect.any(String),
          dateCreated: convertedAt,
        },
        referredReward: {
          ...tenPercent,
          ...unchanged,
          ...given,
          id: expect.any(String),
          rewardSource: 'REFERRED',
          accountId: 'bob',
          userId: 'bob_user',
          referralId: expect.any(String),
          dateCreated: startedAt,
          dateGiven: startedAt,
          // A friend's percentage ends as the day begins.
          dateExpires: new Date(yearLater).setUTCHours(0, 0, 0, 0),
        },
        dateReferralStarted: startedAt,
        dateConverted: convertedAt,
        dateReferralEnded: null,
      },
      standing: 'REFERRED',
      dateCreated: startedAt,
      dateBlocked: null,
      blockReason: null,
    })
    expect(paid.referral).toHaveProperty('id', Reflect.get(Object(trial.referral), 'id'))
  })

  test('a code and a payment in one call answer both rewards', async () => {
    await service.addUser('at_once')
    expect(await sync('at_once', { subscription: { status: 'PAID' }, referral })).toMatchObject({
      referral: {
        status: 'CONVERTED',
        referrerReward: { accountId: 'alice' },
        referredReward: { accountId: 'at_once' },
      },
    })
  })

  test('a payment before the first identification converts with the first identification', async () => {
    const early = { status: 'IN_PROGRESS', referrerReward: null }
    expect(await sync('early', { subscription: { status: 'PAID' }, referral })).toMatchObject({
      referral: early,
    })
    expect(await sync('early', { subscription: { status: 'TRIAL' } })).toMatchObject({ referral: early })
    await service.addUser('early')
    expect(await sync('early')).toMatchObject({ referral: { status: 'CONVERTED' } })
  })

  test('a code and a cancellation in one call attribute and end', async () => {
    const ended = await sync('never', { subscription: { status: 'CANCELLED' }, referral })
    expect(ended).toMatchObject({ referral: { status: 'ENDED', dateReferralEnded: clock.now } })
  })

  test('a cancellation ends the referral, and a later payment does not restart it', async () => {
    await sync('leaver', { subscription: { status: 'CANCELLED' }, referral })
    expect(await sync('leaver', { subscription: { status: 'PAID' } })).toMatchObject({
      referral: { status: 'ENDED', referrerReward: null },
    })
  })
})

describe('the first code wins', () => {
  test('a payment with an unknown, foreign or own code on a referred account still converts', async () => {
    const codes = { unknown: unknownCode(), another: await service.addUser('zoe') }
    for (const [name, other] of Object.entries(codes)) {
      await sync(`keeps_${name}`, { referral })
      await service.addUser(`keeps_${name}`)
      const paid = await sync(`keeps_${name}`, {
        subscription: { status: 'PAID' },
        referral: { code: other },
      })
      expect(paid).toMatchObject({ referral: { code, status: 'CONVERTED' } })
    }
    const own = await service.addUser('keeps_own')
    await sync('keeps_own', { referral })
    expect(await sync('keeps_own', { referral: { code: own } })).toMatchObject({ referral: { code } })
  })

  test('a code may be written in lower case and with blanks around it', async () => {
    expect(await sync('typed', { referral: { code: ` \t${code.toLowerCase()} ` } })).toMatchObject({
      referral: { code },
    })
  })

  test('an account that paid without a code is closed: any code is 200 and changes nothing', async () => {
    await sync('closed', { subscription: { status: 'PAID' } })
    for (const late of [code, unknownCode()]) {
      expect(await sync('closed', { referral: { code: late } })).toMatchObject({ referral: null })
    }
  })

  test('the stored code is accepted when the program is off, and a new one is not', async () => {
    await sync('kept', { referral })
    await service.setProgram({ active: false })
    expect(await sync('kept', { referral })).toMatchObject({ referral: { code } })
    const refused = await service.call('POST', '/accountsync', { body: { id: 'late', referral } })
    expect(refused.body).toMatchObject({ apiErrorCode: 'REFERRAL_CODE_NOT_FOUND', param: 'referral.code' })
    await service.setProgram({})
  })

  test('repeats write nothing', async () => {
    const body = { subscription: { status: 'PAID', value: 5 }, referral, paymentProviderId: 'cus_repeat' }
    await service.addUser('repeater')
    const first = await sync('repeater', body)
    const before = await service.rows()
    clock.now += 1000
    expect(await sync('repeater', body)).toEqual(first)
    expect(await sync('repeater')).toEqual(first)
    expect(await service.rows()).toEqual(before)
  })
})
