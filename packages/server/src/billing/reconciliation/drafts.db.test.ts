import { afterAll, expect, test } from 'vitest'
import { jobOfSubject } from '../../engine/job-table/job-of-subject.ts'
import { holdWrite } from '../../testing/processor/hold-write.ts'
import { billEvents, ledgerOf } from '../../testing/processor/kept-bills.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import type { Subscriber } from '../../testing/processor/processor-story.ts'
import { beginDraftStory, type DraftStory } from '../../testing/processor/stripe/draft-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { sweepDrafts } from './sweeps/sweep-drafts.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const HOUR_MS = 3_600_000
const DRAFT = Date.parse('2040-02-29T12:00:00Z')
const NEXT_DRAFT = Date.parse('2040-03-31T12:00:00Z')

const begin = (options = {}) => beginDraftStory(service, sandbox, options)

test('a draft is repaired to the cent, beside other discounts and prorations, and at its own price', async () => {
  const it = await begin()
  // Stripe rounds 11.5 cents of each line up.
  const lines = await it.join('lines', { plan: 'small' })
  const [other, another] = [await it.story.price('small'), await it.story.price('small')]
  for (const price of [other, another])
    await it.sdk.subscriptionItems.create({
      subscription: lines.subscriptionId,
      price: (await copyOf(it, price)).id,
      proration_behavior: 'none',
    })
  await it.percent('lines')
  // Stripe takes ours from what 20 % leave.
  const foreign = await it.join('foreign', { coupons: ['fifth_off'] })
  await it.percent('foreign')
  const upgraded = await it.join('upgraded')
  await it.percent('upgraded')
  await it.credit('upgraded', 10_00)
  const lowered = await it.join('lowered', { plan: 'team' })
  await it.percent('lowered')
  await it.credit('lowered', 10_00)
  await it.story.passTo(Date.parse('2040-02-10T12:00:00Z'))
  await changePlan(it, upgraded, 'team')
  await changePlan(it, lowered, 'monthly')
  await it.story.passTo(DRAFT + 2 * HOUR_MS)
  expect(await it.totals(lines)).toEqual(['1.15', '3.10'])
  expect(await it.totals(foreign)).toEqual(['24.00', '21.00'])
  // 10 % of 80.00 and the credit are off; for 19 of 29 days, 72.00 instead of 27.00 were owed.
  expect(await it.totals(upgraded)).toEqual(['30.00', '91.48'])
  // The change left more over than 27.00, so that the credit waits for the bill after it.
  expect(await it.totals(lowered)).toEqual(['80.00', '-2.48'])
  const { rewards } = await it.story.ok('GET', '/rewards?accountId=lowered')
  expect(rewards).toContainEqual(expect.objectContaining({ redeemedCredit: 0, reservedCredit: 10_00 }))
  expect(await ledgerOf(it.story)).not.toContain('WRONG')
  expect(await it.holds()).toEqual([])
})

/** Changes the plan. Its change for the present period is on the next invoice. */
async function changePlan(
  { sdk, story }: DraftStory,
  { subscriptionId }: Subscriber,
  plan: string,
): Promise<void> {
  const [item] = (await sdk.subscriptions.retrieve(subscriptionId)).items.data
  await sdk.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? '', price: await story.price(plan) }],
    proration_behavior: 'create_prorations',
  })
}

async function copyOf({ sdk }: DraftStory, id: string) {
  const { product, unit_amount, currency } = await sdk.prices.retrieve(id)
  return sdk.prices.create({
    product: String(product),
    unit_amount: unit_amount ?? 0,
    currency,
    recurring: { interval: 'month' },
  })
}

test('credit in money is taken off one draft, and is the account’s again when that is voided', async () => {
  const it = await begin()
  const ada = await it.join('ada')
  await it.credit('ada', 5_00)
  const paused = await it.join('paused')
  await it.credit('paused', 5_00)
  await it.sdk.subscriptions.update(paused.subscriptionId, { pause_collection: { behavior: 'void' } })
  expect((await it.story.call('GET', '/discounts?accountId=ada')).body.discounts).toMatchObject([
    { expectedAmount: 5, actualAmount: 5, state: 'IN_STEP' },
  ])
  await it.story.passTo(DRAFT + 2 * HOUR_MS)
  await it.sdk.subscriptions.update(paused.subscriptionId, { pause_collection: '' })
  await it.story.passTo(NEXT_DRAFT + 2 * HOUR_MS)
  expect(await it.totals(ada)).toEqual(['30.00', '25.00', '30.00'])
  expect(await it.totals(paused)).toEqual(['30.00', '30.00 void', '25.00'])
  expect(await it.creditOf('paused')).toEqual([{ unit: 'USD', available: 0 }])
  expect(await it.holds()).toEqual([])
})

