import { addMonths } from '@goodword/domain/values/interval'
import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { givenOwnBills, OWN_BILLS_START as START } from '../../testing/processor/own-bills.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()

test('a share that stands by for a bill is taken back from it, other credit stays, and the processor’s payments are not reported', async () => {
  const story = await BillingStory.begin(service)
  const { body: program } = await story.call('GET', '/program')
  const referrerReward = { type: 'PAYMENT_SHARE', sharePercent: 20 }
  await story.ok('PUT', '/program', { ...program, referredReward: null, referrerReward })
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const bob = await story.subscribe('bob')
  await story.link(bob, code)
  const credit = { accountId: 'ada', reward: { type: 'CREDIT', unit: 'USD', credit: 5_00 } }
  await story.ok('POST', '/rewards', credit, { 'idempotency-key': 'by_hand' })
  const discount = () => story.discount(ada.subscriptionId)
  expect(await discount()).toBe('5.00')
  await story.moveTo('2040-02-02T12:00')
  expect(await discount()).toBe('11.00')
  const { transactions } = await story.tenant.shop.sdk.subscription.find(bob.subscriptionId)
  const payment = String(transactions?.[0]?.id)
  const report = { accountId: 'bob', reference: payment, amount: 30 }
  expect(await story.call('POST', '/payments', report)).toMatchObject({ status: 200, body: { amount: 30 } })
  expect(await story.call('POST', '/payments', { ...report, reference: 'another' })).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'PAYMENTS_COME_FROM_PROCESSOR' },
  })
  const refund = { accountId: 'bob', kind: 'REFUND', paymentReference: payment }
  await story.ok('POST', '/payments/reversal', { ...refund, reference: 'r1', amount: 10 })
  expect(await discount()).toBe('9.00')
  await story.ok('POST', '/payments/reversal', { ...refund, reference: 'r2', amount: 20 })
  expect(await discount()).toBe('5.00')
  await story.moveTo('2040-03-02T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |  5.00 | 25.00
`)
  expect(await brokenInvariants(service.owner, story.alias)).toEqual([])
})

test('in a year of bills of an own system each payment is shared once, a yearly one over several bills', async () => {
  const own = await givenOwnBills(service)
  const { body: program } = await own.call('GET', '/program')
  const referrerReward = { type: 'PAYMENT_SHARE', sharePercent: 20, monthsShareIsValid: 12 }
  await own.call('PUT', '/program', { ...program, referredReward: null, referrerReward })
  const code = await own.user('ada')
  for (const name of ['bob', 'cyd']) {
    await own.user(name)
    await own.call('POST', '/accountsync', { id: name, referral: { code } })
  }
  const yearly = { billingIntervalValue: 1, billingIntervalType: 'YEAR' }
  await own.call('POST', '/accountsync', { id: 'cyd', subscription: yearly })
  const wanted: number[] = []
  for (let month = 0; month < 14; month += 1) {
    // Ada pays first, so that the payments of a day are shared with the next bill.
    await own.moveTo(new Date(addMonths(START, month)).toISOString().slice(0, 19))
    const [discount = 0] = await own.wanted('ada')
    wanted.push(discount)
    await own.report('ada', { discount })
    await own.report('bob')
    // Reported twice, it is one payment.
    await own.report('bob')
    if (month === 0) await own.report('cyd', { price: 300 })
  }
  // 66.00 of the first month and 6.00 of each of eleven more.
  expect(wanted).toEqual([0, 30, 30, 18, ...Array.from({ length: 9 }, () => 6), 0])
  expect(await brokenInvariants(service.owner, own.keys.alias)).toEqual([])
})
