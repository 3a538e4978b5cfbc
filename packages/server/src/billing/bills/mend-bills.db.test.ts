import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billEvents, billsOf, ledgerOf, setByHand } from '../../testing/processor/kept-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

/** A friend whose second bill is made with another discount than 3.00, on 29 February. */
async function begin(
  discount: string | null,
  fixture: { readonly plans?: readonly { readonly id: string; readonly price: string }[] } = {},
) {
  const story = await BillingStory.begin(service, 12, fixture)
  const code = await story.user('ada')
  const tenth = (Number(fixture.plans?.[0]?.price ?? 30) / 10).toFixed(2)
  const bob = await story.subscribe('bob', { discount: tenth })
  await story.link(bob, code)
  await story.moveTo('2040-02-29T05:30')
  await setByHand(story, bob, discount)
  return { story, bob }
}

const wrongBill = async (story: BillingStory) => {
  const [bill] = await billsOf(story, '&state=WRONG')
  if (bill === undefined) throw new Error('no bill is wrong')
  return bill
}

const FIRST = '2040-01-31 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT'

test('an overpaid amount is refunded once, however often it is asked for and though the response is lost', async () => {
  const { story, bob } = await begin(null)
  await story.moveTo('2040-02-29T12:00')
  const { id } = await wrongBill(story)
  const mend = () => story.call('POST', `/bills/${id}/mend`)
  for (const _ of [1, 2]) {
    expect(await mend()).toMatchObject({
      status: 200,
      body: { id, state: 'WRONG', reason: 'REFUND_DUE', difference: 3, refunded: 0 },
    })
  }
  await story.tenant.shop.control('POST', '/faults', {
    method: 'POST',
    path: '/transactions/*/refund',
    times: 1,
    action: { kind: 'answer_lost' },
  })
  await story.moveTo('2040-03-02T12:00')
  expect(await story.refunds(bob)).toEqual(['3.00'])
  expect(await ledgerOf(story)).toBe(`
${FIRST}
2040-02-29 | 30.00 |  3.00 |  0.00 | 30.00 |  3.00 | MENDED | REFUNDED
`)
  expect(await mend()).toMatchObject({ status: 200, body: { state: 'MENDED', refunded: 3 } })
  const waived = await story.call('POST', `/bills/${id}/waive`, { reason: 'Too late.' })
  expect([waived.status, waived.body.apiErrorCode]).toEqual([409, 'BILL_NOT_WAIVABLE'])
  await story.moveTo('2040-03-03T12:00')
  expect(await story.refunds(bob)).toEqual(['3.00'])
  expect(await billEvents(story, 'bob')).toEqual([
    'bill.mended: What was paid too much was refunded. Refunded: 3.00 USD.',
    'bill.mend.requested: What was paid too much is refunded once the payment is settled.',
    'bill.wrong: The bill was made without the discount. It should have been 3.00 USD and was 0.00 USD.',
  ])
})

test('a bill that was paid too little cannot be mended, and is waived with a reason', async () => {
  const { story, bob } = await begin('5.00')
  await story.moveTo('2040-02-29T12:00')
  const { id } = await wrongBill(story)
  const mended = await story.call('POST', `/bills/${id}/mend`)
  expect([mended.status, mended.body.apiErrorCode]).toEqual([400, 'BILL_NOT_OVERPAID'])
  for (const reason of ['Our mistake.', 'Another reason.']) {
    const waived = await story.call('POST', `/bills/${id}/waive`, { reason })
    expect(waived).toMatchObject({
      status: 200,
      body: { state: 'WAIVED', reason: 'WAIVED_BY_HAND', difference: -2 },
    })
  }
  expect(await story.refunds(bob)).toEqual([])
  expect(await billEvents(story, 'bob')).toEqual([
    'bill.waived: The bill was left as it is by a decision of staff. (Our mistake.)',
    'bill.wrong: The discount on the bill was larger than it should have been. It should have been 3.00 USD and was 5.00 USD.',
  ])
  const [right] = await billsOf(story, '&state=RIGHT')
  const refused = await story.call('POST', `/bills/${String(right?.id)}/waive`, { reason: 'No.' })
  expect([refused.status, refused.body.apiErrorCode]).toEqual([409, 'BILL_NOT_WAIVABLE'])
  const unknown = await story.call('POST', '/bills/unknown/mend')
  expect([unknown.status, unknown.body.apiErrorCode]).toEqual([404, 'BILL_NOT_FOUND'])
})

test('a program that refunds gives back by itself what was paid too much, and charges nothing', async () => {
  const { story, bob } = await begin('1.00')
  const { body: program } = await story.call('GET', '/program')
  await service.setProgram({ ...program, mendBills: 'REFUND' }, story.alias)
  await story.moveTo('2040-03-02T12:00')
  await setByHand(story, bob, '5.00')
  await story.moveTo('2040-03-31T12:00')
  expect(await story.refunds(bob)).toEqual(['2.00'])
  expect(await ledgerOf(story)).toContain(
    '2040-02-29 | 30.00 |  3.00 |  1.00 | 29.00 |  2.00 | MENDED | REFUNDED',
  )
})

