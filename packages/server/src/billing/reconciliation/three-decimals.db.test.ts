import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

test('a subscription of three decimals has the discount that the processor takes, and its account the currency', async () => {
  const story = await BillingStory.begin(service, 2, {
    merchantAccounts: [{ id: 'dinars', currency: 'KWD' }],
    plans: [{ id: 'monthly', price: '12.34', currency: 'KWD' }],
  })
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '1.23' })
  await story.link(bob, code)
  // 10 % are 1.234.
  const { body } = await story.call('GET', '/discounts')
  expect(body.discounts).toMatchObject([{ state: 'IN_STEP', expectedAmount: 1.23, currency: 'KWD' }])
  expect((await story.call('GET', '/account/bob/reward?value=12.34')).body).toMatchObject({
    currency: 'KWD',
    discountAmount: 1.23,
  })
  await story.moveTo('2040-04-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-01-31 |  1.23 | 11.11
2040-02-29 |  1.23 | 11.11
2040-03-31 |       | 12.34
`)
  expect(await story.refunds(bob)).toEqual([])
})
