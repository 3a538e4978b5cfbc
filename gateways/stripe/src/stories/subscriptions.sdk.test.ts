import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf, useCard } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('periods', () => {
  test('a month that is too short ends early, and the next ones do not follow it', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    await shop.advance(125 * DAY)
    const days = (await shop.invoices()).map(({ created }) =>
      new Date(created * 1000).toISOString().slice(0, 10),
    )
    expect(days).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('an anchor in the future has the time until then charged, or free', async () => {
    const [charged, free] = [await givenShop(given), await givenShop(given)]
    const anchor = START + 14 * DAY
    await charged.subscribe({ billing_cycle_anchor: anchor })
    await free.subscribe({ billing_cycle_anchor: anchor, proration_behavior: 'none' })
    for (const shop of [charged, free]) await shop.advance(14 * DAY + 2 * HOUR)
    // 14 of the 31 days from 14 January on.
    expect((await charged.invoices()).map(lineOf)).toEqual([
      '22.58 paid subscription_create 2026-01-31',
      '50.00 paid subscription_cycle 2026-02-14',
    ])
    expect((await free.invoices()).map(lineOf)).toEqual(['50.00 paid subscription_cycle 2026-02-14'])
  })
})

test('a subscription in the billing mode flexible is refused, as its bills would not be those of Stripe', async () => {
  const shop = await givenShop(given)
  const refused = shop.subscribe({ billing_mode: { type: 'flexible' } })
  await expect(refused).rejects.toMatchObject({ param: 'billing_mode[type]' })
  const { id: yearly } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1_00,
    product: shop.product,
    recurring: { interval: 'year' },
  })
  const mixed = shop.subscribe({ items: [{ price: shop.price }, { price: yearly }] })
  await expect(mixed).rejects.toThrow('billing mode flexible')
  expect(await shop.subscribe({ billing_mode: { type: 'classic' } })).toMatchObject({
    status: 'active',
    billing_mode: { type: 'classic' },
  })
})

describe('the end', () => {
  test('at the end of the period nothing more is billed, unless it is taken back', async () => {
    const [ends, stays] = [await givenShop(given), await givenShop(given)]
    const { id } = await ends.subscribe()
    const other = await stays.subscribe()
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
      cancel_at: START + RENEWAL,
      status: 'active',
    })
    await stripe.subscriptions.update(other.id, { cancel_at_period_end: true })
    await stripe.subscriptions.update(other.id, { cancel_at_period_end: false })
    for (const shop of [ends, stays]) await shop.advance(RENEWAL + 2 * HOUR)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      ended_at: START + RENEWAL,
    })
    expect(await ends.invoices()).toHaveLength(1)
    expect(await stays.invoices()).toHaveLength(2)
    expect((await stripe.subscriptions.list({ customer: ends.customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: ends.customer, status: 'all' })).data).toHaveLength(1)
  })

  test('at once, or at a moment', async () => {
    const [now, later] = [await givenShop(given), await givenShop(given)]
    const { id } = await now.subscribe()
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled', ended_at: START })
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
    const other = await later.subscribe({ cancel_at: START + 5 * DAY })
    await later.advance(6 * DAY)
    expect(await stripe.subscriptions.retrieve(other.id)).toMatchObject({ ended_at: START + 5 * DAY })
  })

  test('deleting a customer ends its subscriptions', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    await stripe.customers.del(shop.customer)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  })
})

describe('a card that is declined', () => {
  test('a declined card is tried again, and the subscription is active again when it pays', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await shop.advance(RENEWAL + 2 * HOUR)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' })
    expect((await shop.invoices()).at(-1)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: START + RENEWAL + HOUR + 3 * DAY,
    })
    await useCard(stripe, shop.customer, 'pm_card_visa')
    await shop.advance(RENEWAL + 3 * DAY + 2 * HOUR)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
    expect((await shop.invoices()).at(-1)).toMatchObject({ status: 'paid', attempt_count: 2 })
  })

  test.each(['canceled', 'unpaid', 'past_due'] as const)(
    'the subscription is %s after the retries of a declined card',
    async (afterRetries) => {
      await given.control('PATCH', '/settings', { afterRetries })
      const shop = await givenShop(given)
      const { id } = await shop.subscribe()
      await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
      await shop.advance(RENEWAL + 16 * DAY)
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: afterRetries })
      expect((await shop.invoices()).at(-1)).toMatchObject({
        status: 'open',
        attempt_count: 4,
        next_payment_attempt: null,
      })
      const failed = await stripe.events.list({ type: 'invoice.payment_failed', limit: 4 })
      expect(failed.data).toHaveLength(4)
      await given.control('PATCH', '/settings', { afterRetries: 'canceled' })
    },
  )

  test('at the first bill leaves the subscription incomplete, until it is paid or 23 hours are over', async () => {
    const [paid, expired, refused] = [await givenShop(given), await givenShop(given), await givenShop(given)]
    for (const shop of [paid, expired, refused])
      await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    const [one, other] = [await paid.subscribe(), await expired.subscribe()]
    expect([one.status, other.status]).toEqual(['incomplete', 'incomplete'])
    await useCard(stripe, paid.customer, 'pm_card_visa')
    await stripe.invoices.pay(`${one.latest_invoice}`)
    expect(await stripe.subscriptions.retrieve(one.id)).toMatchObject({ status: 'active' })
    await expired.advance(DAY)
    expect(await stripe.subscriptions.retrieve(other.id)).toMatchObject({ status: 'incomplete_expired' })
    expect((await expired.invoices()).map(({ status }) => status)).toEqual(['void'])
    await expect(refused.subscribe({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      decline_code: 'generic_decline',
    })
    expect(await refused.invoices()).toEqual([])
  })

  test('a card cannot be attached where the bank is asked at once, and without a card nothing begins', async () => {
    const shop = await givenShop(given, { card: null })
    await expect(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: shop.customer }),
    ).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
    await expect(shop.subscribe()).rejects.toMatchObject({
      message: expect.stringContaining('no attached payment source'),
    })
    expect(await shop.subscribe({ trial_period_days: 3 })).toMatchObject({ status: 'trialing' })
  })
})

