import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock } = service
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })
// Names are shown once the server has named the user.
await service.call('POST', '/user', { body: { accountId: 'alice', id: 'alice_user' } })

async function reward(id: string, query = '') {
  return (await service.call('GET', `/account/${encodeURIComponent(id)}/reward${query}`)).body
}
const sync = (id: string, fields: object) => service.call('POST', '/accountsync', { body: { id, ...fields } })
async function convertedFriend(id: string, referralCode = code) {
  await service.addUser(id, { referral_code: referralCode })
  await service.call('POST', '/accountsync', { body: { id, subscription: { status: 'PAID' } } })
}

const nothing = {
  discountPercentage: 0,
  referredDiscountPercent: 0,
  referrerDiscountPercent: 0,
  uncappedPercentage: 0,
  discountId: 'referral_discount',
  referrerName: null,
  credits: [],
}
const asFriend = {
  ...nothing,
  discountPercentage: 10,
  referredDiscountPercent: 10,
  uncappedPercentage: 10,
  referrerName: 'Alice T.',
}

describe('the percentage of an account', () => {
  test('an account gets nothing off its next bill before it was referred, and the friend’s share from the attribution on', async () => {
    await sync('bob', {})
    expect(await reward('bob')).toEqual({ accountId: 'bob', ...nothing })
    await sync('bob', { subscription: { status: 'TRIAL' }, referral: { code } })
    expect(await reward('bob')).toEqual({ accountId: 'bob', ...asFriend })
    expect(await reward('alice')).toEqual({ accountId: 'alice', ...nothing })
  })

  test('the percentage ends when the friend leaves, on both sides at once', async () => {
    const own = await service.addUser('single')
    await convertedFriend('passing', own)
    expect(await reward('single')).toMatchObject({ discountPercentage: 10, referrerDiscountPercent: 10 })
    await sync('passing', { subscription: { status: 'CANCELLED' } })
    for (const id of ['single', 'passing']) {
      expect(await reward(id)).toMatchObject({ discountPercentage: 0, uncappedPercentage: 0 })
    }
  })

  test('the percentage adds up over friends and over both sides; applied is at most 100, the sum is reported', async () => {
    const own = await service.addUser('popular', { referral_code: code, account_status: 'PAID' })
    for (let friend = 1; friend <= 3; friend += 1) await convertedFriend(`friend_${friend}`, own)
    expect(await reward('popular')).toMatchObject({
      discountPercentage: 40,
      referredDiscountPercent: 10,
      referrerDiscountPercent: 30,
      uncappedPercentage: 40,
    })
    for (let friend = 4; friend <= 12; friend += 1) await convertedFriend(`friend_${friend}`, own)
    expect(await reward('popular', '?value=80')).toMatchObject({
      discountPercentage: 100,
      referredDiscountPercent: 10,
      referrerDiscountPercent: 120,
      uncappedPercentage: 130,
      discountAmount: 80,
      currency: 'USD',
    })
  })

  test('the percentage lasts twelve months: the friend until that day begins, the referrer to the millisecond', async () => {
    const own = await service.addUser('yearly')
    const now = clock.now
    await convertedFriend('yearly_friend', own)
    const end = Date.UTC(2027, 0, 31, 12) + (now - Date.UTC(2026, 0, 31, 12))
    const ends = { yearly: end, yearly_friend: new Date(end).setUTCHours(0, 0, 0, 0) }
    for (const [id, expiry] of Object.entries(ends)) {
      clock.now = expiry - 1
      expect(await reward(id)).toMatchObject({ discountPercentage: 10 })
      clock.now = expiry
      expect(await reward(id)).toMatchObject({ discountPercentage: 0 })
    }
    clock.now = now
  })

  test('an unknown account is 404, and a hostile id 400', async () => {
    expect(await reward('nobody')).toMatchObject({ apiErrorCode: 'ACCOUNT_NOT_FOUND', param: 'accountId' })
    expect(await reward(' ')).toMatchObject({ statusCode: 400, param: 'accountId' })
  })
})

describe('credits', () => {
  test('credits of every unit stand beside the percentages, time credits too', async () => {
    const own = await service.addUser('saver')
    for (const [id, referrerReward] of Object.entries({
      coffee: { type: 'CREDIT', unit: 'COFFEE', credit: 3 },
      euros: { type: 'CREDIT', unit: 'EUR', credit: 500 },
      more: { type: 'CREDIT', unit: 'EUR', credit: 250 },
      days: { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 },
      feature: { type: 'FEATURE', featureType: 'EXTRA_SEAT', quantity: 1 },
    } as const)) {
      await service.setProgram({ referrerReward })
      await convertedFriend(`credit_${id}`, own)
    }
    await service.setProgram({})
    expect(await reward('saver')).toEqual({
      accountId: 'saver',
      ...nothing,
      credits: [
        { unit: 'COFFEE', available: 3 },
        { unit: 'DAY', available: 30 },
        { unit: 'EUR', available: 750 },
      ],
    })
  })

  test('credits of a friend wait for the conversion', async () => {
    await service.setProgram({ referredReward: { type: 'CREDIT', unit: 'EUR', credit: 500 } })
    await sync('patient', { referral: { code } })
    expect(await reward('patient')).toMatchObject({ credits: [] })
    await convertedFriend('patient')
    expect(await reward('patient')).toMatchObject({ credits: [{ unit: 'EUR', available: 500 }] })
    await service.setProgram({})
  })

  test('expired credits are gone', async () => {
    const referrerReward = { type: 'CREDIT', unit: 'EUR', credit: 500, monthsCreditIsValid: 1 } as const
    await service.setProgram({ referrerReward })
    const own = await service.addUser('slow')
    await convertedFriend('slow_friend', own)
    expect(await reward('slow')).toMatchObject({ credits: [{ unit: 'EUR', available: 500 }] })
    clock.now += 31 * 86_400_000
    expect(await reward('slow')).toMatchObject({ credits: [{ unit: 'EUR', available: 0 }] })
    await service.setProgram({})
  })
})

test('reading changes nothing', async () => {
  const before = await service.rows()
  for (const query of ['', '?value=5', `?couponCode=${code}`, `?couponCode=${unknownCode()}`]) {
    for (const id of ['bob', 'alice', 'nobody']) await reward(id, query)
  }
  expect(await service.rows()).toEqual(before)
})
