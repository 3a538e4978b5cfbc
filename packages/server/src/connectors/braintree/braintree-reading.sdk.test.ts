import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BraintreeSandbox, startBraintreeSandbox } from '../../testing/processor/braintree-sandbox.ts'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { eur, off, usd } from '../../testing/processor/money.ts'
import { openBraintree } from './open-braintree.ts'
import { withOwnParser } from './sdk/braintree-sdk.ts'

let sandbox: BraintreeSandbox

beforeAll(async () => {
  sandbox = await startBraintreeSandbox()
})

afterAll(() => sandbox.close())

const ID = 'referral_discount'

test('a yearly plan is billed every twelve months, and a plan that is new is found', async () => {
  const { client, sdk, addCustomer, subscribe } = await given()
  const customerId = await addCustomer()
  const yearly = await subscribe(customerId, { planId: 'yearly' })
  expect(await client.readSubscription(yearly, ID)).toMatchObject({
    billingInterval: { unit: 'MONTH', count: 12 },
  })
  const plan = {
    id: 'quarterly',
    name: 'Quarterly',
    billingFrequency: 3,
    currencyIsoCode: 'USD',
    price: '80.00',
  }
  await (sdk.plan as unknown as { create: (plan: object) => Promise<unknown> }).create(plan)
  const quarterly = await subscribe(customerId, { planId: 'quarterly' })
  expect(await client.readSubscription(quarterly, ID)).toMatchObject({
    billingInterval: { unit: 'MONTH', count: 3 },
  })
})

test('the parser of the connector reads its own calls alone: others in the process get whole transactions', async () => {
  const { sdk, client, addCustomer, subscribe } = await given()
  const customerId = await addCustomer()
  await client.readSubscription(await subscribe(customerId), ID)
  const sale = await sdk.transaction.sale({ amount: '10.00', customerId })
  const { id } = sale.transaction
  expect(await sdk.transaction.find(id)).toHaveProperty('creditCard.last4')
  const own = await withOwnParser(() => sdk.transaction.find(id))
  expect(own).toMatchObject({ id, amount: '10.00' })
  expect(own).not.toHaveProperty('creditCard.last4')
})

test('without the permission to read plans, only the months are not known', async () => {
  const { client, control, credentials, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer())
  const denied = [{ method: 'GET', path: '/plans' }]
  await control('PATCH', `/keys/${credentials.publicKey}`, { denied })
  expect(await client.readSubscription(id, ID)).toMatchObject({ id, billingInterval: null })
})

test('amounts are in the currency of the subscription', async () => {
  const { client, addCustomer, subscribe } = await given({
    merchantAccounts: [
      { id: 'usd', currency: 'USD' },
      { id: 'eur', currency: 'EUR', isDefault: true },
    ],
    plans: [{ id: 'monthly', price: '30.00', currency: 'EUR' }],
  })
  const id = await subscribe(await addCustomer())
  expect(await client.setStanding(id, ID, off(eur(250)))).toMatchObject({
    price: eur(3000),
    discount: { amount: eur(250) },
    payments: [{ amount: eur(3000) }],
  })
})

test('a subscription that has not begun is pending, and can have a discount', async () => {
  const { client, sdk, addCustomer } = await given()
  const customerId = await addCustomer()
  const { paymentMethods } = await sdk.customer.find(customerId)
  const { subscription } = await sdk.subscription.create({
    planId: 'monthly',
    paymentMethodToken: paymentMethods?.[0]?.token ?? '',
    ...({ firstBillingDate: '2026-03-10' } as object),
  })
  expect(await client.setStanding(subscription.id, ID, off(usd(500)))).toMatchObject({
    customerId,
    status: 'PENDING',
    isInTrial: false,
    nextBillDate: '2026-03-10',
    discount: { amount: usd(500) },
    payments: [],
  })
})

test('a discount that is set in a trial counts for the first bill', async () => {
  const { client, control, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer(), { trialDays: 7 })
  expect(await client.setStanding(id, ID, off(usd(500)))).toMatchObject({ isInTrial: true })
  await control('POST', '/clock/advance', { days: 9 })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    isInTrial: false,
    payments: [{ amount: usd(2500), discountAmount: 500 }],
  })
})

test('a payment has the add-ons and discounts of its bill', async () => {
  const { client, sdk, control, addCustomer } = await given()
  const { paymentMethods } = await sdk.customer.find(await addCustomer())
  const { subscription } = await sdk.subscription.create({
    planId: 'monthly',
    paymentMethodToken: paymentMethods?.[0]?.token ?? '',
    addOns: { add: [{ inheritedFromId: 'seat', amount: '5.00', quantity: 2 }] },
    discounts: { add: [{ inheritedFromId: ID, amount: '3.00' }] },
  })
  await control('POST', '/clock/advance', { days: 2 })
  expect(await client.readSubscription(subscription.id, ID)).toMatchObject({
    payments: [{ amount: usd(3700), discountAmount: 300, otherAdjustments: 1000 }],
  })
})

