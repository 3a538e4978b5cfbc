import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { givenPlan, givenPlans } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { keepNonce } from '../cards/keep-nonce.ts'

const merchant = givenMerchant()
givenPlans(merchant)
const card = givenSubscriber(merchant)
const paymentMethodToken = card.token
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

test('a new subscription is billed at once, and has all the fields of the response', async () => {
  const { subscription, success } = await gateway.subscription.create({
    paymentMethodToken,
    planId: 'trialless',
  })
  expect(success).toBe(true)
  expect(subscription.id).toMatch(/^[a-z0-9]{6}$/)
  expect(subscription).toMatchObject({
    status: 'Active',
    planId: 'trialless',
    price: '12.34',
    balance: '0.00',
    currentBillingCycle: 1,
    failureCount: 0,
    firstBillingDate: '2026-01-31',
    nextBillingDate: '2026-02-28',
    billingPeriodStartDate: '2026-01-31',
    billingPeriodEndDate: '2026-02-27',
    paidThroughDate: '2026-02-27',
    billingDayOfMonth: 31,
    nextBillAmount: '12.34',
    nextBillingPeriodAmount: '12.34',
    neverExpires: true,
    numberOfBillingCycles: null,
    trialPeriod: false,
    trialDuration: null,
    daysPastDue: null,
    merchantAccountId: 'merchant_usd',
    paymentMethodToken,
    createdAt: '2026-01-31T12:00:00Z',
    addOns: [],
    discounts: [],
  })
  expect(subscription.statusHistory).toEqual([
    expect.objectContaining({ status: 'Active', price: '12.34', balance: '0.00', subscriptionSource: 'api' }),
  ])
  expect(subscription.transactions).toEqual([
    expect.objectContaining({
      amount: '12.34',
      type: 'sale',
      status: 'submitted_for_settlement',
      planId: 'trialless',
      subscriptionId: subscription.id,
      recurring: true,
      subscription: { billingPeriodStartDate: '2026-01-31', billingPeriodEndDate: '2026-02-27' },
    }),
  ])
})

test('a new subscription takes an id, a price, a number of cycles and a descriptor of its own', async () => {
  const { subscription } = await gateway.subscription.create({
    paymentMethodToken,
    planId: 'trialless',
    id: 'my-subscription_1',
    price: '98.76',
    numberOfBillingCycles: 10,
    descriptor: { name: '123*123456789012345678', phone: '3334445555', url: 'ebay.com' },
  })
  expect(subscription).toMatchObject({
    id: 'my-subscription_1',
    price: '98.76',
    numberOfBillingCycles: 10,
    neverExpires: false,
    descriptor: { name: '123*123456789012345678', phone: '3334445555', url: 'ebay.com' },
  })
  expect(subscription.transactions?.[0]?.descriptor).toMatchObject({ name: '123*123456789012345678' })
})

test('a nonce does as well, if it stands for a card in the vault, and once', async () => {
  const { nonce } = keepNonce(merchant, merchant.clock.at, card, card)
  const create = () => gateway.subscription.create({ paymentMethodNonce: nonce, planId: 'trial' })
  expect((await create()).subscription.paymentMethodToken).toBe(paymentMethodToken)
  expect(codesOf(await create())).toEqual(['91925'])
})

test.each([
  ['the plan has one', {}, true, 2, 'day', '2026-02-02'],
  ['it is another', { trialDuration: 5, trialDurationUnit: 'month' }, true, 5, 'month', '2026-06-30'],
  ['none is wanted', { trialPeriod: false }, false, null, null, '2026-01-31'],
  ['it begins at once', { options: { startImmediately: true } }, false, null, null, '2026-01-31'],
])(
  'a new subscription with a trial: %s',
  async (_what, given, trialPeriod, trialDuration, trialDurationUnit, firstBillingDate) => {
    const { subscription } = await gateway.subscription.create({
      paymentMethodToken,
      planId: 'trial',
      ...(given as object),
    })
    const transactions = trialPeriod ? 0 : 1
    expect(subscription).toMatchObject({
      status: 'Active',
      currentBillingCycle: transactions,
      trialPeriod,
      trialDuration,
      trialDurationUnit,
      firstBillingDate,
    })
    expect(subscription.transactions).toHaveLength(transactions)
  },
)

