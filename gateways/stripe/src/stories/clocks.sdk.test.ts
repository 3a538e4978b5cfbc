import { givenListener, type Listener } from '@goodword/sandbox/testing/given-listener'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY, givenShop, HOUR } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
const opened: Listener[] = []
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterEach(async () => {
  await given.control('PUT', '/barrier', { url: null })
  for (const each of opened.splice(0)) await each.close()
})
afterAll(() => given.close())

test('at each due moment what is due is settled, then webhooks come, then the barrier is called', async () => {
  const shop = await givenShop(given)
  await shop.subscribe()
  const seen: string[] = []
  const listener = await listening(({ url, body }) => {
    const notification = JSON.parse(body)
    if (url === '/barrier') seen.push(`${notification.merchantId} ${notification.now.slice(0, 16)}`)
    else if (/^invoice[.](created|paid)$/.test(notification.type)) seen.push(notification.type)
  })
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${listener.url}/hook`,
    enabled_events: ['*'],
  })
  await given.control('PUT', '/barrier', { url: `${listener.url}/barrier` })
  await shop.advance(28 * DAY + 2 * HOUR)
  await stripe.webhookEndpoints.del(endpoint.id)
  expect(seen).toEqual([
    'acct_given 2026-01-31T12:00',
    'invoice.created',
    'acct_given 2026-02-28T12:00',
    'invoice.paid',
    'acct_given 2026-02-28T13:00',
    'acct_given 2026-02-28T14:00',
  ])
})

test('a barrier may change the draft of the moment, and time goes on when it is done', async () => {
  const shop = await givenShop(given)
  await shop.subscribe()
  const listener = await listening(async () => {
    const { data } = await stripe.invoices.list({ customer: shop.customer, status: 'draft' })
    for (const { id } of data) {
      if ((await stripe.invoiceItems.list({ invoice: id })).data.length > 0) continue
      await stripe.invoiceItems.create({
        customer: shop.customer,
        invoice: id,
        amount: -5_00,
        currency: 'usd',
      })
    }
  })
  await given.control('PUT', '/barrier', { url: listener.url })
  await shop.advance(60 * DAY)
  expect((await shop.invoices()).map(({ total }) => total)).toEqual([50_00, 45_00, 45_00])
})

test('a barrier that is not passed stops the clock, and another advance goes on from there', async () => {
  const shop = await givenShop(given)
  await shop.subscribe()
  const listener = await listening(undefined, 500)
  await given.control('PUT', '/barrier', { url: listener.url })
  await expect(shop.advance(60 * DAY)).rejects.toThrow('internal_failure')
  await given.control('PUT', '/barrier', { url: null })
  await shop.advance(60 * DAY)
  expect(await shop.invoices()).toHaveLength(3)
})

test('time does not go back, and a clock that is deleted takes its customers along', async () => {
  const shop = await givenShop(given)
  await expect(shop.advance(0)).rejects.toMatchObject({ param: 'frozen_time' })
  await stripe.testHelpers.testClocks.del(shop.clock)
  expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ deleted: true })
  await expect(stripe.testHelpers.testClocks.retrieve(shop.clock)).rejects.toMatchObject({ statusCode: 404 })
})

test('a customer without a test clock goes by the account’s, which is moved by the control API', async () => {
  const { price } = await givenShop(given)
  const customer = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price }], default_payment_method: id })
  await given.control('POST', '/clock/advance', { days: 29 })
  const { data } = await stripe.invoices.list({ customer: customer.id })
  expect(data.map(({ status, created }) => [status, created - START])).toEqual([
    ['paid', 28 * DAY],
    ['paid', 0],
  ])
})

async function listening(
  note: (received: Listener['received'][number]) => void | Promise<void> = () => undefined,
  status = 200,
): Promise<Listener> {
  const listener = await givenListener(async (received, response) => {
    await note(received)
    response.writeHead(status).end()
  })
  opened.push(listener)
  return listener
}
