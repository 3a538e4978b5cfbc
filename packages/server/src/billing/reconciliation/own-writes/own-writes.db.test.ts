import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueJobs } from '../../../frame/jobs/enqueue-job.ts'
import { BillingStory } from '../../../testing/processor/billing-story.ts'
import { type LocalSandbox, startLocalSandbox } from '../../../testing/processor/local-sandbox.ts'
import type { ProcessorStory, Subscriber } from '../../../testing/processor/processor-story.ts'
import { STORY_CLOCK } from '../../../testing/processor/processor-story.ts'
import { StripeStory } from '../../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const COUPON = 'referral_discount-1000'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const START = Date.parse(STORY_CLOCK.now)

/** A notification about a customer, with what comes of it. */
async function hear(story: ProcessorStory, { customerId: subject }: Subscriber, outcomes = story.outcomes) {
  await service.ctx.writeTenant(story.alias, async (tx) => enqueueJobs(tx, [{ kind: 'CUSTOMER', subject }]))
  await story.runJobs(outcomes)
}

/** How often a subscription was changed at the local Stripe by anyone. */
async function changesOf({ tenant }: StripeStory): Promise<number> {
  const { data } = await tenant.shop.sdk.events.list({ type: 'customer.subscription.updated', limit: 100 })
  return data.length
}

async function discountOf(story: ProcessorStory, { name }: Subscriber) {
  const { body } = await story.call('GET', `/discounts?accountId=${name}`)
  const [discount] = body.discounts as { state: string; reason: string | null }[]
  return [discount?.state, discount?.reason]
}

async function timeline(story: ProcessorStory, { name }: Subscriber): Promise<readonly string[]> {
  const { body } = await story.call('GET', `/account/${name}/timeline?limit=100`)
  const events = body.events as { type: string; reason: string }[]
  return events
    .filter((it) => it.type.startsWith('discount.'))
    .map((it) => `${it.type} ${it.reason}`)
    .toReversed()
}

async function warnings(story: ProcessorStory): Promise<readonly string[]> {
  const { body } = await story.call('GET', '/connection')
  return (body.setupWarnings as { name: string }[]).map((it) => it.name)
}

test('a coupon of our ID with other terms is given to no subscription, and ours is as soon as it is deleted', async () => {
  const story = await StripeStory.begin(service, sandbox)
  await story.receiveNotifications(story.tenant.hook)
  const { sdk } = story.tenant.shop
  await sdk.coupons.create({ id: COUPON, percent_off: 50, duration: 'forever' })
  const code = await story.user('ada')
  const bob = await story.subscribe('bob')
  const before = await changesOf(story)
  story.outcomes = ['succeeded', 'rescheduled', 'failed']
  await story.link(bob, code)
  for (let round = 0; round < 8; round += 1) await hear(story, bob)
  expect(await changesOf(story)).toBe(before)
  await story.passTo(START + MINUTE_MS)
  expect((await sdk.subscriptions.retrieve(bob.subscriptionId)).discounts).toEqual([])
  expect(await discountOf(story, bob)).toEqual(['FAILED', 'COUPON_DIFFERS'])
  expect(await timeline(story, bob)).toEqual(['discount.failed DISCOUNT_REJECTED'])
  expect(await warnings(story)).toContain('COUPON_DIFFERS')
  await sdk.coupons.del(COUPON)
  await story.passTo(START + 2 * MINUTE_MS)
  expect(await discountOf(story, bob)).toEqual(['IN_STEP', null])
  expect((await sdk.subscriptions.retrieve(bob.subscriptionId)).discounts).toHaveLength(1)
  expect(await sdk.coupons.retrieve(COUPON)).toMatchObject({ percent_off: 10 })
  expect(await warnings(story)).not.toContain('COUPON_DIFFERS')
})

