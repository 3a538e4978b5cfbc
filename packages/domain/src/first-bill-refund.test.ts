import { describe, expect, test } from 'vitest'
import type { Currency } from './money.ts'
import { decideRefund } from './payment-evidence.ts'
import type { ProcessorSubscription } from './processor-payment.ts'
import type { RewardSpec } from './reward.ts'
import { code, deny, paid, server, user } from './testing/calls.ts'
import { DAY, oldSubscription, payment, seen, subscribed, tenantAfter } from './testing/processor.ts'
import { START, TestTenant } from './testing/test-tenant.ts'

describe('the refund of a friend whose code was not looked up', () => {
  const bill = (fields: Parameters<typeof payment>[0] = {}) =>
    subscribed({ payments: [payment({ id: 'second', createdAt: START + 31 * DAY }), payment(fields)] })
  const price = (minor: number) => ({ minor, currency: 'USD' as Currency })
  const twentyPercent: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 20 }

  test.each<[string, RewardSpec | null, ProcessorSubscription, 'due' | 'waiting' | 'none', number?]>([
    ['a settled first bill', twentyPercent, bill(), 'due', 2_00],
    ['one that is not settled yet', twentyPercent, bill({ status: 'SUBMITTED' }), 'waiting'],
    ['one that is settling', twentyPercent, bill({ status: 'SETTLING' }), 'waiting'],
    ['a first bill with the discount', twentyPercent, bill({ minor: 8_00, discountAmount: 2_00 }), 'none'],
    ['one with more off', twentyPercent, bill({ minor: 5_00, discountAmount: 5_00 }), 'none'],
    ['one with too little off', twentyPercent, bill({ minor: 9_50, discountAmount: 50 }), 'due', 1_50],
    [
      'one with too little off and an add-on',
      twentyPercent,
      bill({ minor: 14_00, discountAmount: 1_00, otherAdjustments: 5_00 }),
      'due',
      1_00,
    ],
    ['half a cent is rounded up', twentyPercent, bill({ minor: 9_98 }), 'due', 2_00],
    ['a price that was changed since', twentyPercent, { ...bill(), price: price(20_00) }, 'due', 2_00],
    ['a bill with an add-on', twentyPercent, bill({ minor: 15_00, otherAdjustments: 5_00 }), 'due', 2_00],
    [
      'a prorated charge of the same second',
      twentyPercent,
      subscribed({ payments: [payment({ id: 'prorated', discountAmount: 1_00 }), payment()] }),
      'due',
      2_00,
    ],
    ['no more than was paid', twentyPercent, bill({ minor: 1_50, otherAdjustments: -8_50 }), 'due', 1_50],
    ['a program without a reward for friends', null, bill(), 'none'],
    ['a reward that is no percentage', { type: 'CREDIT', unit: 'USD', credit: 500 }, bill(), 'none'],
    ['a percentage of zero', { type: 'PCT_DISCOUNT', discountPercent: 0 }, bill(), 'none'],
    ['no payment', twentyPercent, subscribed(), 'none'],
  ])('%s', (_name, referredReward, subscription, kind, minor) => {
    const tenant = new TestTenant({ referredReward })
    tenant.track(server(user('b'), code('ADA'), paid))
    const decision = decideRefund(tenant.account(), seen({ subscriptions: [subscription] }))
    expect(decision).toMatchObject(minor === undefined ? { kind } : { kind, amount: { minor } })
    if (decision.kind !== 'none') expect(decision.payment.id).toBe('t1')
  })

  test('none before the conversion, after the end, for a denied side, or for a payment from before the attribution', () => {
    const evidence = seen({ subscriptions: [bill()] })
    const none = (tenant: TestTenant, it = evidence) =>
      expect(decideRefund(tenant.account(), it)).toEqual({ kind: 'none' })
    none(tenantAfter('nothing known'))
    none(tenantAfter('referred'))
    none(tenantAfter('ended'))
    const denied = tenantAfter('converted')
    denied.track(server(deny('referred')))
    none(denied)
    none(tenantAfter('converted'), seen({ subscriptions: [oldSubscription] }))
  })
})
