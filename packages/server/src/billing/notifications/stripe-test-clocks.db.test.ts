import { LAST_TIME } from '@goodword/domain/values/last-time'
import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import type { Subscriber } from '../../testing/processor/processor-story.ts'
import type { StripeShop } from '../../testing/processor/stripe/stripe-shop.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const DAY_MS = 86_400_000
const START = Date.parse('2040-01-31T12:00:00Z')
const FIRST_RENEWAL_PAID = Date.parse('2040-02-29T13:00:00Z')

/** A referrer and a friend on a test clock of Stripe's. The friend pays nothing for the first month. */
async function given() {
  const story = await StripeStory.begin(service, sandbox)
  const none = { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1 } as const
  await service.setProgram({ referredReward: none }, story.alias)
  const { sdk } = story.tenant.shop
  const { id: clock } = await sdk.testHelpers.testClocks.create({ frozen_time: START / 1000 })
  const subscribe = async (name: string, coupons: readonly string[] = []): Promise<Subscriber> => {
    const card = 'pm_card_visa'
    const settings = { payment_method: card, invoice_settings: { default_payment_method: card } }
    const { id: customer } = await sdk.customers.create({ test_clock: clock, ...settings })
    const { id } = await sdk.subscriptions.create({
      customer,
      items: [{ price: await story.price('monthly') }],
      discounts: coupons.map((coupon) => ({ coupon })),
    })
    return { name, customerId: customer, subscriptionId: id }
  }
  const ada = await subscribe('ada')
  const code = await story.user('ada')
  await story.bind(ada)
  const bob = await subscribe('bob', [await story.ourCoupon(100)])
  await story.link(bob, code)
  return { story, sdk, clock, ada, bob }
}

/** Moves a test clock as a merchant's program does, and waits until it is there. */
async function advance(sdk: Stripe, clock: string, to: number): Promise<void> {
  await sdk.testHelpers.testClocks.advance(clock, { frozen_time: to / 1000 })
  const status = async () => (await sdk.testHelpers.testClocks.retrieve(clock)).status
  await expect.poll(status, { interval: 5 }).toBe('ready')
}

async function clockOf({ story }: { readonly story: StripeStory }): Promise<number> {
  return Number((await story.call('GET', '/test/clock')).body.now)
}

async function convertedAt({ story }: { readonly story: StripeStory }): Promise<unknown> {
  const { referrals } = (await story.call('GET', '/referrals?referredAccountId=bob')).body
  return Object((referrals as readonly unknown[])[0]).dateConverted
}

test('the test clock of a program follows a test clock at Stripe that the official SDK moves', async () => {
  const it = await given()
  const { story, sdk, clock } = it
  await story.receiveNotifications(story.tenant.hook)
  await story.tenant.shop.control('PUT', '/barrier', { url: null })
  const goal = START + 30 * DAY_MS
  await advance(sdk, clock, goal)
  await expect.poll(() => clockOf(it), { interval: 5 }).toBe(goal)
  await story.runJobs()
  expect(await convertedAt(it)).toBe(FIRST_RENEWAL_PAID)
})

test('a payment later than the clock of the program moves it there, so that no conversion is in the future or before its payment', async () => {
  const it = await given()
  const { story, sdk, clock, bob } = it
  // No notification is sent, and no draft waits for the answer to one.
  for (const { id } of (await sdk.webhookEndpoints.list()).data) await sdk.webhookEndpoints.del(id)
  await advance(sdk, clock, START + 30 * DAY_MS)
  expect(await clockOf(it)).toBeLessThan(FIRST_RENEWAL_PAID)
  await service.ctx.writeTenant(story.alias, async (tx) =>
    enqueueJob(tx, { kind: 'CUSTOMER', subject: bob.customerId }),
  )
  await story.runJobs()
  expect(await convertedAt(it)).toBe(FIRST_RENEWAL_PAID)
  expect(await clockOf(it)).toBe(FIRST_RENEWAL_PAID)
})

test('the test clock of Stripe that is furthest ahead counts, and a clock never moves back', async () => {
  const events = await withSecret()
  expect(await events.send(START + 90 * DAY_MS)).toBe(200)
  expect(await events.send(START + 30 * DAY_MS)).toBe(200)
  expect(await clockOf(events)).toBe(START + 90 * DAY_MS)
})

test.each<[string, number, object]>([
  ['of live mode', 400, { livemode: true }],
  ['of another account', 400, { account: 'acct_other' }],
  ['with another kind', 200, { type: 'test_helpers.test_clock.deleted' }],
])('an event of a test clock %s moves nothing', async (_what, status, change) => {
  const events = await withSecret()
  expect(await events.send(START + DAY_MS, change)).toBe(status)
  expect(await clockOf(events)).toBe(START)
})

test('a test clock of Stripe after the last time of the service moves nothing', async () => {
  const events = await withSecret()
  expect(await events.send(LAST_TIME + 1)).toBe(200)
  expect(await clockOf(events)).toBe(START)
})

test('an event of a test clock that is signed by another secret is refused, and moves nothing', async () => {
  const events = await withSecret()
  expect(await events.send(START + DAY_MS, {}, 'whsec_forged')).toBe(400)
  expect(await clockOf(events)).toBe(START)
})

let sent = 0

/** A program whose endpoint was made by hand. */
async function withSecret() {
  const story = await StripeStory.begin(service, sandbox)
  const { shop, hook } = story.tenant
  await story.ok('PUT', '/connection', { ...shop.credentials, webhookSecret: 'whsec_own' })
  const send = async (at: number, change = {}, secret = 'whsec_own') => {
    sent += 1
    const type = 'test_helpers.test_clock.ready'
    const object = { id: 'clock_1', object: 'test_helpers.test_clock', frozen_time: at / 1000 }
    const event = { id: `evt_${sent}`, object: 'event', type, created: START / 1000, livemode: false }
    const payload = JSON.stringify({ ...event, data: { object }, ...change })
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: hook,
      headers: { 'content-type': 'application/json', ...signatureOf(shop, payload, secret) },
      payload,
    })
    return statusCode
  }
  return { story, send }
}

function signatureOf({ sdk }: StripeShop, payload: string, secret: string) {
  return { 'stripe-signature': sdk.webhooks.generateTestHeaderString({ payload, secret }) }
}