test('credit stays on a draft that is kept, and is the account’s again when the subscription ends in its hour', async () => {
  const it = await begin()
  const kept = await it.join('kept')
  await it.percent('kept')
  await it.credit('kept', 5_00)
  const left = await it.join('left')
  await it.credit('left', 5_00)
  await it.sdk.subscriptions.update(kept.subscriptionId, { pause_collection: { behavior: 'keep_as_draft' } })
  await it.story.passTo(DRAFT + 600_000)
  expect(await it.totals(left)).toEqual(['30.00', '25.00 draft'])
  await it.sdk.subscriptions.cancel(left.subscriptionId)
  await it.story.passTo(NEXT_DRAFT + 2 * HOUR_MS)
  expect(await it.creditOf('left')).toEqual([{ unit: 'USD', available: 500 }])
  expect(await it.totals(kept)).toEqual(['30.00', '22.00 draft', '27.00 draft'])
  for (const { id } of (await it.sdk.invoices.list({ customer: kept.customerId, status: 'draft' })).data)
    await it.sdk.invoices.pay(id)
  await it.story.passTo(NEXT_DRAFT + 3 * HOUR_MS)
  const { rewards } = await it.story.ok('GET', '/rewards?accountId=kept')
  expect(rewards).toContainEqual(expect.objectContaining({ redeemedCredit: 5_00, statuses: ['REDEEMED'] }))
  expect(await ledgerOf(it.story)).not.toContain('WRONG')
  expect(await it.holds()).toEqual([])
})

test('credit lies on one bill while that is retried, and the draft of the next one has its percentage', async () => {
  const it = await begin()
  const bob = await it.join('bob')
  await it.percent('bob')
  await it.credit('bob', 5_00)
  const { id } = await it.sdk.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: bob.customerId,
  })
  await it.sdk.customers.update(bob.customerId, { invoice_settings: { default_payment_method: id } })
  await it.control('PATCH', '/settings', { afterRetries: 'past_due' })
  await it.story.passTo(NEXT_DRAFT + 2 * HOUR_MS)
  expect(await it.totals(bob)).toEqual(['30.00', '22.00 open', '27.00 open'])
  const card = await it.sdk.paymentMethods.attach('pm_card_visa', { customer: bob.customerId })
  await it.sdk.customers.update(bob.customerId, { invoice_settings: { default_payment_method: card.id } })
  for (const { id: open } of (await it.sdk.invoices.list({ customer: bob.customerId, status: 'open' })).data)
    await it.sdk.invoices.pay(open)
  await it.story.passTo(NEXT_DRAFT + 26 * HOUR_MS)
  expect(await it.totals(bob)).toEqual(['30.00', '22.00', '27.00'])
  expect(await ledgerOf(it.story)).not.toContain('WRONG')
  expect(await it.holds()).toEqual([])
})

test('what was too late for a bill is credited once, percentage and credit together, and the bill says so', async () => {
  const it = await begin({ isHeard: false })
  const ada = await it.join('ada', { coupons: ['fifth_off'] })
  await it.percent('ada')
  await it.credit('ada', 5_00)
  await it.passUnheard(DRAFT + 2 * HOUR_MS)
  await it.story.runJobs()
  await it.story.runJobs()
  // Of 8.00, Stripe took 10 % of what 20 % left.
  expect(await it.totals(ada)).toEqual(['24.00', '21.60'])
  expect(await ledgerOf(it.story)).toBe(`
2040-02-29 | 30.00 |  8.00 |  2.40 | 21.60 |  5.60 | MENDED | CREDITED
`)
  expect(await billEvents(it.story, 'ada')).toEqual([
    expect.stringContaining('credited'),
    expect.stringContaining('bill.wrong'),
  ])
  const made = (await it.sdk.customers.listBalanceTransactions(ada.customerId)).data
  expect(made).toMatchObject([{ amount: -5_60, type: 'credit_note' }])
  expect(await it.creditOf('ada')).toEqual([{ unit: 'USD', available: 0 }])
  expect(await it.holds()).toEqual([])
})

test('too much off a bill that is closed is shown, and not taken back', async () => {
  const it = await begin({ isHeard: false })
  const ada = await it.join('ada')
  await it.percent('ada')
  await it.story.passTo(DRAFT - HOUR_MS)
  const coupon = await it.story.ourCoupon(50)
  await it.sdk.subscriptions.update(ada.subscriptionId, { discounts: [{ coupon }] })
  await it.passUnheard(DRAFT + 2 * HOUR_MS)
  await it.story.runJobs()
  expect(await ledgerOf(it.story)).toBe(`
2040-02-29 | 30.00 |  3.00 | 15.00 | 15.00 |  0.00 | WRONG | DISCOUNT_TOO_LARGE
`)
  expect((await it.sdk.customers.listBalanceTransactions(ada.customerId)).data).toEqual([])
})

