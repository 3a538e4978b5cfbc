import { expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function begin() {
  const story = await BillingStory.begin(service)
  return { story, code: await story.user('ada') }
}

const post = (story: BillingStory, { name, customerId }: Subscriber, couponCode: string) =>
  story.call('POST', '/discount', { accountId: name, paymentProviderId: customerId, couponCode })

test('the answer says of each customer what the next bill has off, and why where the code does not apply', async () => {
  const { story, code } = await begin()
  const cyd = await story.user('cyd')
  const before = await story.subscribe('before')
  await story.moveTo('2040-02-05T12:00')
  const now = await story.subscribe('now')
  const later = await story.subscribe('later', { trialDays: 10 })
  const referred = await story.subscribe('referred')
  await post(story, referred, code)
  const rows = []
  for (const [friend, couponCode] of [
    [before, code],
    [before, code],
    [now, code],
    [later, code],
    [referred, cyd],
    [referred, code],
  ] as const) {
    const { status, body } = await post(story, friend, couponCode)
    const { discountPercentage, couponApplies, reason = '' } = body
    rows.push([friend.name, status, discountPercentage, couponApplies, reason].join(' | '))
  }
  expect(`\n${rows.join('\n')}\n`).toBe(`
before | 201 | 0 | false | EXISTING_CUSTOMER
before | 200 | 0 | false | EXISTING_CUSTOMER
now | 201 | 10 | true | 
later | 201 | 10 | true | 
referred | 200 | 10 | false | ALREADY_REFERRED
referred | 200 | 10 | true | 
`)
  // The discount is set before the answer.
  expect(await story.discount(now.subscriptionId)).toBe('3.00')
  const shown = await story.call('GET', `/account/before/reward?couponCode=${code}`)
  expect(shown.body).toMatchObject({ couponApplies: false, reason: 'EXISTING_CUSTOMER' })
})

test('a text that is no code is refused and links nothing, also for an account that has its code', async () => {
  const { story, code } = await begin()
  const eve = await story.subscribe('eve')
  await story.call('POST', '/accountsync', { id: 'eve', referral: { code } })
  const before = await service.rows()
  expect(await post(story, eve, '§§')).toMatchObject({ status: 400, body: { param: 'couponCode' } })
  expect(await service.rows()).toEqual(before)
})

test.each([
  ['answers with an error', { kind: 'status', status: 503 }],
  ['refuses the keys', { kind: 'status', status: 401 }],
  ['closes the connection', { kind: 'reset' }],
])('while the processor %s, the link is durable, and what is shown later decides', async (_how, action) => {
  const { story, code } = await begin()
  const before = await story.subscribe('before')
  await story.moveTo('2040-02-05T12:00')
  await story.tenant.shop.control('POST', '/faults', { action, times: 1 })
  const { status, body } = await post(story, before, code)
  expect(status).toBe(201)
  expect(body).toMatchObject({ accountId: 'before', discountPercentage: 10 })
  expect(body).not.toHaveProperty('couponApplies')
  const outcomes = ['retried', 'failed', 'succeeded', 'rescheduled']
  await story.moveTo('2040-02-06T12:00', outcomes)
  await story.notify(outcomes)
  expect(await story.account('before')).toMatchObject({ referral: { status: 'ENDED' } })
  expect(await story.discount(before.subscriptionId)).toBeNull()
})

test('while the processor does not answer at all, the request does not wait for it', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob')
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'hang' } })
  const { status, body } = await post(story, bob, code)
  expect(status).toBe(201)
  expect(body).not.toHaveProperty('couponApplies')
  expect(await story.account('bob')).toMatchObject({ referral: { code, status: 'IN_PROGRESS' } })
})
