import { beforeAll, describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const merchant = merchantAt(service.call, live)
const { requestOk } = merchant

const idOf = async (friend: string) => String((await merchant.referral(friend)).id)
const review = async (friend: string) => requestOk('GET', `/referrals/${await idOf(friend)}/review`)

beforeAll(async () => {
  await merchant.program({
    currency: 'EUR' as NonNullable<Parameters<typeof merchant.program>[0]['currency']>,
    referredReward: { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 3 },
    referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  })
  const code = await merchant.user('ada', { firstName: 'Ada' })
  await merchant.sync('ada', {
    subscription: { status: 'PAID', value: 19.5, billingIntervalType: 'MONTH', billingIntervalValue: 1 },
  })
  for (const name of ['bob', 'cyd', 'dan', 'eve']) {
    await merchant.user(name, { firstName: name })
    await merchant.sync(name, { subscription: { status: 'TRIAL' }, referral: { code } })
  }
  await merchant.moderate('DENY_REFERRER', await idOf('bob'))
  await merchant.moderate('APPROVE', await idOf('cyd'))
  await merchant.moderate('PEND', await idOf('eve'))
})

describe('GET referrals/{id}/review', () => {
  test('each side has what it gets, and what that is worth where the price is known', async () => {
    const { sides, channel, friendPayments } = await review('eve')
    expect([channel, friendPayments]).toEqual(['CODE', []])
    expect(sides).toEqual([
      {
        side: 'REFERRER',
        accountId: 'ada',
        status: 'PENDING',
        reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
        worth: { amount: 23.4, currency: 'EUR', bills: 12 },
        takenOff: [],
      },
      {
        side: 'REFERRED',
        accountId: 'eve',
        status: 'PENDING',
        reward: { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 3 },
        worth: null,
        takenOff: [],
      },
    ])
  })

  test('earlier decisions about the same accounts are listed, the latest first', async () => {
    const { history } = await review('eve')
    expect(history).toMatchObject([
      {
        side: 'REFERRER',
        accountId: 'ada',
        approved: 1,
        denied: 1,
        pending: 0,
        undecided: 1,
        complete: true,
        latest: [
          {
            side: 'REFERRER',
            status: 'APPROVED',
            otherUser: { firstName: 'cyd' },
            decision: { by: 'STAFF' },
          },
          { side: 'REFERRER', status: 'DENIED', otherUser: { firstName: 'bob' }, decision: { by: 'STAFF' } },
        ],
      },
      { side: 'REFERRED', accountId: 'eve', approved: 0, denied: 0, pending: 0, latest: [] },
    ])
  })

  test('the friend of one referral who refers others has that history too, and the referrer the own referral', async () => {
    const ofBob = await merchant.user('bob')
    await merchant.user('fay', { firstName: 'Fay' })
    await merchant.sync('fay', { referral: { code: ofBob } })
    await merchant.moderate('DENY', await idOf('fay'))
    const { history } = await review('bob')
    expect(history).toMatchObject([
      { accountId: 'ada' },
      { accountId: 'bob', denied: 1, latest: [{ side: 'REFERRER', otherUser: { firstName: 'Fay' } }] },
    ])
    const { history: ofFay } = await review('fay')
    expect(ofFay).toMatchObject([
      { accountId: 'bob', latest: [] },
      { accountId: 'fay', denied: 0, latest: [] },
    ])
  })

  test('an unknown referral, and that of another tenant, is not found', async () => {
    const id = await idOf('eve')
    for (const path of ['/referrals/x/review', '/referrals/019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f/review']) {
      expect((await merchant.request('GET', path)).body).toMatchObject({ apiErrorCode: 'REFERRAL_NOT_FOUND' })
    }
    const foreign = await service.call('GET', `/referrals/${id}/review`, {
      alias: other.alias,
      key: other.apiKey,
    })
    expect(foreign.body).toMatchObject({ statusCode: 404, apiErrorCode: 'REFERRAL_NOT_FOUND' })
  })
})
