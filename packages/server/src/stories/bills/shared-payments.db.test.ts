import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, times } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

// A fifth of what a friend pays in twelve months comes off the referrer's own bills. Friends join on 10 February, and pay on each 10th.

const service = await startTestService()
const story = await BillingStory.begin(service, 12, {
  merchantAccounts: [
    { id: 'usd', currency: 'USD', isDefault: true },
    { id: 'eur', currency: 'EUR' },
  ],
  plans: [
    { id: 'monthly', price: '30.00' },
    { id: 'yearly', price: '300.00', billingFrequency: 12 },
    { id: 'monthly_eur', price: '24.90', currency: 'EUR' },
  ],
})
const from = '2040-01-31'
const share = { type: 'PAYMENT_SHARE', sharePercent: 20, monthsShareIsValid: 12 } as const

await describeBills('with a share of 20 % of the payments of twelve months', {
  story,
  until: '2041-03-05',
  events: { [from]: (it) => it.setProgram({ referredReward: null, referrerReward: share }) },
  scenarios: [
    {
      name: 'a referrer has 6.00 off for each of the twelve payments of a friend, and nothing afterwards',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
      },
      bills: {
        ada: billsBy({ from, price: 30_00, off: [0, ...times(12, 6_00), 0] }),
        bob: billsBy({ from: '2040-02-10', price: 30_00, off: times(13, 0) }),
      },
    },
    {
      name: 'the share of a friend who pays by the year is more than a bill, and the rest is taken off the next one',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada', { plan: 'yearly' }),
      },
      bills: { ada: billsBy({ from, price: 30_00, off: [0, 30_00, 30_00, ...times(11, 0)] }) },
    },
    {
      name: 'a referrer who pays by the year has the shares of all months off the next bill',
      acts: {
        [from]: (it) => it.referrer('ada', { plan: 'yearly' }),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
      },
      bills: { ada: billsBy({ from, price: 300_00, off: [0, 72_00], everyMonths: 12 }) },
    },
    {
      name: 'shares of two friends add up, also beyond a bill, and those of a friend who left stay',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': async (it) => {
          await it.friend('bob', 'ada')
          await it.friend('cyd', 'ada', { plan: 'yearly' })
        },
        '2040-03-20': (it) => it.cancel('bob'),
      },
      // 6.00 and 60.00 in February, 6.00 in March.
      bills: { ada: billsBy({ from, price: 30_00, off: [0, 30_00, 30_00, 12_00, ...times(10, 0)] }) },
    },
    {
      name: 'a refund of a payment whose share was spent already is made up for by the next shares',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
        '2040-05-05': (it) => it.refundLast('bob'),
      },
      // The refund of the payment of 10 April is seen with that of 10 May.
      bills: { ada: billsBy({ from, price: 30_00, off: [0, ...times(3, 6_00), 0, ...times(8, 6_00), 0] }) },
    },
    {
      name: 'a referrer who pays in dollars has nothing off for payments in euros',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada', { plan: 'monthly_eur', merchantAccount: 'eur' }),
      },
      bills: { ada: billsBy({ from, price: 30_00, off: times(14, 0) }) },
    },
  ],
})

test('the credit in another currency waits, and the timeline and the discount say why', async () => {
  const ada = 's6_ada'
  const { credits } = (await story.call('GET', `/account/${ada}/reward`)).body
  expect(credits).toEqual([{ unit: 'EUR', available: 12 * 4_98 }])
  const { events } = (await story.call('GET', `/account/${ada}/timeline?limit=100`)).body
  expect(events).toContainEqual(expect.objectContaining({ type: 'reward.created', reason: 'FRIEND_PAID' }))
  const { discounts } = (await story.call('GET', `/discounts?accountId=${ada}`)).body
  expect(discounts).toMatchObject([{ reason: 'CURRENCY_DIFFERS' }])
})

test('the sums of a year have each share once, when it is given, and not again when a bill takes it', async () => {
  const { yearlyRewards } = (await story.call('GET', '/account/s1_ada/user/s1_ada_user/figures')).body
  expect(yearlyRewards).toMatchObject([
    { year: 2040, credit: 66, discounts: 0, total: 66 },
    { year: 2041, credit: 6, discounts: 0, total: 6 },
  ])
})

test('the ledger of a year of shares agrees with itself', async () => {
  expect(await brokenInvariants(service.owner, story.alias)).toEqual([])
})