test.each([
  ['the day of the plan', {}, 5, '2026-02-05', 'Pending'],
  ['another day', { billingDayOfMonth: 25 }, 25, '2026-02-25', 'Pending'],
  ['today', { billingDayOfMonth: 31 }, 31, '2026-01-31', 'Active'],
  ['at once', { options: { startImmediately: true } }, 31, '2026-01-31', 'Active'],
  ['a date', { firstBillingDate: new Date('2026-03-03T00:00:00Z') }, 3, '2026-03-03', 'Pending'],
])(
  'the first bill is made as asked for: %s',
  async (_what, given, billingDayOfMonth, firstBillingDate, status) => {
    const { subscription } = await gateway.subscription.create({
      paymentMethodToken,
      planId: 'day_five',
      ...(given as object),
    })
    expect(subscription).toMatchObject({ billingDayOfMonth, firstBillingDate, status })
  },
)

test('a subscription inherits, updates, adds and removes add-ons and discounts', async () => {
  const { subscription } = await gateway.subscription.create({
    paymentMethodToken,
    planId: 'modified',
    addOns: {
      update: [{ existingId: 'increase_10', amount: '50.00', quantity: 2, numberOfBillingCycles: 5 }],
      add: [{ inheritedFromId: 'increase_30' }],
    },
    discounts: { remove: ['discount_7'], update: [{ existingId: 'discount_11', neverExpires: true }] },
  })
  const inherited = { quantity: 1, neverExpires: true, numberOfBillingCycles: null, currentBillingCycle: 0 }
  expect(subscription.addOns).toMatchObject([
    { id: 'increase_10', amount: '50.00', quantity: 2, numberOfBillingCycles: 5, neverExpires: false },
    { id: 'increase_20', amount: '20.00', ...inherited },
    { id: 'increase_30', amount: '30.00', ...inherited },
  ])
  expect(subscription.discounts).toMatchObject([{ id: 'discount_11', amount: '11.00', ...inherited }])
  expect(subscription.nextBillingPeriodAmount).toBe('238.99')
})

test('a subscription inherits nothing if the option says so', async () => {
  const { subscription } = await gateway.subscription.create({
    paymentMethodToken,
    planId: 'modified',
    options: { doNotInheritAddOnsOrDiscounts: true },
  })
  expect(subscription).toMatchObject({ addOns: [], discounts: [] })
})

test('a discount above the price leaves credit, and no transaction', async () => {
  const { subscription } = await gateway.subscription.create({
    paymentMethodToken,
    planId: 'trialless',
    discounts: { add: [{ inheritedFromId: 'discount_15' }] },
  })
  expect(subscription).toMatchObject({ status: 'Active', balance: '-2.66', currentBillingCycle: 1 })
  expect(subscription.transactions).toEqual([])
})

test('a first bill that is declined leaves a transaction, and no subscription', async () => {
  const known = merchant.subscriptions.size
  const request = { paymentMethodToken, planId: 'trialless', price: '2000.00' }
  const result: { transaction?: { id: string } } = await gateway.subscription.create(request)
  expect(result).toMatchObject({
    success: false,
    message: 'Do Not Honor',
    transaction: { status: 'processor_declined', amount: '2000.00', creditCard: { last4: '1111' } },
  })
  expect(merchant.transactions.has(`${result.transaction?.id}`)).toBe(true)
  expect(merchant.subscriptions.size).toBe(known)
})

