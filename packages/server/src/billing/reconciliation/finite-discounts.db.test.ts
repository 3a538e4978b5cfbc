import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function stateOf(story: BillingStory): Promise<unknown> {
  const { body } = await story.call('GET', '/discounts')
  const [{ state, expectedAmount, actualAmount }] = body.discounts as [Record<string, unknown>]
  return { state, expectedAmount, actualAmount }
}

test('a discount that a merchant adds for one bill is made lasting before the second', async () => {
  const story = await BillingStory.begin(service, 3)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00', discountBills: 1 })
  await story.link(bob, code)
  expect(await stateOf(story)).toEqual({ state: 'IN_STEP', expectedAmount: 3, actualAmount: 3 })
  await story.moveTo('2040-05-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-01-31 |  3.00 | 27.00
2040-02-29 |  3.00 | 27.00
2040-03-31 |  3.00 | 27.00
2040-04-30 |       | 30.00
`)
})

test('a discount that is limited by hand is found and made lasting before it ends', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.moveTo('2040-02-10T12:00')
  const { success } = await story.tenant.shop.sdk.subscription.update(bob.subscriptionId, {
    discounts: { update: [{ existingId: 'referral_discount', numberOfBillingCycles: 2 }] },
  } as never)
  expect(success).toBe(true)
  await story.moveTo('2040-05-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-01-31 |  3.00 | 27.00
2040-02-29 |  3.00 | 27.00
2040-03-31 |  3.00 | 27.00
2040-04-30 |  3.00 | 27.00
`)
})

test('a discount of the merchant’s own counts only for the bills that it is on', async () => {
  const story = await BillingStory.begin(service, 12, {
    discounts: [
      { id: 'referral_discount', amount: '1.00' },
      { id: 'welcome', amount: '28.00', numberOfBillingCycles: 2 },
    ],
  })
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '2.00' })
  await story.tenant.shop.sdk.subscription.update(bob.subscriptionId, {
    discounts: { add: [{ inheritedFromId: 'welcome' }] },
    options: { prorateCharges: false },
  } as never)
  await story.link(bob, code)
  // No more can be taken off the two bills than is left of them.
  expect(await stateOf(story)).toEqual({ state: 'IN_STEP', expectedAmount: 2, actualAmount: 2 })
  await story.moveTo('2040-03-01T12:00')
  expect(await story.discount(bob.subscriptionId)).toBe('2.00')
  await story.moveTo('2040-04-01T12:00')
  expect(await stateOf(story)).toEqual({ state: 'IN_STEP', expectedAmount: 3, actualAmount: 3 })
  const { nextBillingPeriodAmount } = await story.tenant.shop.sdk.subscription.find(bob.subscriptionId)
  expect(nextBillingPeriodAmount).toBe('27.00')
})

test.each([
  [1, '\n2040-02-29 |       | 30.00\n2040-03-31 |       | 30.00\n'],
  [2, '\n2040-03-31 |       | 30.00\n'],
])(
  'the first bill of a friend with %i months free counts, although the discount that the merchant gave ended with it',
  async (months, charges) => {
    const story = await BillingStory.begin(service, 3)
    const free = { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: months } as const
    await service.setProgram({ referredReward: free }, story.alias)
    const code = await story.user('ada')
    const bob = await story.subscribe('bob', { discount: '30.00', discountBills: 1 })
    await story.link(bob, code)
    await story.moveTo('2040-04-01T12:00')
    expect(await story.charges(bob.subscriptionId)).toBe(charges)
    const { body } = await story.call('GET', '/bills')
    const bill = { expectedDiscount: 30, actualDiscount: 30, state: 'RIGHT' }
    expect(body.bills).toEqual(Array.from({ length: months }, () => expect.objectContaining(bill)))
  },
)
