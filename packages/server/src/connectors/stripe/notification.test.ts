import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { NotificationRequest } from '../notification.ts'
import { listedKinds, workOf } from './notification.ts'
import { openStripe } from './open-stripe.ts'

const credentials = { processor: 'stripe', environment: 'sandbox', apiKey: 'rk_test_key' } as const
const secrets = ['whsec_present', 'whsec_former'] as const
const client = openStripe({ ...credentials, webhookSecret: secrets.join(', ') }, { allowLocalTargets: false })

const event = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_769_860_800, data: { object } })

const paid = event('invoice.paid', {
  id: 'in_1',
  object: 'invoice',
  customer: 'cus_ada',
  parent: { subscription_details: { subscription: 'sub_1' } },
})

const nowInSeconds = () => Math.floor(Date.now() / 1000)

function signatureOf(body: string, secret: string, at = nowInSeconds()): string {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
}

function request(rawBody: string, signature: string | null): NotificationRequest {
  const headers = signature === null ? {} : { 'stripe-signature': signature }
  return { method: 'POST', query: new URLSearchParams(), headers, rawBody }
}

const signed = (body: string, secret: string = secrets[0], at = nowInSeconds()) =>
  request(body, `t=${at},v1=${signatureOf(body, secret, at)}`)

async function notificationOf(body: string) {
  const accepted = await client.accept(signed(body))
  return accepted.kind === 'NOTIFICATION' ? accepted.notification : null
}

test('an event of an invoice names its subscription and its customer, and is known by its ID', async () => {
  expect(await notificationOf(paid)).toEqual({
    identity: 'evt_1',
    payload: paid,
    kind: 'invoice.paid',
    createdAt: Date.UTC(2026, 0, 31, 12),
    subscriptionId: 'sub_1',
    customerId: 'cus_ada',
    paymentId: null,
    discountId: null,
  })
})

