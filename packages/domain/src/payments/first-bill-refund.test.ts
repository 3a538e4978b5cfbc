import { describe, expect, test } from 'vitest'
import type { ProcessorSubscription } from '../bills/processor-payment.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { approve, code, deny, paid, pend, server, user } from '../testing/calls.ts'
import { DAY, oldSubscription, payment, seen, subscribed, tenantAfter } from '../testing/processor.ts'
import { START, TestTenant } from '../testing/test-tenant.ts'
import type { Currency } from '../values/money.ts'
import { decideRefund } from './first-bill-refund.ts'

type PaymentFields = Parameters<typeof payment>[0]

/** A subscription with its first bill, paid in full with 10.00, and the second one. */
function billed(fields: PaymentFields = {}, ofSubscription: Partial<ProcessorSubscription> = {}) {
  const second = payment({ id: 'second', createdAt: START + 31 * DAY, periodStart: '2026-02-10' })
  return subscribed({ billCount: 2, payments: [second, payment(fields)], ...ofSubscription })
}

/** A subscription that began with a trial, with its payments, the newest first. */
function afterTrial(billCount: number, ...payments: readonly PaymentFields[]) {
  return subscribed({ createdAt: START - 20 * DAY, billCount, payments: payments.map((it) => payment(it)) })
}

function disputed(status: 'OPEN' | 'WON' | 'LOST'): PaymentFields {
  return { disputes: [{ id: 'd1', status, openedAt: START + DAY }] }
}

function converted(referredReward: RewardSpec | null): TestTenant {
  const tenant = new TestTenant({ referredReward })
  tenant.track(server(user('b'), code('ADA'), paid))
  return tenant
}

function decisionOf(tenant: TestTenant, ...subscriptions: readonly ProcessorSubscription[]) {
  return decideRefund(tenant.account(), seen({ subscriptions }))
}

/** `2.00` of a settled payment, `waiting` for the settlement, or `none`. */
function refundText(decision: ReturnType<typeof decideRefund>): string {
  return decision.kind === 'due' ? (decision.amount.minor / 100).toFixed(2) : decision.kind
}

const twentyPercent: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 20 }

