import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { givenPlans } from '../../testing/given-shop.ts'
import { givenCard, givenSubscriber } from '../../testing/given-subscriber.ts'

const merchant = givenMerchant()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
merchant.merchantAccounts = [
  ...merchant.merchantAccounts,
  { id: 'other_usd', currency: 'USD', isDefault: false },
  { id: 'euros', currency: 'EUR', isDefault: false },
]
givenPlans(merchant)
const { token: paymentMethodToken } = givenSubscriber(merchant)
givenCard(merchant, 'jane', 'second_card', '5555555555554444')
givenSubscriber(merchant, 'john')
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

let id = ''
beforeEach(async () => {
  const request = { paymentMethodToken, planId: 'trialless', price: '54.32' }
  const { subscription } = await gateway.subscription.create(request)
  id = subscription.id
})

test('an update changes id, price and plan; the transactions go with the subscription', async () => {
  const newId = `${id}_new`
  const { subscription } = await gateway.subscription.update(id, {
    id: newId,
    price: '9.88',
    planId: 'trial',
  })
  expect(subscription).toMatchObject({ id: newId, price: '9.88', planId: 'trial' })
  expect(subscription.transactions?.[0]?.subscriptionId).toBe(newId)
  await expect(gateway.subscription.find(id)).rejects.toMatchObject({ type: 'notFoundError' })
  expect((await gateway.subscription.find(newId)).status).toBe('Active')
})

test('another plan leaves the price, unless it bills at other intervals', async () => {
  const sameInterval = await gateway.subscription.update(id, { planId: 'trial' })
  expect(sameInterval.subscription).toMatchObject({ planId: 'trial', price: '54.32' })
  const otherInterval = await gateway.subscription.update(id, { planId: 'yearly' })
  expect(otherInterval.subscription).toMatchObject({
    planId: 'yearly',
    price: '120.00',
    nextBillingDate: '2026-02-28',
  })
})

test('an update changes where the money comes from and goes to, and for how long', async () => {
  const { subscription } = await gateway.subscription.update(id, {
    paymentMethodToken: 'second_card',
    merchantAccountId: 'other_usd',
    numberOfBillingCycles: 5,
    descriptor: { name: 'aaa*1234', phone: '3334445555', url: 'ebay.com' },
  })
  expect(subscription).toMatchObject({
    paymentMethodToken: 'second_card',
    merchantAccountId: 'other_usd',
    numberOfBillingCycles: 5,
    descriptor: { name: 'aaa*1234', phone: '3334445555' },
  })
  const forEver = await gateway.subscription.update(id, { neverExpires: true })
  expect(forEver.subscription).toMatchObject({ numberOfBillingCycles: null, neverExpires: true })
})

test.each([
  ['the merchant prorates upgrades', '55.32', {}, 2],
  ['it is said', '55.32', { prorateCharges: true }, 2],
  ['it is said not to', '55.32', { prorateCharges: false }, 1],
  ['the price falls', '53.32', {}, 1],
  ['nothing changes', '54.32', { prorateCharges: true }, 1],
])('a price is prorated if so: %s', async (_what, price, options, transactions) => {
  const { subscription } = await gateway.subscription.update(id, { price, options })
  expect(subscription.price).toBe(price)
  expect(subscription.transactions).toHaveLength(transactions)
})

test('nothing is prorated while nothing was billed', async () => {
  const { subscription } = await gateway.subscription.create({ paymentMethodToken, planId: 'trial' })
  const options = { prorateCharges: true }
  const updated = await gateway.subscription.update(subscription.id, { price: '99.00', options })
  expect(updated.subscription).toMatchObject({ price: '99.00', balance: '0.00', transactions: [] })
})

test('an upgrade whose charge is declined is taken back, and the declined transaction stays', async () => {
  const result = await gateway.subscription.update(id, {
    id: `${id}_new`,
    price: '2154.32',
    options: { revertSubscriptionOnProrationFailure: true },
  })
  expect(result).toMatchObject({
    success: false,
    transaction: { status: 'processor_declined' },
    subscription: {
      id,
      price: '54.32',
      balance: '0.00',
      transactions: [{ status: 'processor_declined' }, {}],
    },
  })
  expect(await gateway.subscription.find(id)).toMatchObject({ price: '54.32', balance: '0.00' })
})

test('a prorated amount is kept if the option says so, and owed with the next bill', async () => {
  const options = { revertSubscriptionOnProrationFailure: false }
  const { subscription } = await gateway.subscription.update(id, { price: '2154.32', options })
  const [transaction] = subscription.transactions ?? []
  expect(subscription).toMatchObject({ price: '2154.32', status: 'Active', balance: transaction?.amount })
  expect(transaction?.status).toBe('processor_declined')
})

