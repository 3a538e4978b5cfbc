import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { givenPlans } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'

const merchant = givenMerchant()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenPlans(merchant)
const { token: paymentMethodToken } = givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

let id = ''
beforeEach(async () => {
  const { subscription } = await gateway.subscription.create({ paymentMethodToken, planId: 'trialless' })
  id = subscription.id
  const it = merchant.subscriptions.get(id)
  if (it !== undefined) Object.assign(it, { status: 'Past Due', balance: 1234, failureCount: 1 })
})

test('all that is owed is charged, and the subscription is active again', async () => {
  const { transaction } = await gateway.subscription.retryCharge(id)
  expect(transaction).toMatchObject({
    amount: '12.34',
    type: 'sale',
    status: 'authorized',
    subscriptionId: id,
  })
  expect(await gateway.subscription.find(id)).toMatchObject({
    status: 'Active',
    balance: '0.00',
    failureCount: 0,
  })
})

test('the retried charge is submitted for settlement if the request says so', async () => {
  const { transaction } = await gateway.subscription.retryCharge(id, undefined, true)
  expect(transaction.status).toBe('submitted_for_settlement')
})

test('less than what is owed leaves the rest, and the subscription past due', async () => {
  const { transaction } = await gateway.subscription.retryCharge(id, '6.00')
  expect(transaction.amount).toBe('6.00')
  expect(await gateway.subscription.find(id)).toMatchObject({ status: 'Past Due', balance: '6.34' })
})

test('a retry that is declined changes nothing, and is no failure more', async () => {
  const result = await gateway.subscription.retryCharge(id, '2000.00')
  expect(result).toMatchObject({ success: false, transaction: { status: 'processor_declined' } })
  expect(await gateway.subscription.find(id)).toMatchObject({
    status: 'Past Due',
    balance: '12.34',
    failureCount: 1,
  })
})

test('a retry is refused for a subscription that is unknown or not past due', async () => {
  const unknown = await gateway.subscription.retryCharge('none')
  expect(unknown.errors.deepErrors()).toMatchObject([{ code: '91528' }])
  await gateway.subscription.retryCharge(id)
  const paid = await gateway.subscription.retryCharge(id)
  expect(paid.errors.deepErrors()).toMatchObject([{ code: '91531' }])
})