test('a subscription that has had all its bills is expired', async () => {
  const { client, sdk, control, addCustomer } = await given()
  const { paymentMethods } = await sdk.customer.find(await addCustomer())
  const { subscription } = await sdk.subscription.create({
    planId: 'monthly',
    paymentMethodToken: paymentMethods?.[0]?.token ?? '',
    numberOfBillingCycles: 1,
  })
  await control('POST', '/clock/advance', { days: 40 })
  const expired = await client.readSubscription(subscription.id, ID)
  expect(expired).toMatchObject({ status: 'EXPIRED', nextBillDate: null, billCount: 1 })
  expect(new Date(expired?.endedAt ?? 0).toISOString()).toMatch(/^2026-02-28/)
  await expect(client.setStanding(subscription.id, ID, off(usd(500)))).rejects.toMatchObject({
    rejection: 'ENDED',
  })
})

test('after its payment method was deleted, a subscription is there by itself only', async () => {
  const { client, sdk, addCustomer, subscribe } = await given()
  const customerId = await addCustomer()
  const [trial, paid] = [await subscribe(customerId, { trialDays: 10 }), await subscribe(customerId)]
  const { paymentMethods } = await sdk.customer.find(customerId)
  await sdk.paymentMethod.delete(paymentMethods?.[0]?.token ?? '')
  expect(await client.readCustomer(customerId, ID)).toMatchObject({ subscriptions: [] })
  expect(await client.readSubscription(trial, ID)).toMatchObject({ status: 'CANCELLED', customerId: null })
  expect(await client.readSubscription(paid, ID)).toMatchObject({ status: 'CANCELLED', customerId })
})

test('subscriptions of all payment methods are the customer’s', async () => {
  const { client, sdk, addCustomer, subscribe } = await given()
  const customerId = await addCustomer()
  const first = await subscribe(customerId)
  const paymentMethodNonce = 'fake-valid-mastercard-nonce'
  const { paymentMethod } = await sdk.paymentMethod.create({ customerId, paymentMethodNonce })
  const { subscription } = await sdk.subscription.create({
    planId: 'yearly',
    paymentMethodToken: paymentMethod.token,
  })
  const customer = await client.readCustomer(customerId, ID)
  expect(customer?.subscriptions.map(({ id }) => id).sort()).toEqual([first, subscription.id].sort())
})

test('declined and voided payments are distinguished from paid ones', async () => {
  const { client, sdk, control, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer())
  const first = (await client.readSubscription(id, ID))?.payments[0]?.id ?? ''
  await sdk.transaction.void(first)
  await control('POST', '/faults', { action: { kind: 'decline', code: '2001' } })
  await control('POST', '/clock/advance', { days: 30 })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    status: 'PAST_DUE',
    balance: 3000,
    payments: [{ status: 'FAILED' }, { id: first, status: 'VOIDED' }],
  })
})

test('a bill that is covered by its discounts leaves a credit and no payment', async () => {
  const { client, control, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer())
  await client.setStanding(id, ID, off(usd(3500)))
  await control('POST', '/clock/advance', { days: 32 })
  expect(await client.readSubscription(id, ID)).toMatchObject({ balance: -500, billCount: 2, payments: [{}] })
})

test('a refund that the bank declines is refused, and one that it declines softly is made', async () => {
  const { client, control, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer(), { price: '3500.00' })
  await control('POST', '/clock/advance', { days: 1 })
  const paymentId = (await client.readSubscription(id, ID))?.payments[0]?.id ?? ''
  expect(
    await client.refund({ paymentId, inAll: usd(200_400), orderId: 'one', to: 'PAYMENT_METHOD' }),
  ).toEqual({
    outcome: 'REFUSED',
    message: 'The bank declined the refund.',
  })
  expect(
    await client.refund({ paymentId, inAll: usd(204_600), orderId: 'two', to: 'PAYMENT_METHOD' }),
  ).toMatchObject({ outcome: 'REFUNDED' })
  expect(
    await client.refund({ paymentId, inAll: usd(204_600), orderId: 'two', to: 'PAYMENT_METHOD' }),
  ).toMatchObject({ outcome: 'REFUNDED' })
})

test('a refund that was voided in the Control Panel is not made again', async () => {
  const { client, sdk, control, addCustomer, subscribe } = await given()
  const id = await subscribe(await addCustomer())
  await control('POST', '/clock/advance', { days: 1 })
  const paymentId = (await client.readSubscription(id, ID))?.payments[0]?.id ?? ''
  const refund = await client.refund({ paymentId, inAll: usd(300), orderId: 'one', to: 'PAYMENT_METHOD' })
  if (refund.outcome !== 'REFUNDED') throw new Error(`the refund is ${refund.outcome}`)
  await sdk.transaction.void(refund.refund.id)
  expect(await client.refund({ paymentId, inAll: usd(300), orderId: 'one', to: 'PAYMENT_METHOD' })).toEqual({
    outcome: 'REFUSED',
    message: expect.stringContaining('voided'),
  })
})

async function given(fixture: object = {}) {
  const shop = await givenBraintreeShop(sandbox, fixture)
  return { ...shop, client: openBraintree(shop.credentials, { allowLocalTargets: true }) }
}
