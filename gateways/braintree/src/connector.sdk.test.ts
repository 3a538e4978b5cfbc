import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import type braintree from 'braintree'
import { afterEach, describe, expect, test } from 'vitest'
import { startSandbox } from './start.ts'
import { formOf } from './testing/form-of.ts'
import { sdkFor } from './testing/given-merchant.ts'
import { givenShop } from './testing/given-shop.ts'
import { allOf } from './testing/search-all.ts'
import { wholeSdkFor } from './testing/whole-sdk.ts'

/** The calls of a program that keeps referral discounts on subscriptions, all through the SDK and the control API. */

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

type Question = Record<'nextBillingDate' | 'status', () => Record<string, (...values: unknown[]) => unknown>>

const unprorated = { options: { prorateCharges: false } }

describe('discounts on subscriptions', () => {
  test('discounts on subscriptions are found, added, updated and removed, without a charge in the middle of a period', async () => {
    const { sdk, subscribe } = await given()
    const id = await subscribe()
    const update = async (discounts: object) => {
      const { subscription } = await sdk.subscription.update(id, { discounts, ...unprorated } as never)
      return subscription.discounts?.map(({ id: of, amount, quantity }) => [of, amount, quantity])
    }
    const add = [{ inheritedFromId: 'referral_discount', amount: '5.00', neverExpires: true }]
    expect(await update({ add })).toEqual([['referral_discount', '5.00', 1]])
    const again = await sdk.subscription.update(id, { discounts: { add }, ...unprorated } as never)
    expect(again.errors.deepErrors()).toMatchObject([{ code: '91911' }])
    const changed = [{ existingId: 'referral_discount', amount: '7.50' }]
    expect(await update({ update: changed })).toEqual([['referral_discount', '7.50', 1]])
    const found = await sdk.subscription.find(id)
    expect(found).toMatchObject({ balance: '0.00', nextBillingPeriodAmount: '22.50' })
    expect(found.discounts).toMatchObject([{ id: 'referral_discount', amount: '7.50', neverExpires: true }])
    expect(found.transactions).toHaveLength(1)
    expect(await update({ remove: ['referral_discount'] })).toEqual([])
  })

  test('discounts that are prorated give credit for the rest of a period', async () => {
    const { sdk, control, subscribe } = await given()
    const id = await subscribe()
    await control('POST', '/clock/advance', { days: 14 })
    const discounts = { add: [{ inheritedFromId: 'referral_discount', amount: '14.00' }] }
    const options = { prorateCharges: true }
    const { subscription } = await sdk.subscription.update(id, { discounts, options } as never)
    expect(Number(subscription.balance)).toBeLessThan(0)
  })
})

describe('the search for subscriptions', () => {
  test('the search pages through all subscriptions whose next bill is due by a date, newest first, with their discounts', async () => {
    const { sdk, subscribe } = await given()
    const due: string[] = []
    for (let n = 0; n < 120; n += 1) due.unshift(await subscribe())
    const later = await subscribe({ firstBillingDate: '2026-05-01' })
    const found = await allOf<braintree.Subscription>(
      sdk.subscription.search((search: Question) => {
        search.nextBillingDate().max?.('2026-03-01')
        search.status().in?.(['Active', 'Past Due', 'Pending'])
      }),
    )
    expect(found.map(({ id }) => id)).toEqual(due)
    expect(found[0]).toMatchObject({ discounts: [], nextBillingDate: '2026-02-28' })
    const between = await allOf<braintree.Subscription>(
      sdk.subscription.search((search: Question) =>
        search.nextBillingDate().between?.('2026-04-01', '2026-05-01'),
      ),
    )
    expect(between.map(({ id }) => id)).toEqual([later])
  })

  test('the search returns only the IDs, for a program that finds each by itself', async () => {
    const { sdk, subscribe } = await given()
    const id = await subscribe()
    const ids = await new Promise((resolve, reject) => {
      const query = (search: Question) => search.nextBillingDate().is?.('2026-02-28')
      // The SDK's types do not know of its callback.
      const search = sdk.subscription.search as unknown as (
        query: unknown,
        done: (error: unknown, found: { readonly ids: readonly string[] }) => void,
      ) => void
      search.call(sdk.subscription, query, (error, found) => (error ? reject(error) : resolve(found.ids)))
    })
    expect(ids).toEqual([id])
  })
})

