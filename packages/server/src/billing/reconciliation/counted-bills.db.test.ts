import { describe, expect, test } from 'vitest'
import { BillingStory, type Subscribing } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

type Months = { readonly percent?: number; readonly months?: number }

/** A story in which a friend gets some percent for some months, and the referrer 10 %. */
async function begin({ percent = 10, months = 3 }: Months) {
  const story = await BillingStory.begin(service, months)
  const reward = { type: 'PCT_DISCOUNT', monthsDiscountIsValid: months } as const
  const referredReward = { ...reward, discountPercent: percent }
  const referrerReward = { ...reward, discountPercent: 10 }
  await service.setProgram({ referredReward, referrerReward }, story.alias)
  return { story, code: await story.user('ada') }
}

/** The referrer is billed on the last day of each month at 06:00. */
async function beginWithReferrer(months: number) {
  const { story, code } = await begin({ months })
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  return { story, code, ada }
}

/** Moves month by month, and compares what the API says with what the processor takes off the next bill. */
async function billed(
  story: BillingStory,
  name: string,
  subscription: string,
  until: string,
): Promise<string> {
  const goal = Date.parse(`${until}Z`)
  for (let now = Number((await story.call('GET', '/test/clock')).body.now); now < goal; ) {
    const day = new Date(now)
    now = Math.min(goal, Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1, 12))
    await story.moveTo(new Date(now).toISOString().slice(0, 16))
    const { body } = await story.call('GET', `/account/${name}/reward?value=30`)
    expect(Number(body.discountAmount)).toBe(Number(await story.discount(subscription)))
  }
  return story.charges(subscription)
}

async function referral(story: BillingStory, name: string): Promise<unknown> {
  return (await story.account(name)).referral
}