test.each([
  ['no plan and no card', { planId: 'none', paymentMethodToken: 'none' }, ['91903', '91904']],
  ['a card by an unknown nonce', { paymentMethodNonce: 'none' }, ['91925']],
  ['a card that is not in the vault', { paymentMethodNonce: 'fake-valid-nonce' }, ['91925']],
  ['an id with a blank', { id: 'invalid token' }, ['81906']],
  ['an id that is taken', { id: 'my-subscription_1' }, ['81902']],
  ['no price', { price: '' }, ['81903']],
  ['a price that is none', { price: '9.2.1 apples' }, ['81904']],
  ['a price below zero', { price: '-1.00' }, ['81904']],
  ['a price without end', { price: '99999999999.00' }, ['81923']],
  ['an unknown merchant account', { merchantAccountId: 'none' }, ['91901']],
  ['another currency', { planId: 'euros' }, ['91923']],
  ['cycles that are no number', { numberOfBillingCycles: 'few' }, ['91906']],
  ['no cycle', { numberOfBillingCycles: 0 }, ['91907']],
  ['cycles and no end', { numberOfBillingCycles: 3, neverExpires: true }, ['91908']],
  ['an end, but not when', { neverExpires: false }, ['91912']],
  ['a trial without duration', { trialPeriod: true, trialDurationUnit: 'day' }, ['81908']],
  ['a trial without unit', { trialPeriod: true, trialDuration: 2 }, ['81909']],
  ['a trial of ever', { trialPeriod: true, trialDuration: 'ever', trialDurationUnit: 'day' }, ['81907']],
  ['a day that is no number', { billingDayOfMonth: 'last' }, ['91913']],
  ['a day beyond months', { billingDayOfMonth: 32 }, ['91914']],
  ['a date that is none', { firstBillingDate: 'tomorrow' }, ['91915']],
  ['a date of the past', { firstBillingDate: '2026-01-30' }, ['91916']],
  ['two starts', { firstBillingDate: '2026-02-01', billingDayOfMonth: 1 }, ['91917']],
  ['a trial and a start', { trialPeriod: true, options: { startImmediately: true } }, ['91917']],
  [
    'a descriptor',
    { descriptor: { name: 'x', phone: '%bad4445555', url: '12345678901234' } },
    ['92201', '92202', '92206'],
  ],
])('a new subscription is refused for %s', async (_what, given, codes) => {
  const request = { paymentMethodToken, planId: 'trialless', ...(given as object) }
  expect(codesOf(await gateway.subscription.create(request))).toEqual(codes)
})

test('errors have the path of their field', async () => {
  const result = await gateway.subscription.create({ paymentMethodToken: 'none', planId: 'none' })
  expect(result.message).toBe('Payment method token is invalid.\nPlan ID is invalid.')
  expect(result.errors.for('subscription').on('planId')).toMatchObject([
    { code: '91904', attribute: 'plan_id' },
  ])
})

test('an unknown parameter is rejected', async () => {
  const request = { paymentMethodToken, planId: 'trialless', colour: 'red' }
  await expect(gateway.subscription.create(request)).rejects.toMatchObject({ type: 'authorizationError' })
  const nested = { paymentMethodToken, planId: 'trialless', discounts: { add: [{ percentage: 10 }] } }
  await expect(gateway.subscription.create(nested as never)).rejects.toMatchObject({
    type: 'authorizationError',
  })
})

test('a plan of so many cycles passes them on', async () => {
  givenPlan(merchant, 'short', { numberOfBillingCycles: 3 })
  const create = (given: object) =>
    gateway.subscription.create({ paymentMethodToken, planId: 'short', ...given })
  expect((await create({})).subscription.numberOfBillingCycles).toBe(3)
  expect((await create({ neverExpires: true })).subscription.numberOfBillingCycles).toBeNull()
})

function codesOf({ errors }: { errors: { deepErrors(): { code: string }[] } }): readonly string[] {
  return errors.deepErrors().map(({ code }) => code)
}