test('a coupon that someone makes anew with other terms is given once, and not again', async () => {
  const story = await StripeStory.begin(service, sandbox)
  const { sdk } = story.tenant.shop
  const code = await story.user('ada')
  const [first, bob] = [await story.subscribe('first'), await story.subscribe('bob')]
  await story.link(first, code)
  await sdk.coupons.del(COUPON)
  await sdk.coupons.create({ id: COUPON, percent_off: 50, duration: 'forever' })
  const before = await changesOf(story)
  story.outcomes = ['succeeded', 'rescheduled', 'failed']
  await story.link(bob, code)
  for (let round = 0; round < 8; round += 1) await hear(story, bob)
  expect((await changesOf(story)) - before).toBe(1)
  expect(await discountOf(story, bob)).toEqual(['FAILED', 'COUPON_DIFFERS'])
})

test('two programs that are connected to one account end their dispute about a subscription by themselves', async () => {
  const one = await StripeStory.begin(service, sandbox)
  const other = await StripeStory.beside(one, 20)
  const bob = await one.subscribe('bob')
  const [code, otherCode] = [await one.user('ada'), await other.user('ada')]
  const made = new Map<StripeStory, number>()
  const counting = async (story: StripeStory, work: () => Promise<unknown>) => {
    const before = await changesOf(one)
    await work()
    made.set(story, (made.get(story) ?? 0) + (await changesOf(one)) - before)
  }
  await counting(one, () => one.link(bob, code))
  await counting(other, () => other.link(bob, otherCode))
  for (let round = 0; round < 5; round += 1) {
    await counting(one, () => hear(one, bob))
    await counting(other, () => hear(other, bob))
  }
  expect([...made.values()]).toEqual([3, 3])
  expect(await discountOf(one, bob)).toEqual(['FAILED', 'CHANGED_BY_SOMEONE_ELSE'])
  expect(await warnings(one)).toEqual(['CHANGED_BY_SOMEONE_ELSE'])
  expect(await timeline(one, bob)).toEqual([
    'discount.changed DISCOUNT_SET',
    'discount.drifted CHANGED_AT_PROCESSOR',
    'discount.changed DISCOUNT_SET',
    'discount.failed CHANGED_BY_SOMEONE_ELSE',
  ])
})

test('a discount that someone changes back at Braintree each time is corrected after waits that grow', async () => {
  const story = await BillingStory.begin(service)
  const { sdk } = story.tenant.shop
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { trialDays: 20 })
  await story.link(bob, code)
  const putBack = () =>
    sdk.subscription.update(bob.subscriptionId, {
      discounts: { update: [{ existingId: 'referral_discount', amount: '5.00' }] },
    })
  /** How often it was corrected, of so many times that it was changed back. */
  const corrected = async (rounds: number) => {
    let count = 0
    for (let round = 0; round < rounds; round += 1) {
      await putBack()
      await story.notify()
      if ((await story.discount(bob.subscriptionId)) === '3.00') count += 1
    }
    return count
  }
  expect(await corrected(10)).toBe(2)
  expect(await discountOf(story, bob)).toEqual(['FAILED', 'CHANGED_BY_SOMEONE_ELSE'])
  const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString().slice(0, 16)
  const correctedAt: number[] = []
  for (let hour = 1; hour <= 48; hour += 1) {
    await story.moveTo(at(hour))
    if ((await story.discount(bob.subscriptionId)) === '3.00') correctedAt.push(hour)
    await corrected(2)
  }
  expect(correctedAt).toEqual([1, 3, 7, 15, 31])
  expect((await story.call('POST', '/connection/reconcile', { accountId: 'bob' })).body).toMatchObject({
    changed: 1,
    failed: 0,
  })
  expect(await timeline(story, bob)).toEqual([
    'discount.changed DISCOUNT_SET',
    'discount.drifted CHANGED_AT_PROCESSOR',
    'discount.changed DISCOUNT_SET',
    'discount.failed CHANGED_BY_SOMEONE_ELSE',
  ])
})
