import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

async function sold(submitForSettlement: boolean): Promise<string> {
  const { transaction } = await gateway.transaction.sale({
    amount: '10.00',
    paymentMethodToken: 'jane_card',
    options: { submitForSettlement },
  })
  return transaction.id
}

test.each([
  ['settle', 'settled', ''],
  ['settlementConfirm', 'settlement_confirmed', '4000'],
  ['settlementDecline', 'settlement_declined', '4001'],
  ['settlementPending', 'settlement_pending', '4002'],
] as const)('%s makes a submitted transaction %s', async (operation, status, code) => {
  const id = await sold(true)
  const { transaction } = await gateway.testing[operation](id)
  expect(transaction).toMatchObject({ id, status, processorSettlementResponseCode: code })
  expect((await gateway.transaction.find(id)).status).toBe(status)
})

test('a transaction that was not submitted for settlement cannot settle', async () => {
  const result = await gateway.testing.settle(await sold(false))
  // The SDK gives the answers of its testing operations as they come.
  expect(result).toMatchObject({
    apiErrorResponse: { errors: { transaction: { errors: [{ code: '91575', attribute: 'base' }] } } },
  })
})

test('a plan and its modifications are made without the Control Panel', async () => {
  const post = (path: string, value: object) =>
    rawRequest(sandbox, merchant, {
      method: 'POST',
      path,
      type: 'application/json',
      body: JSON.stringify(value),
    })
  const plan = {
    id: 'test_plan',
    billing_day_of_month: 1,
    billing_frequency: 1,
    currency_iso_code: 'USD',
    description: 'some description',
    name: 'node test plan',
    number_of_billing_cycles: 1,
    price: '1.00',
    trial_period: false,
  }
  const addOn = { kind: 'add_on', plan_id: 'test_plan', amount: '1.00', name: 'node add-on' }
  const discount = { ...addOn, kind: 'discount', name: 'node discount', id: 'node_discount' }
  expect((await post('/plans/create_plan_for_tests', { plan })).status).toBe(201)
  expect((await post('/modifications/create_modification_for_tests', { modification: addOn })).status).toBe(
    201,
  )
  await post('/modifications/create_modification_for_tests', { modification: discount })
  const made = (await gateway.plan.all()).find(({ id }) => id === 'test_plan')
  expect(made).toMatchObject({
    billingDayOfMonth: 1,
    price: '1.00',
    trialPeriod: false,
    addOns: [{ name: 'node add-on' }],
    discounts: [{ id: 'node_discount' }],
  })
})

test.each([
  [{ kind: 'gift', amount: '1.00' }, '91921'],
  [{ kind: 'discount', amount: 'much' }, '92002'],
  [{ kind: 'discount', amount: '1.00', plan_id: 'nothing' }, '91904'],
])('a modification %o is refused with %s', async (modification, code) => {
  const { status, text } = await rawRequest(sandbox, merchant, {
    method: 'POST',
    path: '/modifications/create_modification_for_tests',
    type: 'application/json',
    body: JSON.stringify({ modification }),
  })
  expect(status).toBe(422)
  expect(text).toContain(`<code>${code}</code>`)
})

test.each([
  ['/test/error', 500],
  ['/test/maintenance', 503],
])('%s is answered with %i, below the merchant and beside it', async (path, status) => {
  expect((await rawRequest(sandbox, merchant, { method: 'GET', path })).status).toBe(status)
  expect((await fetch(`${sandbox.url}${path}`)).status).toBe(status)
})
