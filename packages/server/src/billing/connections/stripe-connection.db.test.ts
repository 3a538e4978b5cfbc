import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { givenStripeShop, type StripeShop } from '../../testing/processor/stripe/stripe-shop.ts'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'

const service = await startTestService()
let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const webhookSecret = 'whsec_story'
const START = '2040-01-31T12:00:00Z'
const HALF_HOUR_MS = 1_800_000
const reward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 3 } as const

let made = 0

async function given() {
  made += 1
  const shop = await givenStripeShop(sandbox, START)
  const { test: keys } = await createTenant(service.operator, {
    alias: `stripe_${made}`,
    landingPage: LANDING_PAGE,
  })
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, idempotencyKey?: string) =>
    service.call(method, path, {
      alias: keys.alias,
      key: keys.apiKey,
      ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
      ...(body === undefined ? {} : { body }),
    })
  return { shop, keys, call }
}

test('an account is connected, and no answer has one of its keys', async () => {
  const { shop, call } = await given()
  const { status, body } = await call('PUT', '/connection', { ...shop.credentials, webhookSecret })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    processor: 'stripe',
    environment: sandbox.url,
    merchantId: shop.account,
    publicKey: null,
    state: 'INCOMPLETE',
    missingSetup: [{ item: 'WEBHOOK', message: expect.stringContaining('webhookSecret') }],
    notificationKinds: expect.arrayContaining([{ kind: 'invoice.paid', dateLastSeen: null }]),
  })
  for (const secret of [shop.credentials.apiKey, webhookSecret])
    expect(JSON.stringify([body, (await call('GET', '/connection')).body])).not.toContain(secret)
})

test('rights that the key lacks are missing set-up by name', async () => {
  const { shop, call } = await given()
  const permissions = ['rak_account_read', 'rak_customer_read', 'rak_subscription_read']
  await shop.control('PUT', '/permissions', { permissions })
  const { body } = await call('PUT', '/connection', { ...shop.credentials, webhookSecret })
  const missing = body.missingSetup as readonly Record<string, unknown>[]
  expect(missing.map(({ item, name }) => `${item} ${name}`)).toEqual(
    expect.arrayContaining(['PERMISSION rak_subscription_write', 'PERMISSION rak_refund_write']),
  )
})

test.each<[string, (shop: StripeShop) => object, object]>([
  ['a live key', () => ({ apiKey: 'rk_live_key' }), { apiErrorCode: 'KEY_OF_OTHER_MODE', param: 'apiKey' }],
  [
    'an unknown processor',
    () => ({ processor: 'square' }),
    {
      apiErrorCode: 'VALIDATION_FAILED',
      param: 'processor',
      message: '"processor" must be one of braintree, stripe, manual.',
    },
  ],
  [
    'no processor',
    () => ({ processor: undefined }),
    { apiErrorCode: 'VALIDATION_FAILED', param: 'processor' },
  ],
  ['no key', () => ({ apiKey: undefined }), { apiErrorCode: 'VALIDATION_FAILED', param: 'apiKey' }],
  [
    'a wrong key',
    ({ credentials }) => ({ apiKey: `${credentials.apiKey}x` }),
    { apiErrorCode: 'PROCESSOR_CREDENTIALS_REJECTED' },
  ],
  [
    'a field of another processor',
    () => ({ privateKey: 'private' }),
    { apiErrorCode: 'VALIDATION_FAILED', param: 'privateKey' },
  ],
])('%s is refused, and nothing is stored', async (_what, change, refusal) => {
  const { shop, call } = await given()
  const { body } = await call('PUT', '/connection', { ...shop.credentials, ...change(shop) })
  expect(body).toMatchObject({ statusCode: 400, ...refusal })
  expect((await call('GET', '/connection')).status).toBe(404)
})

test('a test key is refused for a live program, and a live key for a test program, before any call', async () => {
  const { shop, keys } = await given()
  const live = { ...shop.credentials, environment: 'production', apiKey: 'rk_test_key' }
  const test = { ...shop.credentials, environment: 'sandbox', apiKey: 'rk_live_key' }
  for (const [to, body] of [
    [service.live, live],
    [keys, test],
  ] as const) {
    const answer = await service.call('PUT', '/connection', { alias: to.alias, key: to.apiKey, body })
    expect(answer.body).toMatchObject({ statusCode: 400, apiErrorCode: 'KEY_OF_OTHER_MODE', param: 'apiKey' })
  }
})

