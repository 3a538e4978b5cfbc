import { describe, expect, test } from 'vitest'
import type { MadeBill } from '../bills/made-bills.ts'
import { percent as plainPercent } from '../testing/bills.ts'
import { payment, subscribed } from '../testing/processor.ts'
import type { Currency } from '../values/money.ts'
import { type BillTerms, checkBill } from './bill-ledger.ts'

/** A percentage that was never taken back. */
const percent = (...given: Parameters<typeof plainPercent>) => ({
  ...plainPercent(...given),
  isOutAt: () => false,
})

const BILLED = Date.parse('2026-03-10T06:00Z')
const HOUR = 3_600_000

function bill(discountMinor: number, fields: Partial<MadeBill> = {}): MadeBill {
  const paid = payment({ minor: 10_00 - discountMinor, createdAt: BILLED, periodStart: '2026-03-10' })
  return {
    date: '2026-03-10',
    payment: paid,
    isVoided: false,
    time: { from: BILLED, until: BILLED + 1000 },
    price: { minor: 10_00, currency: paid.amount.currency },
    otherChangesMinor: 0,
    discountMinor,
    ...fields,
  }
}

const DINARS = { amountStep: 10, roundsShares: true } as const

/** A bill of 7.550 dinars whose percentage the processor rounded by itself. */
function inDinars(discountMinor: number, roundedLines = 1): MadeBill {
  const currency = 'KWD' as Currency
  const amount = { minor: 7_550 - discountMinor, currency }
  const paid = payment({ amount, createdAt: BILLED, periodStart: '2026-03-10', roundedLines })
  return bill(discountMinor, { payment: paid, price: { minor: 7_550, currency } })
}

function terms(fields: Partial<BillTerms> = {}): BillTerms {
  const subscription = subscribed({ createdAt: BILLED - 40 * 24 * HOUR, billCount: 3 })
  return {
    percentages: [],
    reserved: [],
    subscription,
    friendsFirstBill: null,
    refundedPayment: null,
    earlier: [],
    key: 's1',
    keptFrom: 0,
    ...fields,
  }
}

const reserved = (creditMinor: number, cycle = 3, date = '2026-03-10') =>
  ({
    cycle,
    date,
    percentageMinor: 0,
    creditMinor,
    parts: [{ rewardId: 'c1', amount: creditMinor }],
  }) as const

const checked = (it: MadeBill, given: Partial<BillTerms>) => {
  const found = checkBill(it, terms(given))
  return found === null ? null : [found.expectedMinor, found.state, found.reason]
}

