import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { givenPlans } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'

const merchant = givenMerchant()
givenPlans(merchant)
const { token: paymentMethodToken } = givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

let id = ''
beforeEach(async () => {
  const { subscription } = await gateway.subscription.create({ paymentMethodToken, planId: 'modified' })
  id = subscription.id
})

test.each([
  ['a quantity below zero', 'update', { existingId: 'discount_7', quantity: -10 }, 'quantity', '92001'],
  ['no quantity', 'update', { existingId: 'discount_7', quantity: '' }, 'quantity', '92004'],
  ['a quantity of zero', 'update', { existingId: 'discount_7', quantity: 0 }, 'quantity', '92010'],
  ['an amount that is none', 'update', { existingId: 'discount_7', amount: 'invalid' }, 'amount', '92002'],
  ['no amount', 'update', { existingId: 'discount_7', amount: '' }, 'amount', '92003'],
  ['an amount without end', 'update', { existingId: 'discount_7', amount: '99999999999' }, 'amount', '92023'],
  [
    'cycles that are none',
    'update',
    { existingId: 'discount_7', numberOfBillingCycles: 'x' },
    'numberOfBillingCycles',
    '92005',
  ],
  [
    'no cycle',
    'update',
    { existingId: 'discount_7', numberOfBillingCycles: 0 },
    'numberOfBillingCycles',
    '92019',
  ],
  [
    'blank cycles',
    'update',
    { existingId: 'discount_7', numberOfBillingCycles: '' },
    'numberOfBillingCycles',
    '92017',
  ],
  [
    'cycles and no end',
    'update',
    { existingId: 'discount_7', numberOfBillingCycles: 2, neverExpires: true },
    'numberOfBillingCycles',
    '92018',
  ],
  ['an update of nothing', 'update', { amount: '1.00' }, 'existingId', '92012'],
  ['an update of what is not there', 'update', { existingId: 'discount_15' }, 'existingId', '92011'],
  ['an update of an add-on', 'update', { existingId: 'increase_10' }, 'existingId', '92020'],
  ['nothing to inherit', 'add', { amount: '1.00' }, 'inheritedFromId', '92014'],
  ['nothing to inherit from', 'add', { inheritedFromId: 'none' }, 'inheritedFromId', '92013'],
  ['an add-on as a discount', 'add', { inheritedFromId: 'increase_10' }, 'inheritedFromId', '92013'],
  ['a removal of what is not there', 'remove', 'discount_15', 'idToRemove', '92016'],
  ['a removal of nothing', 'remove', 'none', 'idToRemove', '92025'],
  ['a removal of an add-on', 'remove', 'increase_10', 'idToRemove', '92021'],
])('discounts are not changed for %s', async (_what, action, item, attribute, code) => {
  const result = await gateway.subscription.update(id, { discounts: { [action]: [item] } } as never)
  const errors = result.errors.for('subscription').for('discounts').for(action).forIndex(0)
  expect(errors.on(attribute)).toMatchObject([{ code }])
})

test.each([
  [
    'the same twice',
    { add: [{ inheritedFromId: 'discount_15' }, { inheritedFromId: 'discount_15' }] },
    '91911',
  ],
  ['one that is there', { add: [{ inheritedFromId: 'discount_7' }] }, '91911'],
  ['an object where a list belongs', { add: { inheritedFromId: 'discount_15' } }, '91921'],
])('discounts are not added for %s', async (_what, discounts, code) => {
  const result = await gateway.subscription.update(id, { discounts } as never)
  expect(result.errors.for('subscription').on('base')).toMatchObject([{ code }])
})

test('one thing cannot be updated and removed at once', async () => {
  const discounts = { update: [{ existingId: 'discount_7', quantity: 2 }], remove: ['discount_7'] }
  const result = await gateway.subscription.update(id, { discounts })
  expect(result.errors.deepErrors()).toMatchObject([{ code: '92015' }])
})

test('what is removed can be added anew, and all can be replaced', async () => {
  const anew = { remove: ['discount_7'], add: [{ inheritedFromId: 'discount_7', amount: '8.00' }] }
  const { subscription } = await gateway.subscription.update(id, { discounts: anew })
  expect(subscription.discounts).toMatchObject([{ id: 'discount_11' }, { id: 'discount_7', amount: '8.00' }])
  const replaced = await gateway.subscription.update(id, {
    discounts: { add: [{ inheritedFromId: 'discount_15' }] },
    options: { replaceAllAddOnsAndDiscounts: true },
  })
  expect(replaced.subscription.addOns).toEqual([])
  expect(replaced.subscription.discounts).toMatchObject([{ id: 'discount_15' }])
})

test('other SDKs say it in XML, with dashes, any names for items, and numbers as text', async () => {
  const response = await fetch(`${sandbox.url}/merchants/merchant/subscriptions/${id}`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${btoa('merchant_public:merchant_private')}`,
      'content-type': 'application/xml',
      'x-apiversion': '6',
    },
    body: `<subscription><discounts>
      <update type="array"><update><existing-id>discount_7</existing-id><quantity>3</quantity>
        <never-expires>false</never-expires><number-of-billing-cycles>2</number-of-billing-cycles></update></update>
      <remove type="array"><item>discount_11</item></remove>
      <add type="array"/></discounts></subscription>`,
  })
  const xml = await response.text()
  expect(response.status, xml).toBe(200)
  expect(merchant.subscriptions.get(id)?.discounts).toMatchObject([
    { id: 'discount_7', quantity: 3, numberOfBillingCycles: 2 },
  ])
})
