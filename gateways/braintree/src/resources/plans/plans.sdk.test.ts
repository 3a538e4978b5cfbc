import type { PlanCreateRequest } from 'braintree'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { sdkFor } from '../../testing/given-merchant.ts'
import { givenShop } from '../../testing/given-shop.ts'

const merchant = givenShop()
const template = {
  description: null,
  numberOfBillingCycles: null,
  createdAt: merchant.clock.at,
  updatedAt: merchant.clock.at,
}
merchant.addOns.set('seat', { id: 'seat', kind: 'add_on', name: 'Seat', amount: 500, ...template })
merchant.addOns.set('support', { id: 'support', kind: 'add_on', name: 'Support', amount: 1000, ...template })
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = sdkFor(sandbox, merchant)

/** The SDK's types have lists where the SDK, and the gateway, have an object. */
function requestOf(request: object): PlanCreateRequest {
  return request as PlanCreateRequest
}

const yearly = {
  id: 'yearly',
  name: 'Yearly',
  description: 'Twelve months',
  price: '300.00',
  currencyIsoCode: 'USD',
  billingFrequency: 12,
}

test('a plan is made, found and listed, the newest first', async () => {
  const { success } = await gateway.plan.create(
    requestOf({ ...yearly, trialPeriod: true, trialDuration: 14, trialDurationUnit: 'day' }),
  )
  expect(success).toBe(true)
  const expected = {
    ...yearly,
    merchantId: 'merchant',
    trialPeriod: true,
    trialDuration: 14,
    trialDurationUnit: 'day',
    billingDayOfMonth: null,
    numberOfBillingCycles: null,
    addOns: [],
    discounts: [],
    createdAt: '2026-01-31T12:00:00Z',
  }
  expect(await gateway.plan.find('yearly')).toMatchObject(expected)
  expect((await gateway.plan.all()).map(({ id }) => id)).toEqual(['yearly', 'monthly'])
})

test('a plan begins with add-ons and discounts, as they are or otherwise', async () => {
  await gateway.plan.create(
    requestOf({
      ...yearly,
      id: 'team',
      addOns: {
        add: [{ inheritedFromId: 'seat', quantity: 5, amount: '4.00' }, { inheritedFromId: 'support' }],
      },
      discounts: { add: [{ inheritedFromId: 'referral_discount', numberOfBillingCycles: 3 }] },
    }),
  )
  await gateway.plan.update(
    'team',
    requestOf({
      price: '250.00',
      addOns: { update: [{ existingId: 'seat', quantity: 6 }], remove: ['support'] },
    }),
  )
  expect(await gateway.plan.find('team')).toMatchObject({
    price: '250.00',
    name: 'Yearly',
    addOns: [{ id: 'seat', amount: '4.00', quantity: 6, neverExpires: true }],
    discounts: [{ id: 'referral_discount', amount: '1.00', neverExpires: false, numberOfBillingCycles: 3 }],
  })
})

test('a plan without an id gets one', async () => {
  const { id: _, ...nameless } = yearly
  const before = (await gateway.plan.all()).length
  await gateway.plan.create(requestOf(nameless))
  const plans = await gateway.plan.all()
  expect(plans).toHaveLength(before + 1)
  expect(plans[0]?.id).toMatch(/^[a-z0-9]{4}$/)
})

test('a plan that is called otherwise keeps its place', async () => {
  await gateway.plan.create(requestOf({ ...yearly, id: 'old_name' }))
  await gateway.plan.update('old_name', requestOf({ id: 'new_name' }))
  await expect(gateway.plan.find('old_name')).rejects.toMatchObject({ type: 'notFoundError' })
  expect((await gateway.plan.find('new_name')).name).toBe('Yearly')
})

test.each([
  [{ price: undefined }, 'price', '81903'],
  [{ price: 'cheap' }, 'price', '81904'],
  [{ price: '10000000.00' }, 'price', '81923'],
  [{ name: '' }, 'name', '91921'],
  [{ billingFrequency: 13 }, 'billingFrequency', '91921'],
  [{ billingDayOfMonth: 29 }, 'billingDayOfMonth', '91914'],
  [{ billingDayOfMonth: 'first' }, 'billingDayOfMonth', '91913'],
  [{ numberOfBillingCycles: 0 }, 'numberOfBillingCycles', '91907'],
  [{ numberOfBillingCycles: 'many' }, 'numberOfBillingCycles', '91906'],
  [{ trialPeriod: true, trialDurationUnit: 'day' }, 'trialDuration', '81908'],
  [{ trialPeriod: true, trialDuration: 3, trialDurationUnit: 'week' }, 'trialDurationUnit', '81909'],
  [{ id: 'no spaces' }, 'id', '81906'],
  [{ id: 'monthly' }, 'id', '81902'],
])('a plan with %o has the error of %s: %s', async (wrong, field, code) => {
  const result = await gateway.plan.create(requestOf({ ...yearly, id: 'wrong', ...wrong }))
  expect(result.success).toBe(false)
  expect(result.errors.for('plan').on(field)).toMatchObject([{ code }])
  await expect(gateway.plan.find('wrong')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('an unknown modification is an error at its path', async () => {
  const result = await gateway.plan.create(
    requestOf({
      ...yearly,
      id: 'wrong',
      addOns: { add: [{ inheritedFromId: 'seat' }, { inheritedFromId: 'x' }] },
    }),
  )
  const errors = result.errors.for('plan').for('addOns').for('add')
  expect(errors.forIndex(1).on('inheritedFromId')).toMatchObject([{ code: '92013' }])
})
