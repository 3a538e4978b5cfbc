import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

const times = (count: number, amount: string) => Array.from({ length: count }, () => amount)
const YEAR = '2041-03-01T12:00'
/** The moment after three bills with a discount and two without it. */
const FIVE_BILLS = '2040-06-01T12:00'

/** A story with a referrer, whose code it is. */
async function begin(months = 3) {
  const story = await BillingStory.begin(service, months)
  return { story, code: await story.user('ada') }
}

describe('a friend of a program with 10 % for some months', () => {
  test('a friend who was subscribed with the discount has it on twelve bills of twelve months', async () => {
    const { story, code } = await begin(12)
    const bob = await story.subscribe('bob', { discount: '3.00' })
    const first = await story.link(bob, code)
    expect(first).toMatchObject({ status: 201, body: { accountId: 'bob', discountPercentage: 10 } })
    expect((await story.link(bob, code)).status).toBe(200)
    await story.moveTo(YEAR)
    expect(await story.payments(bob.subscriptionId)).toEqual([...times(12, '27.00'), ...times(2, '30.00')])
    expect(await story.discount(bob.subscriptionId)).toBeNull()
  })

  test('a friend whose code was not looked up gets the first discount back once it is settled, and has it on the bills of the other months', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob')
    await story.link(bob, code)
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
    expect(await story.refunds(bob)).toEqual([])
    await story.moveTo('2040-02-03T12:00')
    expect(await story.refunds(bob)).toEqual(['3.00'])
    await story.moveTo(FIVE_BILLS)
    expect(await story.payments(bob.subscriptionId)).toEqual([
      '30.00',
      ...times(2, '27.00'),
      ...times(2, '30.00'),
    ])
    expect(await story.refunds(bob)).toEqual(['3.00'])
    // The page of the referral has the same amounts.
    const { id } = Object((await story.account('bob')).referral)
    const { body } = await story.call('GET', `/referrals/${id}/review`)
    expect(body).toMatchObject({
      channel: 'CODE',
      friendPayments: [{ currency: 'USD', charged: 144, refunded: 3 }],
      sides: [
        { side: 'REFERRER', takenOff: [] },
        { side: 'REFERRED', takenOff: [{ currency: 'USD', amount: 9 }] },
      ],
    })
  })

  test('a friend has the discount as well when no notification ever arrives', async () => {
    const { story, code } = await begin()
    story.hasNotifications = false
    const bob = await story.subscribe('bob')
    await story.link(bob, code)
    await story.moveTo(FIVE_BILLS)
    expect(await story.payments(bob.subscriptionId)).toEqual([
      '30.00',
      ...times(2, '27.00'),
      ...times(2, '30.00'),
    ])
    expect(await story.refunds(bob)).toEqual(['3.00'])
  })

  test('a friend with a trial pays the first bill with the discount, and converts by it without a user', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob', { trialDays: 20 })
    await story.link(bob, code)
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'IN_PROGRESS' } })
    await story.moveTo('2040-02-21T12:00')
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'CONVERTED' } })
    await story.moveTo(FIVE_BILLS)
    const payments = await story.payments(bob.subscriptionId)
    expect(payments).toEqual([...times(3, '27.00'), '30.00'])
    expect(await story.refunds(bob)).toEqual([])
  })

  test('a friend with a discount that is too small gets the rest of it back, once', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob', { discount: '1.00' })
    await story.link(bob, code)
    await story.moveTo(FIVE_BILLS)
    expect(await story.payments(bob.subscriptionId)).toEqual([
      '29.00',
      ...times(2, '27.00'),
      ...times(2, '30.00'),
    ])
    expect(await story.refunds(bob)).toEqual(['2.00'])
  })

  test.each([
    ['a part of the discount', '1.00', ['1.00', '2.00']],
    ['as much as the discount', '3.00', ['3.00']],
    ['more than the discount', '20.00', ['20.00']],
    ['all of the first bill', '30.00', ['30.00']],
  ])(
    'a friend whose merchant refunded %s gets back what is missing of the discount then',
    async (_how, byMerchant, refunds) => {
      const { story, code } = await begin()
      const bob = await story.subscribe('bob')
      const { sdk, control } = story.tenant.shop
      const found = await sdk.subscription.find(bob.subscriptionId)
      await control('POST', '/clock/advance', { to: '2040-02-02T12:00:00Z' })
      await sdk.transaction.refund(found.transactions?.[0]?.id ?? '', byMerchant)
      await control('POST', '/clock/advance', { to: '2040-02-02T12:00:01Z' })
      await story.link(bob, code)
      await story.moveTo('2040-02-04T12:00')
      expect((await story.refunds(bob)).toSorted()).toEqual([...refunds].toSorted())
    },
  )

  test.each([
    ['in another case', (code: string) => code.toLowerCase()],
    ['of an earlier product', () => 'jane.doe'],
  ])('a friend is attributed by the coupon field of the customer with a code %s', async (_, written) => {
    const { story, code } = await begin()
    const text = `insert into former_code (tenant_id, spelling, user_id, is_exact, created_at)
      select c.tenant_id, 'jane.doe', c.user_id, true, c.created_at from referral_code c where c.tenant_id = $1 and c.code = $2`
    await service.owner.query({ name: '', text }, [story.tenant.keys.alias, code])
    const bob = await story.subscribe('bob', { coupon: written(code) })
    await story.bind(bob)
    expect(await story.account('bob')).toMatchObject({ referral: { code, status: 'CONVERTED' } })
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })

  test('a friend who paid before is no new customer: no discount, no refund, no reward', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob')
    await story.moveTo('2040-02-05T12:00')
    await story.link(bob, code)
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'ENDED', referrerReward: null } })
    await story.moveTo('2040-04-01T12:00')
    expect(await story.payments(bob.subscriptionId)).toEqual(times(3, '30.00'))
    expect(await story.refunds(bob)).toEqual([])
  })

  test('a friend who leaves has no discount any more; a change of subscriptions within a day is no leaving', async () => {
    const { story, code } = await begin()
    const ada = await story.subscribe('ada')
    await story.bind(ada)
    const bob = await story.subscribe('bob', { discount: '3.00' })
    await story.link(bob, code)
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
    const { sdk } = story.tenant.shop
    await sdk.subscription.cancel(bob.subscriptionId)
    await story.notify()
    await story.moveTo('2040-02-01T06:00')
    const second = await story.addSubscription(bob.token, {})
    await story.notify()
    await story.moveTo('2040-02-05T12:00')
    expect(await story.discount(second)).toBe('3.00')
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'CONVERTED' } })
    await sdk.subscription.cancel(second)
    await story.notify()
    await story.moveTo('2040-02-05T20:00')
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
    await story.moveTo('2040-02-07T12:00')
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'ENDED' } })
    expect(await story.discount(ada.subscriptionId)).toBeNull()
  })
})
