import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenCard, givenSubscriber } from '../../testing/given-subscriber.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
merchant.merchantAccounts = ['usd', 'other_usd'].map((id, index) => ({
  id,
  currency: 'USD',
  isDefault: index === 0,
}))
const { token } = givenSubscriber(merchant)
givenCard(merchant, 'jane', 'second_card', '5555555555554444')
givenSubscriber(merchant, 'joe', '5555555555554444')
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = wholeSdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

let subscriptionId = ''
beforeEach(async () => {
  const { subscription } = await gateway.subscription.create({
    paymentMethodToken: token,
    planId: 'monthly',
    merchantAccountId: 'other_usd',
  })
  subscriptionId = subscription.id
  await makePastDue('?days_past_due=1')
})

test('a retry takes what a sale says of the order, and charges the subscription’s card and account', async () => {
  const { success, transaction } = await gateway.transaction.sale({
    amount: '',
    subscriptionId,
    orderId: 'order-7',
    customFields: { referral_coupon: 'ADA' },
    customerId: 'jane',
    paymentMethodToken: token,
    merchantAccountId: 'other_usd',
    purchaseOrderNumber: 'po-1',
    shipping: { locality: 'Paris' },
  })
  expect(success).toBe(true)
  expect(transaction).toMatchObject({
    amount: '30.00',
    subscriptionId,
    orderId: 'order-7',
    customFields: { referralCoupon: 'ADA' },
    merchantAccountId: 'other_usd',
    purchaseOrderNumber: 'po-1',
    shipping: { locality: 'Paris' },
    creditCard: { token },
  })
  expect(await gateway.subscription.find(subscriptionId)).toMatchObject({ status: 'Active', balance: '0.00' })
})

test.each([
  ['another card of the customer', { paymentMethodToken: 'second_card' }, '91527'],
  ['a card that does not exist', { paymentMethodToken: 'none' }, '91518'],
  ['a nonce', { paymentMethodNonce: 'fake-valid-nonce' }, '91527'],
  ['a consumed nonce', { paymentMethodNonce: 'fake-consumed-nonce' }, '91564'],
  ['a card number', { creditCard: { number: '4111111111111111', expirationDate: '12/2031' } }, '91527'],
  ['another customer', { customerId: 'joe' }, '91529'],
  ['a customer that does not exist', { customerId: 'none' }, '91510'],
  ['another merchant account', { merchantAccountId: 'usd' }, '915180'],
  ['a merchant account that does not exist', { merchantAccountId: 'none' }, '91513'],
  ['a custom field that does not exist', { customFields: { unheard_of: 'x' } }, '91526'],
  ['an order id that is too long', { orderId: 'x'.repeat(256) }, '91501'],
])('a retry with %s is refused, and nothing is charged', async (_what, other, code) => {
  const result = await gateway.transaction.sale({ amount: '30.00', subscriptionId, ...other })
  expect(result.success).toBe(false)
  expect(result.errors.deepErrors().map((each) => each.code)).toEqual([code])
  expect(await gateway.subscription.find(subscriptionId)).toMatchObject({
    status: 'Past Due',
    balance: '30.00',
  })
})

test('a credit transaction for a subscription is refused', async () => {
  const result = await gateway.transaction.credit({ amount: '1.00', subscriptionId })
  expect(result.errors.for('transaction').on('type')).toMatchObject([{ code: '91523' }])
})

test('the length of being past due may stand in the address or in the body', async () => {
  await makePastDue('?days_past_due=3')
  expect((await gateway.subscription.find(subscriptionId)).daysPastDue).toBe(3)
  await makePastDue('', '<days-past-due type="integer">9</days-past-due>')
  expect((await gateway.subscription.find(subscriptionId)).daysPastDue).toBe(9)
  const wrong = await makePastDue('', '<days-past-due>many</days-past-due>')
  expect(wrong.status).toBe(403)
})

function makePastDue(query: string, body?: string) {
  const path = `/subscriptions/${subscriptionId}/make_past_due${query}`
  return rawRequest(sandbox, merchant, { method: 'PUT', path, ...(body !== undefined && { body }) })
}
