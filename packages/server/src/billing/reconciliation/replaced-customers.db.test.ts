import { afterAll, describe, expect, test } from 'vitest'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import type { ProcessorStory, Subscriber } from '../../testing/processor/processor-story.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

type Friend = {
  readonly story: ProcessorStory
  readonly code: string
  /** The customers of one person, with a subscription each; the account is linked with the first. */
  readonly customers: readonly [Subscriber, Subscriber]
  readonly remove: (customer: Subscriber) => Promise<unknown>
}

async function atBraintree(): Promise<Friend> {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const first = await story.subscribe('bob', { discount: '3.00' })
  const second = await story.subscribe('bob_again', { discount: '3.00', coupon: code })
  await story.link(first, code)
  const { customer } = story.tenant.shop.sdk
  return { story, code, customers: [first, second], remove: ({ customerId: id }) => customer.delete(id) }
}

async function atStripe(): Promise<Friend> {
  const story = await StripeStory.begin(service, sandbox)
  const code = await story.user('ada')
  const first = await story.subscribe('bob', { percent: 10 })
  const second = await story.subscribe('bob_again', { percent: 10 })
  const { customers, subscriptions } = story.tenant.shop.sdk
  await subscriptions.update(second.subscriptionId, { metadata: { referral_coupon: code } })
  await story.link(first, code)
  return { story, code, customers: [first, second], remove: ({ customerId: id }) => customers.del(id) }
}

/** The replaced customers in the timeline of an account. */
async function replacements(story: ProcessorStory, account = 'bob') {
  const { body } = await story.call('GET', `/account/${account}/timeline?limit=100`)
  const events = body.events as readonly Record<string, unknown>[]
  return events.filter((it) => it.type === 'customer.replaced').map(({ note, actor }) => [note, actor])
}

describe.each([
  ['Braintree', atBraintree],
  ['Stripe', atStripe],
])('customers that are replaced at %s', (_processor, begin) => {
  test.each([
    ['POST', '/accountsync', (id: string) => ({ id: 'bob', paymentProviderId: id })],
    [
      'POST',
      '/discount',
      (id: string, couponCode: string) => ({ accountId: 'bob', paymentProviderId: id, couponCode }),
    ],
  ] as const)(
    'the customer of an account is replaced by %s %s once it is deleted, and both are on the timeline',
    async (method, path, bodyOf) => {
      const { story, code, customers, remove } = await begin()
      const [first, second] = customers
      const name = () => story.call(method, path, bodyOf(second.customerId, code))
      const live = await name()
      expect(live).toMatchObject({ status: 409, body: { apiErrorCode: 'PROVIDER_ID_TAKEN' } })
      expect(live.body.message).toContain('which has a live subscription there. Cancel that subscription')
      await remove(first)
      expect(await name()).toMatchObject({ status: path === '/discount' ? 201 : 200 })
      await story.runJobs()
      expect(await name()).toMatchObject({ status: 200 })
      expect(await story.account('bob')).toMatchObject({
        paymentProviderId: second.customerId,
        referral: { status: 'CONVERTED' },
      })
      expect(await replacements(story)).toEqual([[`${first.customerId} → ${second.customerId}`, 'server']])
      // The replaced customer is free for another account from then on.
      await story.bind({ ...first, name: 'eve' })
      expect(await story.account('eve')).toMatchObject({ paymentProviderId: first.customerId })
    },
  )

  test('the customer of an account is replaced by a page’s claim that the coupon field of the new customer confirms', async () => {
    const { story, customers, remove } = await begin()
    const [first, second] = customers
    const claim = { account_id: 'bob', user_id: 'b', payment_provider_id: second.customerId }
    await story.call('POST', '/open/identify', claim)
    await story.bind({ ...first, name: 'bob' })
    expect(await story.account('bob')).toMatchObject({ paymentProviderId: first.customerId })
    await remove(first)
    await story.bind({ ...first, name: 'bob' })
    await look(story, first.customerId)
    await story.call('POST', '/open/identify', claim)
    await look(story, second.customerId)
    expect(await story.account('bob')).toMatchObject({ paymentProviderId: second.customerId })
    expect(await replacements(story)).toEqual([[`${first.customerId} → ${second.customerId}`, 'processor']])
  })

  test('the customer of an account is not replaced while the processor cannot be asked whether it is gone, and is once it can', async () => {
    const { story, customers, remove } = await begin()
    const [first, second] = customers
    await remove(first)
    const { control } = story.tenant.shop
    await control('POST', '/faults', { action: { kind: 'status', status: 503 } })
    const body = { id: 'bob', paymentProviderId: second.customerId }
    const refused = await story.call('POST', '/accountsync', body)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('could not be asked just now')
    await control('DELETE', '/faults')
    // A job that failed waits before it is tried again.
    const { body: clock } = await story.call('GET', '/test/clock')
    await story.call('POST', '/test/clock', { now: Number(clock.now) + 3_600_000 })
    await story.runJobs()
    expect((await story.call('POST', '/accountsync', body)).status).toBe(200)
  })

  test('the customer of an account is replaced once by calls that come at the same time, and belongs to one account', async () => {
    const { story, customers, remove } = await begin()
    const [first, second] = customers
    await remove(first)
    await story.call('POST', '/accountsync', { id: 'eve' })
    const calls = ['bob', 'bob', 'eve', 'bob', 'eve'].map((id) =>
      story.call('POST', '/accountsync', { id, paymentProviderId: second.customerId }),
    )
    const statuses = (await Promise.all(calls)).map((it) => it.status)
    await story.runJobs()
    const owners = await Promise.all(['bob', 'eve'].map((id) => story.account(id)))
    expect(owners.filter((it) => it.paymentProviderId === second.customerId)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect((await replacements(story)).length).toBeLessThanOrEqual(1)
  })
})

/** The job of a customer, as a notification about it leads to. */
async function look(story: ProcessorStory, customerId: string): Promise<void> {
  await service.ctx.writeTenant(story.alias, async (tx) =>
    enqueueJobs(tx, [{ kind: 'CUSTOMER', subject: customerId }]),
  )
  await story.runJobs()
}
