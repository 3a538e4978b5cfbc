import { expect, test } from 'vitest'
import { off, usd } from '../processor/money.ts'
import type { ConnectorTraits, ProcessorSubject } from '../processor/processor-subject.ts'

const DAY_MS = 86_400_000

export function describeReading(
  given: () => Promise<ProcessorSubject>,
  { calls, settlement }: ConnectorTraits,
): void {
  test('an unknown customer or subscription is null, whatever its ID looks like', async () => {
    const { open, discountId } = await given()
    const client = open()
    for (const id of ['unknown', '', '..', 'a/b', 'ä', 'x'.repeat(300)]) {
      expect(await client.readCustomer(id, discountId)).toBeNull()
      expect(await client.readSubscription(id, discountId)).toBeNull()
    }
  })

  if (calls === 'MADE') {
    test('a customer has its coupon, and none if the field is empty', async () => {
      const { open, addCustomer, discountId } = await given()
      const [referred, other] = [await addCustomer({ coupon: ' BOB10 ' }), await addCustomer()]
      expect(await open().readCustomer(referred, discountId)).toEqual({
        id: referred,
        referralCoupon: 'BOB10',
        subscriptions: [],
        paymentMethods: [],
        failedPayments: 0,
      })
      expect(await open().readCustomer(other, discountId)).toMatchObject({ referralCoupon: null })
    })
  }

  test('a paid subscription is read alike by itself and with its customer', async () => {
    const { open, addCustomer, subscribe, discountId } = await given()
    const customerId = await addCustomer()
    const id = await subscribe(customerId)
    const subscription = await open().readSubscription(id, discountId)
    expect(subscription).toMatchObject({
      id,
      customerId,
      planId: expect.any(String),
      status: 'ACTIVE',
      isInTrial: false,
      price: usd(3000),
      amountStep: 1,
      billingInterval: { unit: 'MONTH', count: 1 },
      nextBillDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      nextBillAt: expect.toBeOneOf([null, expect.any(Number)]),
      billingDay: expect.any(Number),
      firstBillDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      billCount: 1,
      createdAt: expect.any(Number),
      endedAt: null,
      discount: null,
      otherAdjustments: 0,
      balance: 0,
      payments: [
        {
          id: expect.any(String),
          type: 'SALE',
          status: settlement === 'LATER' ? 'SUBMITTED' : 'SETTLED',
          amount: usd(3000),
          createdAt: expect.any(Number),
          discountAmount: 0,
          otherAdjustments: 0,
          refundIds: [],
          orderId: null,
          periodStart: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    })
    expect(await open().readCustomer(customerId, discountId)).toMatchObject({ subscriptions: [subscription] })
  })

  test('a trial is a trial until its first bill', async () => {
    const { open, addCustomer, subscribe, advanceDays, discountId } = await given()
    const id = await subscribe(await addCustomer(), { trialDays: 10 })
    const read = () => open().readSubscription(id, discountId)
    expect(await read()).toMatchObject({ status: 'ACTIVE', isInTrial: true, billCount: 0, payments: [] })
    await advanceDays(12)
    expect(await read()).toMatchObject({
      isInTrial: false,
      billCount: 1,
      payments: [{ amount: { minor: 3000 }, status: 'SETTLED' }],
    })
  })

  test('the customer of a subscription without payments is known', async () => {
    const { open, addCustomer, subscribe, discountId } = await given()
    const customerId = await addCustomer()
    const id = await subscribe(customerId, { trialDays: 10 })
    expect(await open().readSubscription(id, discountId)).toMatchObject({ customerId })
  })

  test('a cancelled subscription says when it ended, and has no next bill', async () => {
    const { open, addCustomer, subscribe, cancel, advanceDays, discountId } = await given()
    const customerId = await addCustomer()
    const id = await subscribe(customerId)
    await advanceDays(3)
    await cancel(id)
    const subscription = await open().readSubscription(id, discountId)
    expect(subscription).toMatchObject({ status: 'CANCELLED', nextBillDate: null })
    expect(subscription?.endedAt).toBe((subscription?.createdAt ?? 0) + 3 * DAY_MS)
    expect(await open().readCustomer(customerId, discountId)).toMatchObject({ subscriptions: [{ id }] })
  })

  test('a customer has all its subscriptions, newest first', async () => {
    const { open, addCustomer, subscribe, advanceDays, discountId } = await given()
    const customerId = await addCustomer()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(await subscribe(customerId, { price: `${n + 10}.00` }))
      await advanceDays(1)
    }
    const customer = await open().readCustomer(customerId, discountId)
    expect(customer?.subscriptions.map(({ id }) => id)).toEqual(ids)
  })

  test('a bill says what the discount took off it', async () => {
    const { open, addCustomer, subscribe, advanceDays, discountId } = await given()
    const id = await subscribe(await addCustomer())
    const client = open()
    await client.setStanding(id, discountId, off(usd(900)))
    await advanceDays(32)
    const subscription = await client.readSubscription(id, discountId)
    expect(
      subscription?.payments.map(({ amount, discountAmount }) => [amount.minor, discountAmount]),
    ).toEqual([
      [2100, 900],
      [3000, 0],
    ])
  })

  test('many subscriptions are read at once as they are one by one, those that ended too', async () => {
    const { open, addCustomer, subscribe, cancel, discountId } = await given()
    const client = open()
    const customerId = await addCustomer()
    const ids = await Promise.all(
      Array.from({ length: 52 }, (_, n) => subscribe(customerId, { price: `${n + 10}.00` })),
    )
    const [first = '', second = ''] = ids
    await cancel(first)
    await client.setStanding(second, discountId, off(usd(300)))
    const found = await client.readSubscriptions([...ids, 'unknown'], discountId)
    expect(new Set(found.map((it) => it.id))).toEqual(new Set(ids))
    for (const id of [first, second]) {
      expect(found.find((it) => it.id === id)).toEqual(await client.readSubscription(id, discountId))
    }
    expect(await client.readSubscriptions([], discountId)).toEqual([])
    expect(await client.readSubscriptions(['unknown'], discountId)).toEqual([])
    expect(await client.readSubscriptions([first], discountId)).toMatchObject([{ status: 'CANCELLED' }])
  })
}