test.each<[string, object, object]>([
  [
    'a subscription',
    { object: 'subscription', id: 'sub_1', customer: 'cus_ada' },
    { subscriptionId: 'sub_1', customerId: 'cus_ada', paymentId: null },
  ],
  [
    'a customer',
    { object: 'customer', id: 'cus_ada' },
    { subscriptionId: null, customerId: 'cus_ada', paymentId: null },
  ],
  [
    'a Checkout session',
    { object: 'checkout.session', id: 'cs_1', customer: 'cus_ada', subscription: 'sub_1' },
    { subscriptionId: 'sub_1', customerId: 'cus_ada', paymentId: null },
  ],
  [
    'a dispute',
    { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' },
    { subscriptionId: null, customerId: null, paymentId: 'pi_1' },
  ],
  [
    'something else',
    { object: 'balance', id: null },
    { subscriptionId: null, customerId: null, paymentId: null },
  ],
])('an event of %s names what it is about', async (_what, object, ids) => {
  expect(await notificationOf(event('any.kind', object))).toMatchObject({ kind: 'any.kind', ...ids })
})

test.each([
  ['test_helpers.test_clock.advancing', Date.UTC(2026, 0, 31, 12)],
  ['test_helpers.test_clock.ready', Date.UTC(2026, 0, 31, 12)],
  ['test_helpers.test_clock.deleted', undefined],
  ['invoice.paid', undefined],
])('an event %s says where a test clock stands, or nothing of it', async (type, at) => {
  const object = { object: 'test_helpers.test_clock', id: 'clock_1', frozen_time: 1_769_860_800 }
  expect((await notificationOf(event(type, object)))?.testClockAt).toBe(at)
})

test('while one secret replaces another, the signature of either is right, and one of several is enough', async () => {
  for (const secret of secrets)
    expect(await client.accept(signed(paid, secret))).toMatchObject({ kind: 'NOTIFICATION' })
  const at = nowInSeconds()
  const wrong = signatureOf(paid, 'whsec_other', at)
  const both = `t=${at},v1=${wrong},v1=${signatureOf(paid, secrets[1], at)}`
  expect(await client.accept(request(paid, both))).toMatchObject({ kind: 'NOTIFICATION' })
})

test.each<[string, NotificationRequest]>([
  ['by another secret', signed(paid, 'whsec_other')],
  ['older than five minutes', signed(paid, secrets[0], nowInSeconds() - 400)],
  ['more than five minutes ahead', signed(paid, secrets[0], nowInSeconds() + 400)],
  ['of another body', request(`${paid} `, signed(paid).headers['stripe-signature'] as string)],
  ['that is none', request(paid, 'none')],
  ['that is too long', request(paid, `t=1,v1=${'0'.repeat(10_000)}`)],
])('a signature %s is refused, and counts as signed', async (_what, given) => {
  expect(await client.accept(given)).toMatchObject({ kind: 'REFUSED', isSigned: true })
})

test.each([
  ['not JSON', 'paid', 'the body is not JSON'],
  ['no event', '{}', 'the event has no ID, type or time'],
  [
    'an event of the other mode',
    JSON.stringify({ ...JSON.parse(paid), livemode: true }),
    'the event is of the other mode',
  ],
])('a rightly signed body that is %s is refused with its cause', async (_what, body, cause) => {
  expect(await client.accept(signed(body))).toMatchObject({ kind: 'REFUSED', isSigned: true, cause })
})

test('a list of events takes all kinds that it is asked for, and a notification says whose account it is about', async () => {
  expect(listedKinds.length).toBeLessThanOrEqual(20)
  const body = JSON.stringify({ ...JSON.parse(paid), account: 'acct_other' })
  expect(await notificationOf(body)).toMatchObject({ account: 'acct_other' })
})

test.each<[string, NotificationRequest]>([
  ['a header', request(paid, null)],
  ['a body', request('', 'none')],
  ['both', { ...request('', null), method: 'GET' }],
])('a request without %s is refused, and is no notification', async (_what, given) => {
  expect(await client.accept(given)).toMatchObject({
    kind: 'REFUSED',
    param: 'stripe-signature',
    isSigned: false,
  })
})

test('without a secret nothing is accepted, and the answer says how to send one', async () => {
  const without = openStripe(credentials, { allowLocalTargets: false })
  expect(await without.accept(signed(paid))).toMatchObject({
    kind: 'REFUSED',
    message: expect.stringContaining('webhookSecret'),
  })
})

test('a key of the other mode is refused before any call', () => {
  const open = (environment: string, apiKey: string) => () =>
    openStripe({ ...credentials, environment, apiKey }, { allowLocalTargets: true })
  for (const [environment, apiKey] of [
    ['sandbox', 'rk_live_key'],
    ['http://127.0.0.1:3002', 'sk_live_key'],
    ['production', 'rk_test_key'],
  ] as const)
    expect(open(environment, apiKey)).toThrow(expect.objectContaining({ rejection: 'KEY_OF_OTHER_MODE' }))
})

const period = (start: number, quantity = 1) => ({
  items: { data: [{ id: 'si_1', quantity, current_period_start: start, current_period_end: start + 10 }] },
})
const updated = (previous: object) =>
  workOf('customer.subscription.updated', {
    data: { object: { id: 'sub_1', ...period(20) }, previous_attributes: previous },
  })
const invoice = (type: string, object: object) => workOf(type, { data: { object } })

test('a subscription of which only the period changed asks for nothing', () => {
  expect(updated({ ...period(10), latest_invoice: 'in_1' })).toBe('NOTHING')
})

test.each([
  ['the status', { ...period(10), status: 'trialing' }],
  ['the discounts', { discounts: [] }],
  ['the quantity of an item', period(10, 2)],
  ['nothing', {}],
])('a subscription of which %s changed is read', (_what, previous) => {
  expect(updated(previous)).toBeNull()
})

test('the draft of a renewal is compared with others, and its closing waits for its payment', () => {
  const cycle = { billing_reason: 'subscription_cycle', collection_method: 'charge_automatically' }
  expect(invoice('invoice.created', { ...cycle, status: 'draft' })).toBe('DRAFTS')
  expect(invoice('invoice.finalized', { ...cycle, status: 'open' })).toBe('LATER')
  expect(invoice('invoice.paid', { ...cycle, status: 'paid' })).toBeNull()
  expect(invoice('invoice.finalized', { ...cycle, status: 'paid' })).toBeNull()
  expect(invoice('invoice.created', { billing_reason: 'manual', status: 'draft' })).toBeNull()
})