describe('a bill', () => {
  test.each<[string, MadeBill, Partial<BillTerms>, ReturnType<typeof checked>]>([
    ['no reward and no discount is not kept', bill(0), {}, null],
    ['its percentage is right', bill(1_00), { percentages: [percent(10)] }, [1_00, 'RIGHT', null]],
    [
      'two percentages is right',
      bill(1_50),
      { percentages: [percent(10), percent(5, { source: 'MANUAL' })] },
      [1_50, 'RIGHT', null],
    ],
    [
      'more than all of it is capped at the price',
      bill(10_00),
      { percentages: [percent(60), percent(60, { source: 'MANUAL' })] },
      [10_00, 'RIGHT', null],
    ],
    ['no discount is wrong', bill(0), { percentages: [percent(10)] }, [1_00, 'WRONG', 'DISCOUNT_MISSING']],
    [
      'a smaller discount is wrong',
      bill(50),
      { percentages: [percent(10)] },
      [1_00, 'WRONG', 'DISCOUNT_TOO_SMALL'],
    ],
    [
      'a larger discount is wrong',
      bill(2_00),
      { percentages: [percent(10)] },
      [1_00, 'WRONG', 'DISCOUNT_TOO_LARGE'],
    ],
    ['a discount and no reward is wrong', bill(2_00), {}, [0, 'WRONG', 'DISCOUNT_NOT_EXPECTED']],
    [
      'a reward that was given after it is not kept',
      bill(0),
      { percentages: [percent(10, { givenAt: BILLED + 2000 })] },
      null,
    ],
    [
      'a reward that was given in its second is not kept',
      bill(0),
      { percentages: [percent(10, { givenAt: BILLED })] },
      null,
    ],
    [
      'a reward that ended before it had to have none',
      bill(1_00),
      { percentages: [percent(10, { expiresAt: BILLED })] },
      [0, 'WRONG', 'DISCOUNT_NOT_EXPECTED'],
    ],
    [
      'a reward that was cancelled after it keeps it',
      bill(1_00),
      { percentages: [percent(10, { cancelledAt: BILLED + HOUR })] },
      [1_00, 'RIGHT', null],
    ],
    [
      'a reward that was cancelled before it had to have none',
      bill(1_00),
      { percentages: [percent(10, { cancelledAt: BILLED - HOUR })] },
      [0, 'WRONG', 'DISCOUNT_NOT_EXPECTED'],
    ],
    ['credit that was kept for it', bill(4_00), { reserved: [reserved(4_00)] }, [4_00, 'RIGHT', null]],
    [
      'credit beside a percentage',
      bill(5_00),
      { percentages: [percent(10)], reserved: [reserved(4_00)] },
      [5_00, 'RIGHT', null],
    ],
    [
      'more credit than its rest',
      bill(10_00),
      { percentages: [percent(10)], reserved: [reserved(20_00)] },
      [10_00, 'RIGHT', null],
    ],
    ['credit that was kept for another bill', bill(0), { reserved: [reserved(4_00, 2, '2026-02-10')] }, null],
    [
      'another discount that left less to take off',
      bill(6_00, { otherChangesMinor: -4_00 }),
      { percentages: [percent(80)] },
      [6_00, 'RIGHT', null],
    ],
    [
      'the friend’s reward that was given after the first bill, while its refund is due',
      bill(0),
      {
        percentages: [percent(10, { givenAt: BILLED + HOUR })],
        friendsFirstBill: { payment: payment(), subscription: subscribed() },
        refundedPayment: 't1',
      },
      [1_00, 'WRONG', 'FIRST_BILL_REFUND_DUE'],
    ],
    [
      'the friend’s reward that was given after a subscription with the discount was made',
      bill(1_00),
      {
        percentages: [percent(10, { givenAt: BILLED + HOUR })],
        friendsFirstBill: { payment: payment(), subscription: subscribed() },
      },
      [1_00, 'RIGHT', null],
    ],
    [
      'the friend’s reward, which came with the whole price off',
      bill(10_00, { payment: null }),
      {
        percentages: [percent(100, { givenAt: BILLED + HOUR })],
        subscription: subscribed({ createdAt: BILLED, cameWithDiscount: true, billCount: 1 }),
      },
      [10_00, 'RIGHT', null],
    ],
  ])('the ledger has the right discount for a bill with %s', (_what, it, given, expected) => {
    expect(checked(it, given)).toEqual(expected)
  })
})

test.each<[off: number, lines: number, given: Partial<BillTerms>, expected: ReturnType<typeof checked>]>([
  [760, 1, {}, [760, 'RIGHT', null]],
  [755, 1, {}, [755, 'RIGHT', null]],
  [750, 1, {}, [750, 'RIGHT', null]],
  [740, 1, {}, [760, 'WRONG', 'DISCOUNT_TOO_SMALL']],
  [770, 1, {}, [760, 'WRONG', 'DISCOUNT_TOO_LARGE']],
  [770, 3, {}, [770, 'RIGHT', null]],
  [0, 1, {}, [760, 'WRONG', 'DISCOUNT_MISSING']],
  [1_750, 1, { reserved: [reserved(1_000)] }, [1_750, 'RIGHT', null]],
  [760, 1, { reserved: [reserved(1_000)] }, [1_760, 'WRONG', 'DISCOUNT_TOO_SMALL']],
  [10, 1, { percentages: [] }, [0, 'WRONG', 'DISCOUNT_NOT_EXPECTED']],
])(
  '%i fils off 7.550 dinars, where 10 % were rounded by the processor for %i lines, are judged as they are rounded',
  (off, lines, given, expected) => {
    const subscription = { ...terms().subscription, ...DINARS }
    expect(checked(inDinars(off, lines), { percentages: [percent(10)], subscription, ...given })).toEqual(
      expected,
    )
  },
)

test('a discount that is too large takes months of no percentage that was not given, or was taken back', () => {
  const held = percent(10, { id: 'held', months: 3, givenAt: BILLED + HOUR })
  const denied = { ...percent(10, { id: 'denied', months: 3 }), isOutAt: () => true }
  const used = percent(10, { id: 'used', months: 1 })
  const before = { subscriptionId: 's1', date: '2026-02-10', madeAt: BILLED - 28 * 24 * HOUR }
  const earlier = [{ ...before, priceMinor: 10_00, isVoided: false, step: { months: 1 } }]
  const found = checkBill(bill(2_00), terms({ percentages: [held, denied, used], earlier }))
  expect(found?.counted).toEqual([{ rewardId: 'used', amount: 0 }])
})