test.each([
  ['an id with a blank', { id: 'invalid token' }, '81906'],
  ['no price', { price: '' }, '81903'],
  ['a price that is none', { price: 'invalid' }, '81904'],
  ['an unknown plan', { planId: 'none' }, '91904'],
  ['an unknown card', { paymentMethodToken: 'none' }, '91903'],
  ['the card of another customer', { paymentMethodToken: 'john_card' }, '91905'],
  ['an unknown nonce', { paymentMethodNonce: 'none' }, '91925'],
  ['an unknown merchant account', { merchantAccountId: 'none' }, '91901'],
  ['a merchant account in euros', { merchantAccountId: 'euros', planId: 'trial' }, '91923'],
  ['another day of the month', { billingDayOfMonth: 5 }, '91918'],
  ['another first date', { firstBillingDate: '2026-05-05' }, '91919'],
])('a change of a subscription is refused for %s', async (_what, given, code) => {
  const result = await gateway.subscription.update(id, given as object)
  expect(result.errors.deepErrors()).toMatchObject([{ code }])
})

test('an id that is taken, and fewer cycles than it had, are refused', async () => {
  const { subscription } = await gateway.subscription.create({ paymentMethodToken, planId: 'trialless' })
  const taken = await gateway.subscription.update(id, { id: subscription.id })
  expect(taken.errors.deepErrors()).toMatchObject([{ code: '81902' }])
  const it = merchant.subscriptions.get(id)
  if (it !== undefined) it.currentBillingCycle = 3
  const fewer = await gateway.subscription.update(id, { numberOfBillingCycles: 2 })
  expect(fewer.errors.deepErrors()).toMatchObject([{ code: '91909' }])
})

test('a subscription that is over is not changed any more', async () => {
  await gateway.subscription.cancel(id)
  const canceled = await gateway.subscription.update(id, { price: '1.00' })
  expect(canceled.errors.for('subscription').on('base')).toMatchObject([{ code: '81901' }])
  const again = await gateway.subscription.cancel(id)
  expect(again.errors.for('subscription').on('status')).toMatchObject([{ code: '81905' }])
  const it = merchant.subscriptions.get(id)
  if (it !== undefined) it.status = 'Expired'
  const expired = await gateway.subscription.update(id, { price: '1.00' })
  expect(expired.errors.for('subscription').on('base')).toMatchObject([{ code: '81910' }])
})

test('a subscription that is past due keeps its price, and another card is charged what is owed', async () => {
  await makePastDue(id, 5)
  const priced = await gateway.subscription.update(id, { price: '1.00' })
  expect(priced.errors.deepErrors()).toMatchObject([{ code: '91920' }])
  const addOns = { add: [{ inheritedFromId: 'increase_10' }] }
  const modified = await gateway.subscription.update(id, { addOns })
  expect(modified.errors.deepErrors()).toMatchObject([{ code: '92022' }])
  expect(await gateway.subscription.find(id)).toMatchObject({ balance: '54.32', daysPastDue: 5 })
  const { subscription } = await gateway.subscription.update(id, { paymentMethodToken: 'second_card' })
  expect(subscription).toMatchObject({
    status: 'Active',
    balance: '0.00',
    daysPastDue: null,
    failureCount: 0,
  })
  expect(subscription.transactions?.[0]).toMatchObject({
    amount: '54.32',
    creditCard: { token: 'second_card' },
  })
})

test('another card is not charged if charges are not to be made at once', async () => {
  await makePastDue(id, 1)
  const request = { paymentMethodToken: 'second_card', options: { prorateCharges: false } }
  const { subscription } = await gateway.subscription.update(id, request)
  expect(subscription).toMatchObject({ status: 'Past Due', balance: '54.32' })
})

async function makePastDue(subscriptionId: string, days: number): Promise<void> {
  const address = `${sandbox.url}/merchants/merchant/subscriptions/${subscriptionId}/make_past_due`
  const authorization = `Basic ${btoa('merchant_public:merchant_private')}`
  const response = await fetch(`${address}?days_past_due=${days}`, {
    method: 'PUT',
    headers: { authorization },
  })
  expect(response.status).toBe(200)
}

test('a subscription is changed regardless of PayPal options', async () => {
  const options = { paypal: { description: 'A month of tickets' } }
  const { success, subscription } = await gateway.subscription.update(id, { price: '9.88', options } as never)
  expect(success).toBe(true)
  expect(subscription.price).toBe('9.88')
})