test('a refund that the bank declines is said, and the bill can be waived then', async () => {
  const { story, bob } = await begin(null, { plans: [{ id: 'monthly', price: '20040.00' }] })
  await story.moveTo('2040-03-02T12:00')
  const { id } = await wrongBill(story)
  await story.call('POST', `/bills/${id}/mend`)
  await story.runJobs()
  expect(await billsOf(story, '&state=WRONG')).toMatchObject([
    { id, reason: 'REFUND_REFUSED', refunded: 0, owed: 2004 },
  ])
  expect(await story.refunds(bob)).toEqual([])
  expect((await story.call('POST', `/bills/${id}/waive`, { reason: 'Paid in cash.' })).status).toBe(200)
})

/** A refund in the Control Panel. */
async function refundByHand(story: BillingStory, transactionId: unknown, amount: string) {
  const { success, message, transaction } = await story.tenant.shop.sdk.transaction.refund(
    String(transactionId),
    amount,
  )
  if (!success) throw new Error(message)
  return transaction.id
}

test.each([
  ['less', '1.00', ['1.00', '2.00'], 3, 'REFUNDED'],
  ['as much', '3.00', ['3.00'], 3, 'GIVEN_BACK_BY_OTHERS'],
  ['more', '29.00', ['29.00'], 29, 'GIVEN_BACK_BY_OTHERS'],
] as const)(
  'after the merchant refunded %s by hand, what is still owed is refunded, whether that was seen before or not',
  async (_what, amount, refunds, refunded, reason) => {
    for (const isSeen of [true, false]) {
      const { story, bob } = await begin(null)
      await story.moveTo('2040-03-02T12:00')
      const { id, transactionId } = await wrongBill(story)
      const mend = () => story.call('POST', `/bills/${id}/mend`)
      // The refund job of a mend that is asked for at the same time finds the refund by hand.
      if (!isSeen) expect((await mend()).body).toMatchObject({ reason: 'REFUND_DUE', owed: 3 })
      await refundByHand(story, transactionId, amount)
      if (isSeen) {
        await story.notify()
        await mend()
      }
      await story.runJobs()
      expect(await story.refunds(bob)).toEqual(refunds)
      await story.notify()
      expect(await billsOf(story, '&state=MENDED')).toMatchObject([{ id, refunded, owed: 0, reason }])
      expect((await mend()).status).toBe(200)
      await story.runJobs()
      expect(await story.refunds(bob)).toEqual(refunds)
    }
  },
)

test('a refund by hand that is voided again leaves the bill wrong, and what is missing is refunded', async () => {
  const { story, bob } = await begin(null)
  await story.moveTo('2040-03-02T12:00')
  const { id, transactionId } = await wrongBill(story)
  const refund = await refundByHand(story, transactionId, '3.00')
  await story.notify()
  expect(await billsOf(story, '&state=MENDED')).toMatchObject([{ id, reason: 'GIVEN_BACK_BY_OTHERS' }])
  await story.tenant.shop.sdk.transaction.void(refund)
  await story.notify()
  expect(await wrongBill(story)).toMatchObject({ id, reason: 'DISCOUNT_MISSING', refunded: 0, owed: 3 })
  await story.call('POST', `/bills/${id}/mend`)
  await story.runJobs()
  expect(await story.refunds(bob)).toEqual(['3.00', '3.00'])
  expect(await ledgerOf(story)).toContain('2040-02-29 | 30.00 |  3.00 |  0.00 | 30.00 |  3.00 | MENDED')
})

test('nothing is given back of a payment that a bank wants back, and nothing is owed once it was lost', async () => {
  const { story, bob } = await begin(null)
  await story.moveTo('2040-03-02T12:00')
  const { id, transactionId } = await wrongBill(story)
  const { control } = story.tenant.shop
  const dispute = await control('POST', '/disputes', { transactionId })
  await story.notify()
  expect(await wrongBill(story)).toMatchObject({ id, reason: 'DISCOUNT_MISSING', owed: 0 })
  const mended = await story.call('POST', `/bills/${id}/mend`)
  expect([mended.status, mended.body.apiErrorCode]).toEqual([400, 'BILL_NOT_OVERPAID'])
  await story.tenant.shop.sdk.dispute.accept(String(dispute.id))
  await story.notify()
  expect(await billsOf(story, '&state=MENDED')).toMatchObject([
    { id, refunded: 30, owed: 0, reason: 'GIVEN_BACK_BY_OTHERS' },
  ])
  expect(await story.refunds(bob)).toEqual([])
})

test('wrong and mended bills and drifted discounts are events of the feed', async () => {
  const { story, bob } = await begin(null)
  await story.moveTo('2040-02-29T12:00')
  const { id } = await wrongBill(story)
  await story.call('POST', `/bills/${id}/mend`)
  await story.moveTo('2040-03-02T12:00')
  const feed = async (type: string) => (await story.call('GET', `/events?type=${type}`)).body.events
  const about = { accountId: 'bob', subscriptionId: bob.subscriptionId }
  expect(await feed('bill.wrong')).toMatchObject([
    { reason: 'DISCOUNT_MISSING', data: { ...about, id, expectedDiscount: 3, actualDiscount: 0 } },
  ])
  expect(await feed('bill.mended')).toMatchObject([
    { reason: 'REFUNDED', data: { ...about, id, state: 'MENDED', refunded: 3 } },
  ])
  expect(await feed('discount.drifted')).toMatchObject([{ reason: 'CHANGED_AT_PROCESSOR', data: about }])
})