describe('pausing', () => {
  test.each([
    ['keep_as_draft', 'draft'],
    ['mark_uncollectible', 'uncollectible'],
    ['void', 'void'],
  ] as const)('%s leaves an invoice %s, and the subscription active', async (behavior, status) => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    await stripe.subscriptions.update(id, { pause_collection: { behavior, resumes_at: START + 40 * DAY } })
    await shop.advance(RENEWAL + 2 * HOUR)
    expect((await shop.invoices()).at(-1)).toMatchObject({ status })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      pause_collection: { behavior },
    })
    await shop.advance(60 * DAY)
    expect((await shop.invoices()).at(-1)).toMatchObject({ status: 'paid' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ pause_collection: null })
  })
})

test('a subscription that pauses at the end of a trial is not billed until it is resumed', async () => {
  const shop = await givenShop(given, { card: null })
  const { id } = await shop.subscribe({
    trial_end: START + 10 * DAY,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
  })
  await shop.advance(20 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'paused' })
  await useCard(stripe, shop.customer, 'pm_card_visa')
  const resumed = await stripe.subscriptions.resume(id)
  expect(resumed).toMatchObject({ status: 'active', billing_cycle_anchor: START + 20 * DAY })
  expect((await shop.invoices()).at(-1)).toMatchObject({ total: 50_00, status: 'paid' })
  const events = await stripe.events.list({
    types: ['customer.subscription.paused', 'customer.subscription.resumed'],
  })
  expect(events.data.map(({ type }) => type)).toEqual([
    'customer.subscription.resumed',
    'customer.subscription.paused',
  ])
  await expect(stripe.subscriptions.resume(id)).rejects.toThrow('it is active')
})

describe('changes within a period', () => {
  test('a quantity is prorated on the next bill, at once, or not at all', async () => {
    const half = RENEWAL / 2
    const lines = await Promise.all(
      (['create_prorations', 'always_invoice', 'none'] as const).map(async (behavior) => {
        const shop = await givenShop(given)
        const { items } = await shop.subscribe()
        await shop.advance(half)
        const item = items.data[0]?.id ?? ''
        await stripe.subscriptionItems.update(item, { quantity: 3, proration_behavior: behavior })
        await shop.advance(RENEWAL + 2 * HOUR)
        return (await shop.invoices()).map(lineOf)
      }),
    )
    expect(lines).toEqual([
      ['50.00 paid subscription_create 2026-01-31', '200.00 paid subscription_cycle 2026-02-28'],
      [
        '50.00 paid subscription_create 2026-01-31',
        '50.00 paid subscription_update 2026-02-14',
        '150.00 paid subscription_cycle 2026-02-28',
      ],
      ['50.00 paid subscription_create 2026-01-31', '150.00 paid subscription_cycle 2026-02-28'],
    ])
  })

  test('lines of a proration say so, are not discountable, and have the percentages in them', async () => {
    const shop = await givenShop(given)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
    const { id, items } = await shop.subscribe({ discounts: [{ coupon }] })
    await shop.advance(RENEWAL / 2)
    await stripe.subscriptions.update(id, { items: [{ id: items.data[0]?.id ?? '', quantity: 2 }] })
    await shop.advance(RENEWAL)
    const draft = (await shop.invoices()).at(-1)
    const shown = draft?.lines.data.map(({ amount, discountable, parent }) => {
      return [amount, discountable, parent?.subscription_item_details?.proration]
    })
    expect(shown).toEqual([
      [40_00, false, true],
      [-20_00, false, true],
      [100_00, true, false],
    ])
    expect(draft).toMatchObject({ subtotal: 120_00, total: 100_00 })
  })

  test('another interval begins a new period, and the unused time is credited', async () => {
    const shop = await givenShop(given)
    const yearly = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500_00,
      product: shop.product,
      recurring: { interval: 'year' },
    })
    const { id, items } = await shop.subscribe()
    await shop.advance(RENEWAL / 2)
    const after = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: yearly.id }],
    })
    expect(after.billing_cycle_anchor).toBe(START + RENEWAL / 2)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '50.00 paid subscription_create 2026-01-31',
      '475.00 paid subscription_update 2026-02-14',
    ])
  })

  test('items come and go, of one interval and one currency', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const cups = { currency: 'usd', unit_amount: 10_00, product_data: { name: 'Cups' } }
    const monthly = await stripe.prices.create({ ...cups, recurring: { interval: 'month' } })
    const weekly = await stripe.prices.create({ ...cups, recurring: { interval: 'week' } })
    const changed = await stripe.subscriptions.update(id, {
      items: [{ price: monthly.id, quantity: 2 }],
      proration_behavior: 'none',
    })
    expect(changed.items.data.map(({ quantity }) => quantity)).toEqual([1, 2])
    await expect(stripe.subscriptions.update(id, { items: [{ price: weekly.id }] })).rejects.toThrow(
      'same billing interval',
    )
    const [first] = changed.items.data
    await stripe.subscriptions.update(id, {
      items: [{ id: first?.id ?? '', deleted: true }],
      proration_behavior: 'none',
    })
    await shop.advance(RENEWAL)
    expect((await shop.invoices()).at(-1)).toMatchObject({ total: 20_00 })
  })
})
