import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GivenStripe, givenStripe, sdkFor } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('the official SDK, unmodified', () => {
  test('the SDK creates, reads, changes and deletes a customer, with metadata key by key', async () => {
    const made = await stripe.customers.create({
      email: 'ada@example.com',
      metadata: { plan: 'pro', seats: '3' },
    })
    expect(made.id).toMatch(/^cus_\w{14}$/)
    expect(made.lastResponse).toMatchObject({ statusCode: 200, requestId: expect.stringMatching(/^req_/) })
    const changed = await stripe.customers.update(made.id, {
      name: 'Ada',
      metadata: { seats: '', plan: 'max' },
    })
    expect(changed).toMatchObject({ name: 'Ada', email: 'ada@example.com', metadata: { plan: 'max' } })
    expect(changed.metadata).not.toHaveProperty('seats')
    expect(await stripe.customers.update(made.id, { metadata: '' })).toMatchObject({ metadata: {} })
    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true })
  })

  test('the SDK goes through a list page by page, newest first, and back', async () => {
    const names = ['first', 'second', 'third', 'fourth', 'fifth']
    for (const name of names) await stripe.products.create({ name })
    const seen: string[] = []
    for await (const product of stripe.products.list({ limit: 2 })) seen.push(product.name)
    expect(seen).toEqual(names.toReversed())
    const { data, has_more } = await stripe.products.list({ limit: 2 })
    expect(has_more).toBe(true)
    const older = await stripe.products.list({ limit: 3, starting_after: data[1]?.id ?? '' })
    expect(older).toMatchObject({ has_more: false })
    const newer = await stripe.products.list({ limit: 2, ending_before: older.data[0]?.id ?? '' })
    expect(newer.data.map(({ name }) => name)).toEqual(['fifth', 'fourth'])
  })

  test('the SDK expands what it asks for, in lists as well, and gets an error for what cannot be expanded', async () => {
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      product_data: { name: 'Tea' },
      expand: ['product'],
    })
    expect(price.product).toMatchObject({ object: 'product', name: 'Tea' })
    const list = await stripe.prices.list({ expand: ['data.product'] })
    expect(list.data[0]?.product).toMatchObject({ name: 'Tea' })
    await expect(stripe.prices.retrieve(price.id, { expand: ['nothing'] })).rejects.toMatchObject({
      message: expect.stringContaining('This property cannot be expanded (nothing)'),
    })
  })

  test('an error names the parameter that is unknown, missing or wrong', async () => {
    const unknown = { flavour: 'mint' } as Stripe.CustomerCreateParams
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'flavour',
      statusCode: 400,
    })
    await expect(stripe.products.create({} as Stripe.ProductCreateParams)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'name',
    })
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'id',
      statusCode: 404,
      message: "No such customer: 'cus_none'",
    })
  })
})

describe('idempotency keys', () => {
  test('a repeat gets the first answer again, and nothing is made twice', async () => {
    const options = { idempotencyKey: 'once' }
    const first = await stripe.customers.create({ name: 'Once' }, options)
    const again = await stripe.customers.create({ name: 'Once' }, options)
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  test('another request with the key is refused', async () => {
    const options = { idempotencyKey: 'taken' }
    await stripe.customers.create({ name: 'Taken' }, options)
    const error = { type: 'StripeIdempotencyError', statusCode: 400 }
    await expect(stripe.customers.create({ name: 'Other' }, options)).rejects.toMatchObject(error)
    await expect(stripe.products.create({ name: 'Taken' }, options)).rejects.toMatchObject(error)
  })

  test('a request whose parameters were wrong leaves its key free', async () => {
    const options = { idempotencyKey: 'corrected' }
    await expect(stripe.products.create({} as Stripe.ProductCreateParams, options)).rejects.toThrow()
    expect(await stripe.products.create({ name: 'Right' }, options)).toMatchObject({ name: 'Right' })
  })

  test('a request that was refused while it was executed is refused again, whatever has changed', async () => {
    const options = { idempotencyKey: 'refused' }
    const params = { code: 'LATER', promotion: { type: 'coupon' as const, coupon: 'later' } }
    const create = () => stripe.promotionCodes.create(params, options).catch((error) => error)
    expect(await create()).toMatchObject({ code: 'resource_missing' })
    await stripe.coupons.create({ id: 'later', percent_off: 10 })
    expect(await create()).toMatchObject({
      code: 'resource_missing',
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  test('a key is forgotten after 24 hours of the clock', async () => {
    const options = { idempotencyKey: 'yesterday' }
    const first = await stripe.customers.create({}, options)
    given.account.clock = { at: given.account.clock.at + 86_400_000 - 1, runsSince: null }
    expect((await stripe.customers.create({}, options)).id).toBe(first.id)
    given.account.clock = { at: given.account.clock.at + 1, runsSince: null }
    expect((await stripe.customers.create({}, options)).id).not.toBe(first.id)
  })

  test('a twin of a request that is under way is refused with 409, and later gets its answer', async () => {
    await given.control('POST', '/faults', { times: 1, action: { kind: 'delay', ms: 200 } })
    const options = { idempotencyKey: 'twins' }
    const first = stripe.customers.create({ name: 'Twin' }, options)
    await expect.poll(() => given.account.faults[0]?.hits).toBe(1)
    await expect(stripe.customers.create({ name: 'Twin' }, options)).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    const { id } = await first
    expect((await stripe.customers.create({ name: 'Twin' }, options)).id).toBe(id)
  })

  test('a request whose answer is lost was carried out, and a retry of the SDK with its key finds that', async () => {
    await given.control('POST', '/faults', {
      method: 'POST',
      path: '/customers',
      times: 1,
      action: { kind: 'answer_lost' },
    })
    const before = given.account.customers.size
    const made = await stripe.customers.create({ name: 'Lost' }, { maxNetworkRetries: 2 })
    expect(made.name).toBe('Lost')
    expect(given.account.customers.size).toBe(before + 1)
  })
})

describe('keys', () => {
  test('any test key has an account of its own, and no other key has one', async () => {
    const other = sdkFor(given.sandbox, 'sk_test_other')
    expect((await other.customers.list()).data).toEqual([])
    expect((await other.accounts.retrieveCurrent()).id).toMatch(/^acct_\w{16}$/)
    for (const key of ['sk_live_1', 'nonsense']) {
      const wrong = sdkFor(given.sandbox, key)
      await expect(wrong.customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
    }
  })

  test('a restricted key does what it may, and an error names the right that is missing', async () => {
    const body = {
      id: 'acct_narrow',
      keys: ['rk_test_narrow'],
      permissions: ['rak_customer_write', 'rak_price_read'],
    }
    await fetch(`${given.sandbox.url}/sandbox/accounts`, { method: 'POST', body: JSON.stringify(body) })
    const narrow = sdkFor(given.sandbox, 'rk_test_narrow')
    await narrow.customers.create({})
    expect((await narrow.customers.list()).data).toHaveLength(1)
    expect((await narrow.prices.list()).data).toEqual([])
    await expect(narrow.prices.create({ currency: 'usd', unit_amount: 1 })).rejects.toMatchObject({
      type: 'StripePermissionError',
      message: expect.stringContaining("'rak_price_write'"),
    })
  })
})

test('the version of the SDK is answered in its shapes, and an older one is refused', async () => {
  const { lastResponse } = await stripe.customers.list()
  expect(lastResponse.headers['stripe-version']).toBe(Stripe.API_VERSION)
  const old = stripe.customers.list({}, { apiVersion: '2020-08-27' })
  await expect(old).rejects.toMatchObject({ message: expect.stringContaining('2022-08-01') })
})