describe('the referrer, billed on the last day of each month', () => {
  test('the referrer, billed on the last day of each month, has twelve bills also where the friend’s first bill was made at the moment of one, on the shortest day', async () => {
    const { story, code, ada } = await beginWithReferrer(12)
    const bob = await story.subscribe('bob', { trialDays: 29 })
    await story.link(bob, code)
    expect(await billed(story, 'ada', ada.subscriptionId, '2041-05-01T12:00')).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
2040-04-30 |  3.00 | 27.00
2040-05-31 |  3.00 | 27.00
2040-06-30 |  3.00 | 27.00
2040-07-31 |  3.00 | 27.00
2040-08-31 |  3.00 | 27.00
2040-09-30 |  3.00 | 27.00
2040-10-31 |  3.00 | 27.00
2040-11-30 |  3.00 | 27.00
2040-12-31 |  3.00 | 27.00
2041-01-31 |  3.00 | 27.00
2041-02-28 |  3.00 | 27.00
2041-03-31 |       | 30.00
2041-04-30 |       | 30.00
`)
  })

  test.each([
    ['30 March', '2040-03-30T12:00'],
    ['29 February, after the bill of that day', '2040-02-29T12:00'],
  ])(
    'the referrer, billed on the last day of each month, has one bill of one month after a conversion on %s',
    async (_day, conversion) => {
      const { story, code, ada } = await beginWithReferrer(1)
      await story.moveTo(conversion)
      await story.link(await story.subscribe('bob', { discount: '3.00' }), code)
      expect(await billed(story, 'ada', ada.subscriptionId, '2040-06-01T12:00')).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
2040-04-30 |       | 30.00
2040-05-31 |       | 30.00
`)
    },
  )

  test('the referrer has the three bills after a conversion where one of them is past due for a while, and the price changes', async () => {
    const { story, code, ada } = await beginWithReferrer(3)
    await story.moveTo('2040-02-10T12:00')
    await story.link(await story.subscribe('bob', { discount: '3.00' }), code)
    const { control, sdk } = story.tenant.shop
    await control('PATCH', '/settings', { retryAfterDays: [3, 5] })
    await control('POST', '/faults', {
      action: { kind: 'decline', code: '2001', subscriptionId: ada.subscriptionId },
      times: 1,
    })
    await story.moveTo('2040-03-04T12:00')
    await sdk.subscription.update(ada.subscriptionId, { price: '50.00', options: { prorateCharges: false } })
    await story.moveTo('2040-06-01T12:00')
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |  3.00 | 27.00
2040-03-03 |  3.00 | 27.00
2040-03-31 |  5.00 | 45.00
2040-04-30 |  5.00 | 45.00
2040-05-31 |       | 50.00
`)
  })
})

describe('a friend with 100 %', () => {
  test.each<[string, Subscribing, string, string]>([
    ['at once', { discount: '30.00' }, '2040-02-29', '2040-03-31'],
    ['after a trial', { trialDays: 20 }, '2040-03-20', '2040-04-20'],
  ])(
    'a friend with one free month, billed %s, has one bill at zero and converts with the second',
    async (_when, how, second, third) => {
      const { story, code } = await begin({ percent: 100, months: 1 })
      const bob = await story.subscribe('bob', how)
      await story.link(bob, code)
      await story.moveTo(`${second.slice(0, 8)}10T12:00`)
      expect(await referral(story, 'bob')).toMatchObject({ status: 'IN_PROGRESS' })
      const { body } = await story.call('GET', '/account/bob/reward?value=30')
      expect(body).toMatchObject({ discountPercentage: 0, discountAmount: 0 })
      expect(await billed(story, 'bob', bob.subscriptionId, `${third}T12:00`)).toBe(`
${second} |       | 30.00
${third} |       | 30.00
`)
      expect(await referral(story, 'bob')).toMatchObject({ status: 'CONVERTED' })
      expect(await story.refunds(bob)).toEqual([])
    },
  )

  test('a friend with 100 % of twelve months has twelve bills at zero and converts with the thirteenth', async () => {
    const { story, code } = await begin({ percent: 100, months: 12 })
    const bob = await story.subscribe('bob', { discount: '30.00' })
    await story.link(bob, code)
    expect(await referral(story, 'bob')).toMatchObject({
      referredReward: { dateExpires: Date.parse('2041-01-01T00:00Z') },
    })
    expect(await billed(story, 'bob', bob.subscriptionId, '2041-03-01T12:00')).toBe(`
2041-01-31 |       | 30.00
2041-02-28 |       | 30.00
`)
    expect((await story.tenant.shop.sdk.subscription.find(bob.subscriptionId)).currentBillingCycle).toBe(14)
    expect(await story.refunds(bob)).toEqual([])
  })

  test('a friend with 100 % in two halves has them on the bills of each', async () => {
    const { story, code } = await begin({ percent: 50, months: 2 })
    const bob = await story.subscribe('bob', { trialDays: 20 })
    await story.link(bob, code)
    const reward = { type: 'PCT_DISCOUNT', discountPercent: 50, monthsDiscountIsValid: 4 }
    const key = { 'idempotency-key': 'half' }
    await story.call('POST', '/rewards', { accountId: 'bob', reward }, key)
    await story.runJobs()
    // At zero on 20 February and 20 March; the other half ends on 31 May.
    expect(await billed(story, 'bob', bob.subscriptionId, '2040-07-01T12:00')).toBe(`
2040-04-20 | 15.00 | 15.00
2040-05-20 | 15.00 | 15.00
2040-06-20 |       | 30.00
`)
  })
})

describe('another rhythm', () => {
  test.each([
    ['six months are two quarters', 3, 6, ['90.00', '90.00', '100.00', '100.00']],
    ['four months are the two quarters that begin within', 3, 4, ['90.00', '90.00', '100.00', '100.00']],
    ['twelve months are one year', 12, 12, ['90.00', '100.00']],
  ])('in another rhythm, the friend’s %s', async (_what, billingFrequency, months, payments) => {
    const { story, code } = await begin({ months })
    const { success } = await story.tenant.shop.sdk.plan.create({
      id: 'slow',
      name: 'Slow',
      price: '100.00',
      currencyIsoCode: 'USD',
      billingFrequency,
    } as never)
    expect(success).toBe(true)
    const bob = await story.subscribe('bob', { plan: 'slow', discount: '10.00' })
    await story.link(bob, code)
    await story.moveTo(billingFrequency === 12 ? '2041-02-10T12:00' : '2040-11-10T12:00')
    expect(await story.payments(bob.subscriptionId)).toEqual(payments)
  })
})

test('a subscription that replaces another one mid-way goes on with the months', async () => {
  const { story, code } = await begin({ months: 4 })
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.moveTo('2040-03-10T12:00')
  await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
  const second = await story.addSubscription(bob.token, { discount: '3.00' })
  await story.notify()
  await story.moveTo('2040-07-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-01-31 |  3.00 | 27.00
2040-02-29 |  3.00 | 27.00
`)
  expect(await story.charges(second)).toBe(`
2040-03-10 |  3.00 | 27.00
2040-04-10 |  3.00 | 27.00
2040-05-10 |       | 30.00
2040-06-10 |       | 30.00
`)
})