test('the friend has 10 % off three bills, the referrer off the three that follow, and then neither', async () => {
  const story = await beginStory()
  const code = String(
    (await story.call('POST', '/user', { accountId: 'ada', id: 'ada_user' })).body.referralCode,
  )
  const ada = await story.subscribe()
  await story.call('POST', '/accountsync', { id: 'ada', paymentProviderId: ada.customer })
  await story.moveTo('2040-02-10T12:00')
  const friend = await story.subscribe(7)
  await story.call('POST', '/discount', {
    accountId: 'friend',
    paymentProviderId: friend.customer,
    couponCode: code,
  })
  await story.moveTo('2040-06-20T12:00')
  expect(await story.totals(friend)).toEqual(['0.00', '27.00', '27.00', '27.00', '30.00', '30.00'])
  expect(await story.totals(ada)).toEqual(['30.00', '27.00', '27.00', '27.00', '30.00'])
})

test('credit in money is taken off the draft of a bill beside the percentage, and is spent once', async () => {
  const story = await beginStory()
  await story.call('POST', '/user', { accountId: 'ada', id: 'ada_user' })
  const ada = await story.subscribe()
  await story.call('POST', '/accountsync', { id: 'ada', paymentProviderId: ada.customer })
  for (const [type, more] of [
    ['CREDIT', { unit: 'USD', credit: 500 }],
    ['PCT_DISCOUNT', { discountPercent: 20, monthsDiscountIsValid: 12 }],
  ] as const)
    await story.call('POST', '/rewards', { accountId: 'ada', reward: { type, ...more } }, type)
  await story.moveTo('2040-03-10T12:00')
  expect(await story.totals(ada)).toEqual(['30.00', '19.00'])
  expect((await story.call('GET', '/discounts')).body.discounts).toMatchObject([
    { expectedAmount: 6, actualAmount: 6, state: 'IN_STEP' },
  ])
  expect((await story.call('GET', '/rewards?accountId=ada')).body.rewards).toContainEqual(
    expect.objectContaining({ type: 'CREDIT', redeemedCredit: 500, statuses: ['REDEEMED'] }),
  )
})

/** A shop at the local Stripe and the program that is connected to it, on one clock. */
async function beginStory() {
  const { shop, keys, call } = await given()
  await call('PUT', '/connection', { ...shop.credentials, webhookSecret })
  await service.setProgram({ referredReward: reward, referrerReward: reward }, keys.alias)
  await call('POST', '/test/clock', { now: Date.parse(START) })
  const customers: string[] = []
  let now = Date.parse(START)

  async function runJobs(): Promise<void> {
    const jobs = customers.map((subject) => ({ kind: 'CUSTOMER', subject }) as const)
    await service.ctx.writeTenant(keys.alias, async (tx) => enqueueJobs(tx, jobs))
    const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers, random: () => 1 })
    expect(await drainTenant(runner, keys.alias, now, 600_000)).toBe(true)
  }

  return {
    call,
    subscribe: async (trialDays?: number) => {
      const customer = await shop.addCustomer()
      customers.push(customer)
      const items = [{ price: await shop.addPrice(3000) }]
      const trial = trialDays === undefined ? {} : { trial_period_days: trialDays }
      const { id } = await shop.sdk.subscriptions.create({ customer, items, ...trial })
      return { customer, id }
    },
    /** Moves both clocks to a time, with a stop wherever something is due at Stripe. */
    moveTo: async (time: string) => {
      const goal = Date.parse(`${time}Z`)
      await runJobs()
      for (; now < goal; ) {
        const { nextDue } = await shop.control('GET', '/clock')
        const due = nextDue === null ? goal : Date.parse(String(nextDue))
        now = Math.min(goal, Math.max(due, now + HALF_HOUR_MS))
        await shop.control('POST', '/clock/advance', { to: new Date(now).toISOString() })
        await call('POST', '/test/clock', { now })
        await runJobs()
      }
    },
    /** The totals of a subscription's invoices, the first one first. */
    totals: async ({ id }: { readonly id: string }) => {
      const { data } = await shop.sdk.invoices.list({ subscription: id, limit: 100 })
      return data.toReversed().map(({ total }) => (total / 100).toFixed(2))
    },
  }
}