describe('the custom field of the referral code', () => {
  test('the custom field of the referral code is an error until it is created, and is found from then on', async () => {
    const { sdk, control } = await given()
    await control('PUT', '/custom-fields', [])
    const create = () => sdk.customer.create({ firstName: 'Ada', customFields: { referral_coupon: 'BOB' } })
    const missing = await create()
    expect(missing.errors.for('customer').on('customFields')).toMatchObject([
      { code: '91602', message: 'Custom field is invalid: referral_coupon.' },
    ])
    await control('PUT', '/custom-fields', [{ name: 'referral_coupon', kind: 'store_and_pass_back' }])
    const { customer } = await create()
    expect(await sdk.customer.find(customer.id)).toMatchObject({ customFields: { referralCoupon: 'BOB' } })
    await control('PUT', '/custom-fields', [{ name: 'referral_coupon', kind: 'pass_back' }])
    const passed = await create()
    expect(passed.customer).toMatchObject({ customFields: { referralCoupon: 'BOB' } })
    expect(await sdk.customer.find(passed.customer.id)).toMatchObject({ customFields: '' })
  })
})

describe('a role', () => {
  test('a role that lacks a permission is an authorization error, and nothing else is', async () => {
    const { sdk, control, subscribe } = await given()
    const id = await subscribe()
    const denied = [{ method: 'PUT', path: '/subscriptions/*' }]
    expect(await control('PATCH', '/keys/merchant_public', { denied })).toMatchObject({ denied })
    await expect(sdk.subscription.update(id, { price: '1.00' } as never)).rejects.toMatchObject({
      type: 'authorizationError',
    })
    expect(await sdk.subscription.find(id)).toMatchObject({ price: '30.00' })
    await control('PATCH', '/keys/merchant_public', { denied: [] })
    expect((await sdk.subscription.update(id, { price: '31.00' } as never)).success).toBe(true)
    expect(await controlStatus(control, 'PATCH', '/keys/nobody', { denied })).toBe(404)
  })
})

describe('notifications', () => {
  test('notifications are signed so that the SDK parses them, and the challenge is answered by the SDK', async () => {
    const { sdk, merchant, control, subscribe } = await given()
    const listener = await givenListener(async ({ url }, response) => {
      const challenge = new URL(url, 'http://listener').searchParams.get('bt_challenge')
      const { verify } = sdk.webhookNotification as unknown as { verify: (text: string) => string }
      response.end(challenge === null ? '' : verify.call(sdk.webhookNotification, challenge))
    })
    opened.push(listener)
    await control('POST', '/destinations', { id: 'mine', url: `${listener.url}/hook` })
    expect(await control('POST', '/destinations/mine/verify')).toMatchObject({ kind: 'verified' })
    listener.received.length = 0
    const id = await subscribe()
    await expect.poll(() => listener.received.length).toBe(2)
    const parsed = await Promise.all(
      listener.received
        .map(formOf)
        .map((form) => sdk.webhookNotification.parse(form.signature, form.payload)),
    )
    expect(parsed.map(({ kind }) => kind)).toEqual([
      'subscription_went_active',
      'subscription_charged_successfully',
    ])
    expect(parsed[1]).toMatchObject({ subscription: { id, price: '30.00', status: 'Active' } })
    expect(journalOf(merchant)).toHaveLength(2)
  })
})

