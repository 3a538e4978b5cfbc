import { afterAll, expect, test } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy, times } from '../../testing/processor/scenarios/bill-table.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

// A fifth of what a friend pays in twelve months comes off the referrer's own bills. Friends join on 10 February, and pay on each 10th.

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const story = await StripeStory.begin(service, sandbox)
const from = '2040-01-31'
const share = { type: 'PAYMENT_SHARE', sharePercent: 20, monthsShareIsValid: 12 } as const
const off = (minor: readonly number[]) => billsBy({ from, price: 30_00, off: minor, withZero: true })

await describeStripeBills('with a share of 20 % of the payments of twelve months', {
  story,
  until: '2041-03-05',
  events: {
    [from]: (it) =>
      it.setProgram({
        referredReward: null,
        referrerReward: share,
        fraudRules: [{ rule: 'PAYMENT_DISPUTED', mode: 'off' }],
      }),
  },
  scenarios: [
    {
      name: 'a referrer has 6.00 off for each of the twelve payments of a friend, and nothing afterwards',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
      },
      bills: { ada: off([0, ...times(12, 6_00), 0]) },
    },
    {
      name: 'the share of a friend who pays by the year is more than a bill, and the rest is taken off the next one',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada', { plan: 'yearly' }),
      },
      bills: { ada: off([0, 30_00, 30_00, ...times(11, 0)]) },
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
      name: 'a refund of a part takes the same part of the share back before the next bill',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
        '2040-03-20': (it) => it.refundLast('bob', 10_00),
      },
      bills: { ada: off([0, 6_00, 4_00, ...times(10, 6_00), 0]) },
    },
    {
      name: 'a refund of a payment whose share was spent already is made up for by the next share',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
        '2040-05-05': (it) => it.refundLast('bob'),
      },
      bills: { ada: off([0, ...times(3, 6_00), 0, ...times(8, 6_00), 0]) },
    },
    {
      name: 'a dispute takes the share back, and its end brings it to the next bill',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
        '2040-03-20': (it) => it.disputeLast('bob'),
        '2040-04-05': (it) => it.decideDispute('bob', 'won'),
      },
      bills: { ada: off([0, 6_00, 0, 12_00, ...times(9, 6_00), 0]) },
    },
    {
      name: 'a side that is denied has nothing off, and all that was paid meanwhile once it is approved again',
      acts: {
        [from]: (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada'),
        '2040-03-20': (it) => it.moderate('bob', 'DENY_REFERRER'),
        '2040-06-05': (it) => it.moderate('bob', 'APPROVE_REFERRER'),
      },
      bills: { ada: off([0, 6_00, 0, 0, 0, 24_00, ...times(7, 6_00), 0]) },
    },
  ],
})

test('the ledger of a year of shares agrees with itself', async () => {
  expect(await brokenInvariants(service.owner, story.alias)).toEqual([])
})
