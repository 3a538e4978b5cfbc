import { givenListener, type Listener } from '@goodword/sandbox/testing/given-listener'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
let listener: Listener
let endpoint: Stripe.WebhookEndpoint
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())
beforeEach(async () => {
  listener = await givenListener()
  endpoint = await stripe.webhookEndpoints.create({ url: `${listener.url}/hook`, enabled_events: ['*'] })
})
afterEach(async () => {
  await stripe.webhookEndpoints.del(endpoint.id)
  await listener.close()
})

test('the SDK verifies what is sent, with the secret that is shown once', async () => {
  const customer = await stripe.customers.create({ name: 'Ada' })
  await expect.poll(() => listener.received.length).toBe(1)
  const [received] = listener.received
  const signature = `${received?.headers['stripe-signature']}`
  const event = stripe.webhooks.constructEvent(received?.body ?? '', signature, endpoint.secret ?? '')
  expect(event).toMatchObject({
    type: 'customer.created',
    data: { object: { id: customer.id } },
    livemode: false,
  })
  expect(() => stripe.webhooks.constructEvent(received?.body ?? '', signature, 'whsec_wrong')).toThrow()
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret')
})

test('an event of a change has the former values, and says which request it came from', async () => {
  const { id } = await stripe.customers.create({ name: 'Ada', metadata: { a: '1' } })
  await stripe.customers.update(id, { name: 'Ada L.', metadata: { b: '2' } }, { idempotencyKey: 'renamed' })
  const { data } = await stripe.events.list({ types: ['customer.updated'], limit: 1 })
  expect(data[0]).toMatchObject({
    data: { previous_attributes: { name: 'Ada', metadata: { a: '1' } }, object: { name: 'Ada L.' } },
    request: { idempotency_key: 'renamed' },
  })
  expect(await stripe.events.retrieve(data[0]?.id ?? '')).toMatchObject({ id: data[0]?.id })
})

test('an endpoint gets the types that it wants', async () => {
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['product.created'] })
  await stripe.customers.create()
  await stripe.products.create({ name: 'Tea' })
  await expect.poll(() => listener.received.length).toBe(1)
  expect(JSON.parse(listener.received[0]?.body ?? '{}')).toMatchObject({ type: 'product.created' })
})

test('events can be read for 30 days', async () => {
  const { id } = await stripe.products.create({ name: 'Old' })
  const count = async () => (await stripe.events.list({ type: 'product.created', limit: 100 })).data.length
  const { data } = await stripe.events.list({ type: 'product.created', limit: 1 })
  expect(data[0]?.data.object).toMatchObject({ id })
  expect(await count()).toBeGreaterThan(0)
  await given.control('POST', '/clock/advance', { days: 30 })
  expect(await count()).toBe(0)
  await expect(stripe.events.retrieve(data[0]?.id ?? '')).rejects.toMatchObject({ statusCode: 404 })
})

describe('on their way', () => {
  test('events come twice or never by switches, and what is lost can be read', async () => {
    await given.control('PATCH', '/deliveries', { duplicates: 1 })
    await stripe.products.create({ name: 'Twice' })
    await expect.poll(() => listener.received.length).toBe(2)
    expect(listener.received[0]?.body).toBe(listener.received[1]?.body)
    await given.control('PATCH', '/deliveries', { duplicates: 0, losses: 1 })
    const lost = await stripe.products.create({ name: 'Never' })
    const { data } = await stripe.events.list({ type: 'product.created', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ id: lost.id })
    await given.control('PATCH', '/deliveries', { losses: 0 })
  })

  test('an event that is not taken is sent again an hour later by the clock', async () => {
    await listener.close()
    await stripe.products.create({ name: 'Again' })
    const status = () => Array.from(given.account.notifications.values()).at(-1)?.attempts.length
    await expect.poll(status).toBe(1)
    await given.control('POST', '/clock/advance', { hours: 1 })
    expect(status()).toBe(2)
  })
})