describe('the barrier', () => {
  test('the barrier is asked wherever the clock stops, at the end of its way as well', async () => {
    const { control } = await given()
    const barrier = await givenListener((_received, response) => {
      response.statusCode = 204
      response.end()
    })
    opened.push(barrier)
    await control('PUT', '/barrier', { url: `${barrier.url}/clock` })
    const to = '2026-02-05T09:30:00.000Z'
    expect(await control('POST', '/clock/advance', { to })).toMatchObject({ to })
    expect(barrier.received.map(({ body }) => JSON.parse(body))).toEqual([
      { merchantId: 'merchant', now: '2026-01-31T12:00:00.000Z' },
      { merchantId: 'merchant', now: to },
    ])
  })

  test('a barrier that does not let time go on at the end stops it there, and may be asked again', async () => {
    const { control } = await given()
    let status = 503
    const barrier = await givenListener(({ body }, response) => {
      response.statusCode = JSON.parse(body).now === '2026-02-05T00:00:00.000Z' ? status : 204
      response.setHeader('retry-after', 0)
      response.end()
    })
    opened.push(barrier)
    await control('PUT', '/barrier', { url: barrier.url })
    const to = '2026-02-05T00:00:00.000Z'
    expect(await controlStatus(control, 'POST', '/clock/advance', { to })).toBe(502)
    status = 204
    expect(await control('POST', '/clock/advance', { to })).toMatchObject({ to })
  })
})

describe('faults', () => {
  test('a request may be answered with an error, and applied later', async () => {
    const { sdk, control, subscribe } = await given()
    const id = await subscribe()
    const action = { kind: 'applied_late', ms: 20, status: 503 }
    const rule = await control('POST', '/faults', {
      method: 'PUT',
      path: '/subscriptions/*',
      times: 1,
      action,
    })
    expect(rule).toMatchObject({ method: 'PUT', path: '/subscriptions/*', action })
    const discounts = { add: [{ inheritedFromId: 'referral_discount', amount: '5.00' }] }
    const request = { discounts, ...unprorated } as never
    await expect(sdk.subscription.update(id, request)).rejects.toMatchObject({
      type: 'serviceUnavailableError',
    })
    await expect.poll(async () => (await sdk.subscription.find(id)).discounts?.length).toBe(1)
    const repeated = await sdk.subscription.update(id, request)
    expect(repeated.errors.deepErrors()).toMatchObject([{ code: '91911' }])
  })

  test('a fault that is applied late notifies like any other request', async () => {
    const { sdk, control, subscribe } = await given()
    const id = await subscribe()
    const listener = await givenListener()
    opened.push(listener)
    await control('POST', '/destinations', { url: listener.url })
    await control('POST', '/faults', {
      path: '/subscriptions/*/cancel',
      action: { kind: 'applied_late', ms: 0 },
    })
    await expect(sdk.subscription.cancel(id)).rejects.toMatchObject({ type: 'gatewayTimeoutError' })
    await expect.poll(() => listener.received.length).toBe(1)
    expect(await sdk.subscription.find(id)).toMatchObject({ status: 'Canceled' })
  })

  test('a fault can be written as the rule that it is read as', async () => {
    const { control } = await given()
    const action = { kind: 'status', status: 503 }
    const { id, seen, hits, ...rule } = await control('POST', '/faults', { path: '/plans', action })
    expect([seen, hits]).toEqual([0, 0])
    const listed = await control('GET', '/faults')
    expect(listed).toEqual({ items: [{ id, seen, hits, ...rule }] })
    expect(await control('POST', '/faults', rule)).toMatchObject(rule)
  })
})

type Control = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

async function controlStatus(control: Control, method: string, path: string, body: unknown) {
  return (await control(method, path, body)).httpStatus
}

async function given() {
  const merchant = givenShop()
  const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
  opened.push(sandbox)
  const sdk = sdkFor(sandbox, merchant)
  const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const paymentMethodToken = customer.paymentMethods?.[0]?.token ?? ''
  const subscribe = async (more: object = {}) => {
    const request = { paymentMethodToken, planId: 'monthly', ...more }
    return (await wholeSdkFor(sandbox, merchant).subscription.create(request)).subscription.id
  }
  const control: Control = async (method, path, body) => {
    const answer = await fetch(`${sandbox.url}/sandbox/merchants/merchant${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const value = (await answer.json()) as Record<string, unknown>
    return answer.ok ? value : { httpStatus: answer.status, ...value }
  }
  return { merchant, sandbox, sdk, control, subscribe }
}
