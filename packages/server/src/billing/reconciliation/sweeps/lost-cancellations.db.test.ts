import { expect, test } from 'vitest'
import { BillingStory } from '../../../testing/processor/billing-story.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const DAY_MS = 86_400_000
const STOP_EVERY_MS = 3 * DAY_MS

/** The gateway's clock stops every three days, and with it the service does the work that is due. */
async function moveTo(story: BillingStory, time: string): Promise<void> {
  const { body } = await story.call('GET', '/test/clock')
  const goal = Date.parse(`${time}Z`)
  for (let at = Number(body.now) + STOP_EVERY_MS; at < goal; at += STOP_EVERY_MS)
    await story.moveTo(new Date(at).toISOString().slice(0, 19))
  await story.moveTo(time)
}

/** Ada pays 50.00 on the 9th and her friend Bob 30.00 on the 19th. No notification arrives. */
async function begin() {
  const story = await BillingStory.begin(service)
  story.hasNotifications = false
  const code = await story.user('ada')
  await story.moveTo('2040-02-09T05:30')
  const ada = await story.subscribe('ada', { plan: 'large' })
  await story.bind(ada)
  await story.moveTo('2040-02-19T05:30')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  return { story, ada, bob }
}

test('the bill of a referrer knows of a cancellation before it, though no notification came', async () => {
  const { story, ada, bob } = await begin()
  await story.moveTo('2040-03-25T10:00')
  await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
  await moveTo(story, '2040-05-10T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-02-09 |       | 50.00
2040-03-09 |  5.00 | 45.00
2040-04-09 |       | 50.00
2040-05-09 |       | 50.00
`)
  const { referral } = await story.account('bob')
  expect(referral).toMatchObject({ status: 'ENDED', dateReferralEnded: Date.parse('2040-03-26T10:00Z') })
})

test('the friends are compared before the bill of their referrer, also when the calls of the day are used up', async () => {
  const { story, ada, bob } = await begin()
  await moveTo(story, '2040-04-06T12:00')
  await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
  for (const day of ['2040-04-07', '2040-04-08', '2040-04-09']) {
    const text = `update app.processor_connection set calls_day = $2, calls_made = daily_call_budget
      where tenant_id = $1`
    await service.owner.query({ name: '', text }, [story.alias, day])
    await story.moveTo(`${day}T05:30`)
    await story.moveTo(`${day}T23:30`)
  }
  expect((await story.payments(ada.subscriptionId)).at(-1)).toBe('50.00')
})

test.each([
  ['is seen before the bill if the referral ends before it', '2040-04-08T05:00', '50.00'],
  ['leaves the bill as it was if the referral ends after it', '2040-04-08T07:00', '45.00'],
])('a cancellation on the day before %s', async (_what, cancelledAt, charged) => {
  const { story, ada, bob } = await begin()
  await moveTo(story, cancelledAt)
  await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
  for (const time of ['2040-04-08T12:00', '2040-04-09T00:00', '2040-04-09T05:30', '2040-04-09T12:00'])
    await story.moveTo(time)
  expect((await story.payments(ada.subscriptionId)).at(-1)).toBe(charged)
  await moveTo(story, '2040-05-09T12:00')
  expect((await story.payments(ada.subscriptionId)).at(-1)).toBe('50.00')
  const { referral } = await story.account('bob')
  expect(referral).toMatchObject({ dateReferralEnded: Date.parse(`${cancelledAt}Z`) + DAY_MS })
})
