import { describe, expect, test } from 'vitest'
import { reportedBillsOf } from '../../billing/connections/processor-client.ts'
import { describeConnector } from '../../testing/connectors/connector.contract.ts'
import { givenManualSubject } from '../../testing/processor/manual-subject.ts'
import { off, usd } from '../../testing/processor/money.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const given = () => givenManualSubject(service)

describe('the connector for a system of the merchant’s own', () =>
  describeConnector(given, { calls: 'NONE', discounts: 'MADE', settlement: 'AT_ONCE', bills: 'STANDING' }))

test('what a bill took too much is not given back by the service, which says what to do', async () => {
  const { open, addCustomer, subscribe, discountId } = await given()
  const client = open()
  const id = await subscribe(await addCustomer())
  const [payment] = (await client.readSubscription(id, discountId))?.payments ?? []
  const wanted = { inAll: usd(300), orderId: 'one', to: 'PAYMENT_METHOD' } as const
  expect(await client.refund({ ...wanted, paymentId: payment?.id ?? '' })).toEqual({
    outcome: 'REFUSED',
    message: expect.stringContaining('waive the bill'),
  })
  expect(await client.readPayer(payment?.id ?? '')).toEqual(expect.any(String))
  await expect(client.refund({ ...wanted, paymentId: 'unknown' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the discount that the merchant is to read is kept with the newest bill, and is that of one tenant', async () => {
  const [one, other] = [await given(), await given()]
  const id = await one.subscribe(await one.addCustomer())
  await one.open().setStanding(id, one.discountId, off(usd(600)))
  await one.advanceDays(32)
  expect(await one.open().readSubscription(id, one.discountId)).toMatchObject({
    discount: { amount: usd(600) },
  })
  expect(await other.open().readSubscription(id, other.discountId)).toBeNull()
  expect(await reportedBillsOf(service.ctx.db, other.account).ofSubscriptions([id])).toEqual([])
})
