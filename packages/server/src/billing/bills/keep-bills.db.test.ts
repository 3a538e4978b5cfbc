import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billEvents, billsOf, ledgerOf, setByHand } from '../../testing/processor/kept-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function begin(months = 3) {
  const story = await BillingStory.begin(service, months)
  return { story, code: await story.user('ada') }
}

test('the bills of a friend who was subscribed with the discount are right, and end with the reward', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.moveTo('2040-06-01T12:00')
  expect(await ledgerOf(story)).toBe(`
2040-01-31 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT
2040-02-29 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT
2040-03-31 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT
`)
  expect(await billEvents(story, 'bob')).toEqual([])
})

test('a first bill without the discount is wrong until its refund, and then mended', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob')
  await story.link(bob, code)
  expect(await ledgerOf(story)).toBe(`
2040-01-31 | 30.00 |  3.00 |  0.00 | 30.00 |  0.00 | WRONG | FIRST_BILL_REFUND_DUE
`)
  await story.moveTo('2040-02-03T12:00')
  expect(await ledgerOf(story)).toBe(`
2040-01-31 | 30.00 |  3.00 |  0.00 | 30.00 |  3.00 | MENDED | FIRST_BILL_REFUNDED
`)
  expect(await billEvents(story, 'bob')).toEqual([
    'bill.mended: The discount that was missing on the friend’s first bill was refunded. Refunded: 3.00 USD.',
    'bill.wrong: The friend’s first bill was made before the discount was set. What is missing is refunded once the payment is settled. It should have been 3.00 USD and was 0.00 USD.',
  ])
})

test('a discount that is removed, or made larger, right before a bill makes the bill wrong', async () => {
  const { story, code } = await begin(12)
  story.hasNotifications = false
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.moveTo('2040-02-29T05:30')
  await setByHand(story, bob, null)
  await story.moveTo('2040-03-31T05:30')
  await setByHand(story, bob, '5.00')
  await story.moveTo('2040-04-01T12:00')
  expect(await ledgerOf(story)).toBe(`
2040-01-31 | 30.00 |  3.00 |  3.00 | 27.00 |  0.00 | RIGHT
2040-02-29 | 30.00 |  3.00 |  0.00 | 30.00 |  0.00 | WRONG | DISCOUNT_MISSING
2040-03-31 | 30.00 |  3.00 |  5.00 | 25.00 |  0.00 | WRONG | DISCOUNT_TOO_LARGE
`)
  expect(await ledgerOf(story, '&state=WRONG&accountId=bob')).toContain('DISCOUNT_MISSING')
  expect(await billsOf(story, `&subscriptionId=${bob.subscriptionId}`)).toHaveLength(3)
  expect(await billsOf(story, '&subscriptionId=other')).toEqual([])
  const to = Date.parse('2040-02-29T06:00:00Z')
  expect(await billsOf(story, `&from=${to}&to=${to}`)).toMatchObject([
    { difference: 3, subscriptionId: bob.subscriptionId },
  ])
})

test('a bill that credit brings to nothing is kept without a transaction', async () => {
  const { story } = await begin()
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const reward = { type: 'CREDIT', unit: 'USD', credit: 4000 }
  await story.call('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'credit' })
  await story.runJobs()
  await story.moveTo('2040-05-05T12:00')
  expect(await ledgerOf(story)).toBe(`
2040-02-29 | 30.00 | 30.00 | 30.00 |  0.00 |  0.00 | RIGHT
2040-03-31 | 30.00 | 10.00 | 10.00 | 20.00 |  0.00 | RIGHT
`)
  expect(await billsOf(story)).toMatchObject([{ transactionId: null }, { transactionId: expect.any(String) }])
})

test('a bill too many is found where what an earlier one counted for was lost', async () => {
  const { story, code } = await begin()
  await story.link(await story.subscribe('bob', { discount: '3.00' }), code)
  const text = `update app.processor_bill set counted = '[]' where tenant_id = $1`
  await service.owner.query({ name: '', text }, [story.alias])
  await story.moveTo('2040-06-01T12:00')
  expect(await ledgerOf(story, '&state=WRONG')).toBe(`
2040-04-30 | 30.00 |  0.00 |  3.00 | 27.00 |  0.00 | WRONG | DISCOUNT_NOT_EXPECTED
`)
})