describe('the refund of a friend’s first bill, 20 % off', () => {
  const price = (minor: number) => ({ minor, currency: 'USD' as Currency })

  test.each<[paid: string, subscription: ProcessorSubscription, refunded: string]>([
    ['all of it, settled', billed(), '2.00'],
    ['all of it, not settled yet', billed({ status: 'SUBMITTED' }), 'waiting'],
    ['all of it, settling', billed({ status: 'SETTLING' }), 'waiting'],
    ['with the discount', billed({ minor: 8_00, discountAmount: 2_00 }), 'none'],
    ['with more off', billed({ minor: 5_00, discountAmount: 5_00 }), 'none'],
    ['with too little off', billed({ minor: 9_50, discountAmount: 50 }), '1.50'],
    ['with a discount too small by a cent', billed({ minor: 8_01, discountAmount: 1_99 }), '0.01'],
    ['with half a cent that is rounded up', billed({ minor: 9_98 }), '2.00'],
    ['with another price than the subscription has now', billed({}, { price: price(20_00) }), '2.00'],

    ['all of it, and disputes it', billed(disputed('OPEN')), 'none'],
    ['all of it, and won it back by a dispute', billed(disputed('LOST')), 'none'],
    ['all of it, and lost a dispute about it', billed(disputed('WON')), '2.00'],

    ['with an add-on', billed({ minor: 15_00, otherAdjustments: 5_00 }), '2.00'],
    [
      'with an add-on and too little off',
      billed({ minor: 14_00, discountAmount: 1_00, otherAdjustments: 5_00 }),
      '1.00',
    ],
    ['with a discount of the merchant', billed({ minor: 7_00, otherAdjustments: -3_00 }), '2.00'],
    ['with one that left less than the share', billed({ minor: 1_50, otherAdjustments: -8_50 }), '1.50'],
    [
      'together with a prorated charge of the same second',
      subscribed({ payments: [payment({ id: 'prorated', discountAmount: 1_00 }), payment()] }),
      '2.00',
    ],

    ['after a trial, all of it', afterTrial(1, {}), '2.00'],
    ['after a trial, with the discount', afterTrial(1, { minor: 8_00, discountAmount: 2_00 }), 'none'],
    [
      'after a trial, all of it, and the second bill with the discount',
      afterTrial(2, { id: 'second', periodStart: '2026-02-10', discountAmount: 2_00 }, {}),
      '2.00',
    ],
    ['nothing, as the bill came to zero, and all of the second', afterTrial(2, {}), 'none'],
    [
      'nothing, as it was voided, and all of the second',
      afterTrial(
        2,
        {},
        { id: 'void', status: 'VOIDED', createdAt: START - 31 * DAY, periodStart: '2025-12-10' },
      ),
      'none',
    ],
    [
      'nothing at first, as the card was declined, and all of it days later',
      afterTrial(1, { createdAt: START + 3 * DAY }, { id: 'declined', status: 'FAILED' }),
      '2.00',
    ],
    ['nothing: it was declined', billed({ status: 'FAILED' }, { billCount: 1, payments: [] }), 'none'],
    ['nothing: there was no bill', subscribed(), 'none'],
  ])('the refund of a first bill is right when the friend paid %s', (_paid, subscription, refunded) => {
    const decision = decisionOf(converted(twentyPercent), subscription)
    expect(refundText(decision)).toBe(refunded)
    if (decision.kind !== 'none') expect(decision.payment.id).toBe('t1')
  })

  test.each<[currency: string, paid: number, refunded: number]>([
    ['JPY', 1_003, 201],
    ['USD', 10_03, 2_01],
    ['KWD', 10_003, 2_001],
  ])('in %s, the share is rounded to the minor unit of the currency', (currency, minor, refunded) => {
    const amount = { minor, currency: currency as Currency }
    const decision = decisionOf(converted(twentyPercent), billed({ amount }))
    expect(decision).toMatchObject({ kind: 'due', amount: { minor: refunded, currency } })
  })

  test.each([
    ['all of it, as the processor rounds it', 0, '2.01'],
    ['nothing, where its lines were rounded down', 2_00, 'none'],
    ['the rest of a smaller discount', 1_00, '1.01'],
  ])(
    'where a processor rounds a fifth of 10.03 for three lines, the refund is %s',
    (_what, discountAmount, refunded) => {
      const subscription = {
        ...billed({ minor: 10_03 - discountAmount, discountAmount, roundedLines: 3 }),
        roundsShares: true,
      } as const
      expect(refundText(decisionOf(converted(twentyPercent), subscription))).toBe(refunded)
    },
  )

  test('the refund is about the first bill of all alone, where there are several subscriptions', () => {
    const second = billed({ id: 't2', createdAt: START + DAY }, { id: 's2' })
    const decision = decisionOf(converted(twentyPercent), second, billed())
    expect(decision).toMatchObject({ kind: 'due', payment: { id: 't1' }, amount: { minor: 2_00 } })
    const discounted = billed({ minor: 8_00, discountAmount: 2_00 })
    expect(decisionOf(converted(twentyPercent), second, discounted)).toEqual({ kind: 'none' })
  })
})

test.each<[reward: string, spec: RewardSpec | null]>([
  ['no reward', null],
  [
    'credit, which is given at the conversion and taken off later bills',
    { type: 'CREDIT', unit: 'USD', credit: 500 },
  ],
  ['a percentage of zero', { type: 'PCT_DISCOUNT', discountPercent: 0 }],
])('a friend with %s gets nothing back', (_reward, spec) => {
  expect(decisionOf(converted(spec), billed())).toEqual({ kind: 'none' })
})

test('a friend whose side is held gets the refund when it is approved, and none while it is denied', () => {
  const tenant = converted(twentyPercent)
  tenant.track(server(pend('referred')))
  expect(decisionOf(tenant, billed())).toEqual({ kind: 'none' })
  tenant.track(server(approve('referred')))
  expect(refundText(decisionOf(tenant, billed()))).toBe('2.00')
  tenant.track(server(deny('referred')))
  expect(decisionOf(tenant, billed())).toEqual({ kind: 'none' })
})

test('there is no refund before the conversion, after the end, or for a payment from before the attribution', () => {
  expect(decisionOf(tenantAfter('nothing known'), billed())).toEqual({ kind: 'none' })
  expect(decisionOf(tenantAfter('referred'), billed())).toEqual({ kind: 'none' })
  expect(decisionOf(tenantAfter('ended'), billed())).toEqual({ kind: 'none' })
  expect(decisionOf(tenantAfter('converted'), oldSubscription)).toEqual({ kind: 'none' })
})
