import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BraintreeSandbox, startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { openBraintree } from './open-braintree.ts'

let sandbox: BraintreeSandbox

beforeAll(async () => {
  sandbox = await startBraintreeSandbox()
})

afterAll(() => sandbox.close())

const notThere = { item: 'CUSTOM_FIELD', severity: 'missing', name: 'referral_coupon' }

test('a custom field that was not created is missing', async () => {
  const { check, isLeftBehind } = await given({ customFields: [{ name: 'campaign' }] })
  expect(await check()).toEqual([{ ...notThere, message: expect.stringContaining('Create it') }])
  expect(await isLeftBehind()).toBe(false)
})

test('a custom field that is passed back and not stored is missing', async () => {
  const { check, isLeftBehind } = await given({
    customFields: [{ name: 'referral_coupon', kind: 'pass_back' }],
  })
  expect(await check()).toEqual([
    { ...notThere, message: expect.stringContaining('to "Store and Pass Back"') },
  ])
  expect(await isLeftBehind()).toBe(false)
})

test('a customer that an earlier check left behind does not matter, and is removed', async () => {
  const { check, sdk, isLeftBehind } = await given()
  await sdk.customer.create({ id: 'goodword-setup-check', firstName: 'left behind' })
  expect(await check()).toEqual([])
  expect(await isLeftBehind()).toBe(false)
})

test.each([
  ['POST', '/customers', 'answer_lost'],
  ['GET', '/customers/*', 'reset'],
])('a check that fails at %s %s leaves no customer behind', async (method, path, kind) => {
  const { check, control, isLeftBehind } = await given()
  await control('POST', '/faults', { method, path, action: { kind }, times: 1 })
  await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true })
  expect(await isLeftBehind()).toBe(false)
  expect(await check()).toEqual([])
})

test('a discount that ends by itself is missing', async () => {
  const discounts = [{ id: 'referral_discount', name: 'Referral Discount', amount: '1.00' }]
  const { check } = await given({ discounts: discounts.map((it) => ({ ...it, numberOfBillingCycles: 12 })) })
  expect(await check()).toEqual([
    {
      item: 'DISCOUNT',
      severity: 'missing',
      name: 'referral_discount',
      message: expect.stringContaining('ends after 12 billing cycles'),
    },
  ])
})

test.each([{ name: 'Partner' }, { amount: '5.00' }])('a discount with %j is a warning', async (other) => {
  const usual = { id: 'referral_discount', name: 'Referral Discount', amount: '1.00' }
  const { check } = await given({ discounts: [{ ...usual, ...other }] })
  expect(await check()).toMatchObject([{ item: 'DISCOUNT', severity: 'warning', name: 'referral_discount' }])
})

test('all missing settings are reported at once', async () => {
  const { check } = await given({ customFields: [], discounts: [] })
  expect(await check()).toMatchObject([{ item: 'CUSTOM_FIELD' }, { item: 'DISCOUNT' }])
})

test.each([
  ['POST', '/customers', 'Manage Customers and Payment Methods (Add/Edit/Delete)'],
  ['DELETE', '/customers/*', 'Manage Customers and Payment Methods (Add/Edit/Delete)'],
  ['GET', '/discounts', 'View Modifications'],
  ['GET', '/plans', 'View Subscription Plans'],
  ['GET', '/subscriptions/*', 'View Subscriptions'],
  ['POST', '/subscriptions/advanced_search_ids', 'Search Subscriptions'],
  ['PUT', '/subscriptions/*', 'Add/Edit Subscriptions'],
  ['POST', '/transactions/*/refund', 'Credit Previous Transactions (Refunds)'],
])('without the permission for %s %s, the check names "%s"', async (method, path, name) => {
  const { check, control, credentials } = await given()
  await control('PATCH', `/keys/${credentials.publicKey}`, { denied: [{ method, path }] })
  expect(await check()).toMatchObject([
    { item: 'PERMISSION', severity: 'missing', name, message: expect.stringContaining(`"${name}"`) },
  ])
})

test('credentials that were revoked since are an error', async () => {
  const { check, control } = await given()
  await control('POST', '/faults', { action: { kind: 'status', status: 401 } })
  await expect(check()).rejects.toMatchObject({ code: 'CREDENTIALS_REJECTED' })
})

test('checks at the same time create one customer, and find the same', async () => {
  const { check, control, isLeftBehind } = await given()
  const creations = { method: 'POST', path: '/customers', action: { kind: 'delay', ms: 50 } }
  await control('POST', '/faults', creations)
  const found = await Promise.all([check(), check(), check(), check()])
  expect(found).toEqual([[], [], [], []])
  const { items } = await control('GET', '/faults')
  expect(items).toEqual([expect.objectContaining({ hits: 1 })])
  expect(await isLeftBehind()).toBe(false)
})

async function given(fixture: object = {}) {
  const shop = await givenBraintreeShop(sandbox, fixture)
  const client = openBraintree(shop.credentials, { allowLocalTargets: true })
  return {
    ...shop,
    check: () => client.findMissingSetup('referral_discount'),
    isLeftBehind: async () => (await client.readCustomer('goodword-setup-check', '')) !== null,
  }
}