test('a draft of which no notification came is found by one request, and not again once it is right', async () => {
  const it = await begin({ isHeard: false })
  const ada = await it.join('ada')
  await it.credit('ada', 5_00)
  await it.passUnheard(DRAFT - HOUR_MS)
  await it.story.runJobs()
  await it.passUnheard(DRAFT + 60_000)
  const sweep = async () => {
    await sweepDrafts(service.ctx, it.story.alias, { isLastAttempt: false })
    return service.ctx.readTenant(it.story.alias, (tx) => jobOfSubject(tx, 'CUSTOMER', ada.customerId))
  }
  expect(await sweep()).toMatchObject({ state: 'READY' })
  await it.story.runJobs()
  expect(await it.totals(ada)).toEqual(['30.00', '25.00 draft'])
  expect(await sweep()).not.toMatchObject({ state: 'READY' })
})

test('a draft is right by the next run after one that failed, and a credit after a lost answer is one', async () => {
  const it = await begin({ isHeard: false })
  const ada = await it.join('ada')
  await it.percent('ada')
  await it.credit('ada', 5_00)
  await it.passUnheard(DRAFT - HOUR_MS)
  await it.story.runJobs()
  const fail = (path: string, action: object) =>
    it.control('POST', '/faults', { method: 'POST', path, action, times: 1 })
  await fail('/invoiceitems', { kind: 'status', status: 503 })
  await it.passUnheard(DRAFT + 60_000)
  await it.story.runJobs(['retried', 'succeeded', 'rescheduled'])
  expect(await it.totals(ada)).toEqual(['30.00', '27.00 draft'])
  await it.passUnheard(DRAFT + 600_000)
  await it.story.runJobs()
  expect(await it.totals(ada)).toEqual(['30.00', '22.00 draft'])
  // The next one is closed before the service hears of it.
  await it.passUnheard(DRAFT + 2 * HOUR_MS)
  await it.story.runJobs()
  await it.credit('ada', 2_00)
  await fail('/customers/*/balance_transactions', { kind: 'answer_lost' })
  await it.passUnheard(NEXT_DRAFT + 2 * HOUR_MS)
  await it.story.runJobs()
  expect(await it.totals(ada)).toEqual(['30.00', '22.00', '27.00'])
  const made = (await it.sdk.customers.listBalanceTransactions(ada.customerId)).data
  expect(made).toMatchObject([{ amount: -2_00 }])
  expect(await it.holds()).toEqual([])
})

test('a draft that is closed between reading and changing it is made up for once, and the next one is right', async () => {
  const it = await begin({ isHeard: false })
  const { credentials } = it.story.tenant.shop
  const ada = await it.join('ada')
  await it.percent('ada')
  await it.credit('ada', 5_00)
  const close = () => it.story.passTo(DRAFT + 2 * HOUR_MS)
  const environment = await holdWrite(credentials.environment, close, '/v1/invoiceitems')
  await it.passUnheard(DRAFT - HOUR_MS)
  // An endpoint that the service registers would hold drafts.
  const webhookSecret = 'whsec_of_no_endpoint'
  await it.story.ok('PUT', '/connection', { ...credentials, environment, webhookSecret })
  await it.passUnheard(DRAFT + 60_000)
  await it.story.runJobs()
  expect(await it.totals(ada)).toEqual(['30.00', '27.00'])
  await it.passUnheard(DRAFT + 2 * HOUR_MS)
  await it.story.runJobs()
  expect(await ledgerOf(it.story)).toBe(`
2040-02-29 | 30.00 |  8.00 |  3.00 | 27.00 |  5.00 | MENDED | CREDITED
`)
  const made = (await it.sdk.customers.listBalanceTransactions(ada.customerId)).data
  expect(made).toMatchObject([{ amount: -5_00, type: 'credit_note' }])
  await it.passUnheard(NEXT_DRAFT + 60_000)
  await it.story.runJobs()
  expect(await it.totals(ada)).toEqual(['30.00', '27.00', '27.00 draft'])
  expect(await it.holds()).toEqual([])
})

test('a bill that the customer’s balance paid converts the friend, and one of a trial does not', async () => {
  const it = await begin()
  const code = await it.story.user('ada')
  const customer = await it.sdk.customers.create({ balance: -100_00 })
  const friend = { name: 'friend', customerId: customer.id, subscriptionId: '' }
  await it.story.link(friend, code)
  const status = async () => (await it.story.account('friend')).referral
  await it.story.addSubscription(customer.id, { trialDays: 7 })
  await it.story.passTo(Date.parse('2040-02-01T12:00:00Z'))
  expect(await status()).toMatchObject({ status: 'IN_PROGRESS' })
  await it.story.passTo(Date.parse('2040-02-07T14:00:00Z'))
  expect(await status()).toMatchObject({ status: 'CONVERTED' })
  expect(await ledgerOf(it.story)).toBe(`
2040-02-07 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT
`)
})
