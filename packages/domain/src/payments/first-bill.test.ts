import { describe, expect, test } from 'vitest'
import type { ProcessorSubscription } from '../bills/processor-payment.ts'
import { code, processor, server, trial } from '../testing/calls.ts'
import { DAY, payment, seen, subscribed, tenantAfter } from '../testing/processor.ts'
import { START, TestTenant, tenPercent } from '../testing/test-tenant.ts'
import { decideFirstBill } from './first-bill.ts'

const before = (date: string) => Date.parse(`${date}T00:00:00Z`) - 1
const atZero = subscribed({ billCount: 1, discountMinor: 10_00, firstBillDate: '2026-01-10' })

function begins(tenant: TestTenant, ...subscriptions: readonly ProcessorSubscription[]): number | null {
  return decideFirstBill(tenant.account(), seen({ subscriptions }))?.billsAfter ?? null
}

describe('the months of a friend’s percentage', () => {
  test.each<[string, ProcessorSubscription, number | null]>([
    ['not on a trial', subscribed({ firstBillDate: '2026-02-09' }), null],
    ['with a bill that was paid', subscribed({ billCount: 1, payments: [payment()] }), before('2026-01-10')],
    [
      'with a bill that was paid days later, on its own day',
      subscribed({ billCount: 1, payments: [payment({ createdAt: START + 5 * DAY })] }),
      before('2026-01-10'),
    ],
    [
      'with a bill whose payment failed',
      subscribed({ billCount: 1, payments: [payment({ status: 'FAILED' })] }),
      before('2026-01-10'),
    ],
    ['with a bill that our discount brought to zero', atZero, before('2026-01-10')],
    ['not with a bill at zero without our discount', { ...atZero, discountMinor: 0 }, null],
    [
      'with the first of two bills',
      subscribed({
        billCount: 2,
        payments: [payment({ id: 't2', createdAt: START + 31 * DAY, periodStart: '2026-02-10' }), payment()],
      }),
      before('2026-01-10'),
    ],
    [
      'not with a bill at zero that is older than the attribution',
      { ...atZero, createdAt: START - 60 * DAY, firstBillDate: '2025-11-11' },
      null,
    ],
  ])('the months of a friend’s percentage begin %s', (_story, subscription, expected) => {
    expect(begins(tenantAfter('referred'), subscription)).toBe(expected)
  })

  test('the months of a friend’s percentage begin once, and do not convert the referral', () => {
    const tenant = tenantAfter('referred')
    const command = decideFirstBill(tenant.account(), seen({ subscriptions: [atZero] }))
    if (command === null) throw new Error('no command')
    tenant.track(processor(command))
    const { referred, convertedAt } = tenant.referral()
    expect(convertedAt).toBe(null)
    expect(referred.reward).toMatchObject({
      billsAfter: before('2026-01-10'),
      expiresAt: Date.UTC(2027, 0, 10),
    })
    expect(begins(tenant, atZero)).toBe(null)
  })

  test('the months have no beginning for a discount for ever, for credit, and without a referral', () => {
    expect(begins(tenantAfter('nothing known'), atZero)).toBe(null)
    expect(begins(tenantAfter('ended'), atZero)).toBe(null)
    for (const spec of [
      { ...tenPercent, monthsDiscountIsValid: undefined },
      { type: 'CREDIT', unit: 'USD', credit: 500 },
    ] as const) {
      const tenant = new TestTenant({ referredReward: JSON.parse(JSON.stringify(spec)) })
      tenant.track(server(code('ADA'), trial))
      expect(begins(tenant, atZero)).toBe(null)
    }
  })
})
