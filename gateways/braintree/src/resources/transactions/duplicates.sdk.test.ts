import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
givenSubscriber(merchant)
givenSubscriber(merchant, 'joe', '5555555555554444')
let machineNow = Date.UTC(2026, 5, 1)
const sandbox = await startSandbox({ port: 0, merchants: [merchant], machineNow: () => machineNow })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

const sale = { amount: '10.00', paymentMethodToken: 'jane_card' }

test('the same charge is rejected as a duplicate until half a minute has passed', async () => {
  expect((await gateway.transaction.sale({ ...sale })).success).toBe(true)
  merchant.clock.at += 29_000
  expect(await gateway.transaction.sale({ ...sale })).toMatchObject({
    success: false,
    message: 'Gateway Rejected: duplicate',
    transaction: {
      status: 'gateway_rejected',
      gatewayRejectionReason: 'duplicate',
      processorResponseCode: '',
    },
  })
  merchant.clock.at += 1000
  expect((await gateway.transaction.sale({ ...sale })).success).toBe(true)
})

test('the check for duplicates lapses in real time while the merchant’s clock stands', async () => {
  const standing = { ...sale, orderId: 'standing' }
  expect((await gateway.transaction.sale({ ...standing })).success).toBe(true)
  machineNow += 29_999
  const repeated = await gateway.transaction.sale({ ...standing })
  expect(repeated.transaction).toMatchObject({ gatewayRejectionReason: 'duplicate' })
  machineNow += 1
  expect((await gateway.transaction.sale({ ...standing })).success).toBe(true)
})

test.each([
  ['amount', { amount: '10.01' }],
  ['order', { orderId: 'another' }],
  ['card', { paymentMethodToken: 'joe_card' }],
])('a charge with another %s is no duplicate', async (_what, other) => {
  expect((await gateway.transaction.sale({ ...sale, ...other })).success).toBe(true)
})

test('a charge that was declined or voided is repeated as often as one likes', async () => {
  const declined = { ...sale, amount: '2001.00' }
  await gateway.transaction.sale({ ...declined })
  expect((await gateway.transaction.sale({ ...declined })).transaction.status).toBe('processor_declined')
  const { transaction } = await gateway.transaction.sale({ ...sale, orderId: 'voided' })
  await gateway.transaction.void(transaction.id)
  expect((await gateway.transaction.sale({ ...sale, orderId: 'voided' })).success).toBe(true)
})

test('a merchant that has them may repeat a request by its key', async () => {
  const keyed = { ...sale, orderId: 'keyed', apiRequestKey: 'key-1' }
  const refused = await gateway.transaction.sale({ ...keyed })
  expect(refused.errors.for('transaction').on('apiRequestKey')).toMatchObject([{ code: '915231' }])

  merchant.settings = { ...merchant.settings, allowsApiRequestKeys: true }
  const first = await gateway.transaction.sale({ ...keyed })
  const second = await gateway.transaction.sale({ ...keyed })
  expect(first.success).toBe(true)
  expect(second.transaction.id).toBe(first.transaction.id)

  const other = await gateway.transaction.sale({ ...keyed, amount: '11.00' })
  expect(other.errors.for('transaction').on('apiRequestKey')).toMatchObject([{ code: '915232' }])
  await gateway.transaction.void(first.transaction.id, { apiRequestKey: 'key-2' })
  const again = await gateway.transaction.void(first.transaction.id, { apiRequestKey: 'key-2' })
  expect(again).toMatchObject({ success: true, transaction: { status: 'voided' } })
})

test('a key is forgotten after thirty days', async () => {
  merchant.settings = { ...merchant.settings, allowsApiRequestKeys: true }
  const keyed = { ...sale, amount: '12.00', apiRequestKey: 'key-3' }
  const first = await gateway.transaction.sale({ ...keyed })
  merchant.clock.at += 30 * 86_400_000
  const second = await gateway.transaction.sale({ ...keyed })
  expect(second.transaction.id).not.toBe(first.transaction.id)
})
