import { expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../../testing/processor/billing-story.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()

async function begin(trialDays?: number) {
  const story = await BillingStory.begin(service)
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', {
    discount: '3.00',
    ...(trialDays === undefined ? {} : { trialDays }),
  })
  await story.call('POST', '/user', { accountId: 'bob', id: 'bob_user' })
  await story.link(bob, code)
  return { story, ada, bob }
}

const referralOf = async (story: BillingStory, { name }: Subscriber) => (await story.account(name)).referral

test.each([
  ['who has paid', undefined, 'CONVERTED'],
  ['who is on trial', 60, 'IN_PROGRESS'],
])(
  'a customer %s and is deleted at the processor ends the referral after a day',
  async (_who, trialDays, status) => {
    const { story, ada, bob } = await begin(trialDays)
    expect(await referralOf(story, bob)).toMatchObject({ status })
    await story.moveTo('2040-02-10T12:00')
    await story.tenant.shop.sdk.customer.delete(bob.customerId)
    await story.notify()
    await story.moveTo('2040-02-11T13:00')
    await story.notify()
    expect(await referralOf(story, bob)).toMatchObject({ status: 'ENDED' })
    await story.moveTo('2040-04-01T12:00')
    expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |       | 30.00
`)
  },
)

test('a customer whose only card was deleted has no live subscription either', async () => {
  const { story, bob } = await begin()
  await story.moveTo('2040-02-10T12:00')
  await story.tenant.shop.sdk.paymentMethod.delete(bob.token)
  await story.notify()
  await story.moveTo('2040-02-11T13:00')
  await story.notify()
  expect(await referralOf(story, bob)).toMatchObject({ status: 'ENDED' })
})

test('an account whose customer was never seen at the processor keeps its referral', async () => {
  const { story } = await begin()
  const code = await story.user('ada')
  await story.call('POST', '/user', { accountId: 'cyd', id: 'cyd_user' })
  await story.call('POST', '/accountsync', {
    id: 'cyd',
    paymentProviderId: 'not_made_yet',
    subscription: { status: 'TRIAL' },
    referral: { code },
  })
  await story.moveTo('2040-02-11T13:00')
  await story.notify()
  expect(await referralOf(story, { name: 'cyd' } as Subscriber)).toMatchObject({ status: 'IN_PROGRESS' })
})
