import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })
// Names are shown once the server has named the user.
await service.call('POST', '/user', { body: { accountId: 'alice', id: 'alice_user' } })

async function reward(id: string, query = '') {
  return (await service.call('GET', `/account/${encodeURIComponent(id)}/reward${query}`)).body
}
const sync = (id: string, fields: object) => service.call('POST', '/accountsync', { body: { id, ...fields } })
async function convertedFriend(id: string, referralCode = code) {
  await service.addUser(id, { referral_code: referralCode, account_status: 'PAID' })
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

describe('what if a code were used', () => {
  test('an account that is not known yet would get the friend’s share', async () => {
    expect(
      await reward('newcomer', `?couponCode=%20${code.toLowerCase()}%20&value=49.90&currency=EUR`),
    ).toEqual({
      accountId: 'newcomer',
      ...asFriend,
      discountAmount: 4.99,
      currency: 'EUR',
      couponApplies: true,
    })
    expect(await reward('newcomer')).toMatchObject({ statusCode: 404 })
  })

  test('an open account would get it too, beside what it has as a referrer', async () => {
    const own = await service.addUser('referrer')
    await convertedFriend('referrer_friend', own)
    expect(await reward('referrer', `?couponCode=${code}`)).toMatchObject({
      discountPercentage: 20,
      referredDiscountPercent: 10,
      referrerDiscountPercent: 10,
      couponApplies: true,
      referrerName: 'Alice T.',
    })
  })

  test('a referred account keeps its discount for every code; its own code applies', async () => {
    await sync('taken', { referral: { code } })
    expect(await reward('taken', `?couponCode=${code}`)).toEqual({
      accountId: 'taken',
      ...asFriend,
      couponApplies: true,
    })
    for (const other of [unknownCode(), await service.addUser('zoe')]) {
      expect(await reward('taken', `?couponCode=${other}`)).toEqual({
        accountId: 'taken',
        ...asFriend,
        couponApplies: false,
        reason: 'ALREADY_REFERRED',
      })
    }
  })

  test('a closed account gets nothing, with the reason', async () => {
    await sync('closed', { subscription: { status: 'PAID' } })
    for (const it of [code, unknownCode()]) {
      expect(await reward('closed', `?couponCode=${it}`)).toEqual({
        accountId: 'closed',
        ...nothing,
        couponApplies: false,
        reason: 'EXISTING_CUSTOMER',
      })
    }
  })

  test('the account’s own code is 400, an unknown one 404, as in accountsync', async () => {
    expect(await reward('alice', `?couponCode=${code}`)).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'SELF_REFERRAL',
      param: 'couponCode',
    })
    for (const id of ['alice', 'never_seen']) {
      expect(await reward(id, `?couponCode=${unknownCode()}`)).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
        param: 'couponCode',
      })
    }
  })

  test('a code of a program whose friend reward is no percentage gives no percentage', async () => {
    await service.setProgram({ referredReward: { type: 'CREDIT', unit: 'EUR', credit: 500 } })
    expect(await reward('newcomer', `?couponCode=${code}`)).toMatchObject({
      discountPercentage: 0,
      couponApplies: true,
    })
    await service.setProgram({})
  })
})
