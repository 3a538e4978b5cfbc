import { expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { billsOf, setByHand } from '../../testing/processor/kept-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

/** A bill as the gateway has it, with what a calendar of the test's own says that it should have had. */
type Counted = {
  readonly transactionId: string
  readonly day: string
  readonly expected: string
  readonly actual: string
  readonly charged: string
}

/** The days of the year's bills with 10 % off 30.00, by hand: bills are made on the 31st, or the last day of the month. */
const friendsDays = [
  ...['01-31', '02-29', '03-31', '04-30', '05-31', '06-30'],
  ...['07-31', '08-31', '09-30', '10-31', '11-30', '12-31'],
]
/** The referrer's follow the conversion: bob's on 31 January, carol's on 30 April, which ends with her subscription in July. */
function percentOfReferrer(day: string): number {
  if (day === '01-31') return 0
  return day >= '04-31' && day <= '07-31' ? 20 : 10
}

async function recount(
  story: BillingStory,
  { subscriptionId }: Subscriber,
  percentOf: (day: string) => number,
): Promise<readonly Counted[]> {
  const { transactions } = await story.tenant.shop.sdk.subscription.find(subscriptionId)
  return (transactions ?? []).toReversed().flatMap(({ id, createdAt, discounts, amount }) => {
    const day = createdAt.slice(5, 10)
    const ours = discounts?.find((it) => it.id === 'referral_discount')
    const expected = (30 * percentOf(day)) / 100
    const actual = Number(ours?.amount ?? '0')
    if (expected === 0 && actual === 0) return []
    const cells = { expected: expected.toFixed(2), actual: actual.toFixed(2), charged: amount }
    return [{ transactionId: id, day, ...cells }]
  })
}

async function kept(story: BillingStory, { name }: Subscriber): Promise<readonly Counted[]> {
  const text = (value: unknown) => Number(value).toFixed(2)
  return (await billsOf(story, `&accountId=${name}`)).map((it) => ({
    transactionId: String(it.transactionId),
    day: new Date(it.date).toISOString().slice(5, 10),
    expected: text(it.expectedDiscount),
    actual: text(it.actualDiscount),
    charged: text(it.charged),
  }))
}

test('the bills of a year with faults are those of an independent count', async () => {
  const story = await BillingStory.begin(service, 12)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  const carol = await story.subscribe('carol', { trialDays: 90 })
  await story.link(carol, code)
  // Removed by hand right before a bill.
  await story.moveTo('2040-03-31T05:30')
  await setByHand(story, bob, null)
  await story.moveTo('2040-05-15T12:00')
  // Notifications are lost for a month.
  story.hasNotifications = false
  await story.moveTo('2040-06-15T12:00')
  story.hasNotifications = true
  // Made larger right before a bill of the referrer.
  await story.moveTo('2040-06-30T05:30')
  await setByHand(story, ada, '7.00')
  await story.moveTo('2040-08-02T12:00')
  await story.tenant.shop.sdk.subscription.cancel(carol.subscriptionId)
  await story.notify()
  // A day without a subscription ends the referral.
  await story.moveTo('2040-08-03T13:00')
  await story.moveTo('2041-01-05T12:00')

  const countedBob = await recount(story, bob, (day) => (friendsDays.includes(day) ? 10 : 0))
  expect(await kept(story, bob)).toEqual(countedBob)
  expect(countedBob).toHaveLength(12)
  expect(await kept(story, carol)).toEqual(await recount(story, carol, () => 10))
  expect(await kept(story, ada)).toEqual(await recount(story, ada, percentOfReferrer))

  const wrong = await billsOf(story, '&state=WRONG')
  expect(
    wrong.map(({ date, accountId, reason, difference }) => [
      new Date(date).toISOString().slice(5, 10),
      accountId,
      reason,
      difference,
    ]),
  ).toEqual([
    ['03-31', 'bob', 'DISCOUNT_MISSING', 3],
    ['06-30', 'ada', 'DISCOUNT_TOO_LARGE', -1],
  ])
})
