import { expect, test } from 'vitest'
import { BillingStory } from '../../../testing/processor/billing-story.ts'
import { billEvents, billsOf, ledgerOf, setByHand } from '../../../testing/processor/kept-bills.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()

/** A friend whose second bill is made with another discount than 3.00, on 29 February. */
async function begin(discount: string | null) {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00' })
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

test('a refund that the processor refuses is said, and the bill can be waived then', async () => {
  const { story, bob } = await begin(null)
  await story.moveTo('2040-03-02T12:00')
  const { id, transactionId } = await wrongBill(story)
  const { success } = await story.tenant.shop.sdk.transaction.refund(String(transactionId))
  expect(success).toBe(true)
  await story.call('POST', `/bills/${id}/mend`)
  await story.runJobs()
  expect(await billsOf(story, '&state=WRONG')).toMatchObject([{ id, reason: 'REFUND_REFUSED', refunded: 0 }])
  expect(await story.refunds(bob)).toEqual(['30.00'])
  expect((await story.call('POST', `/bills/${id}/waive`, { reason: 'All was refunded.' })).status).toBe(200)
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
