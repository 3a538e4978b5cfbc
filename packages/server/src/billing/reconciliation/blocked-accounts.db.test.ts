import { expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

test('a block takes nothing off at the processor and adds nothing; its end gives the referrer what friends earned meanwhile', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const refer = async (name: string, trialDays?: number): Promise<Subscriber> => {
    const trial = trialDays === undefined ? {} : { trialDays }
    const friend = await story.subscribe(name, { discount: '3.00', ...trial })
    expect((await story.link(friend, code)).status).toBe(201)
    return friend
  }
  const post = async (path: string, body: object = { reason: 'Looks made up.' }) => {
    expect(await story.call('POST', path, body)).toMatchObject({ status: 200 })
    await story.runJobs()
  }
  const bob = await refer('bob')
  const cyd = await refer('cyd', 20)
  const discounts = () => Promise.all([ada, bob, cyd].map((it) => story.discount(it.subscriptionId)))
  expect(await discounts()).toEqual(['3.00', '3.00', '3.00'])

  // Promised discounts stay: the referrer's, and that of a friend who is blocked as well.
  await post('/account/ada/block')
  await post('/account/bob/block')
  await post('/connection/reconcile', {})
  expect(await discounts()).toEqual(['3.00', '3.00', '3.00'])
  // The code brings no one any more.
  const dan = await story.subscribe('dan')
  expect(await story.link(dan, code)).toMatchObject({
    status: 404,
    body: { apiErrorCode: 'REFERRAL_CODE_NOT_FOUND', param: 'couponCode' },
  })
  expect(await story.link(dan, 'jane.doe')).toMatchObject({ status: 400, body: { param: 'couponCode' } })
  expect(await story.discount(dan.subscriptionId)).toBeNull()

  // A friend who was on trial pays: the friend's discount counts, the referrer gets no second one.
  await story.moveTo('2040-03-05T12:00')
  expect(await discounts()).toEqual(['3.00', '3.00', '3.00'])
  expect(await story.payments(cyd.subscriptionId)).toEqual(['27.00'])
  expect(await story.payments(bob.subscriptionId)).toEqual(['27.00', '27.00'])

  await post('/account/ada/unblock', { reason: 'They are a family.' })
  expect(await discounts()).toEqual(['6.00', '3.00', '3.00'])
  await story.moveTo('2040-04-01T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |  3.00 | 27.00
2040-03-31 |  6.00 | 24.00
`)
})
