import { describe, expect, test } from 'vitest'
import { billingTimeOfDay, firstPaidBill, paymentStatuses } from '../bills/processor-payment.ts'
import { standingOf } from '../referrals/account.ts'
import type { Command } from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { processor } from '../testing/calls.ts'
import {
  type Before,
  DAY,
  HOUR,
  old,
  oldSubscription,
  payment,
  seen,
  subscribed,
  tenantAfter,
} from '../testing/processor.ts'
import { START, type TestTenant } from '../testing/test-tenant.ts'
import { type CustomerEvidence, evidenceCheckAt, evidenceCommands } from './payment-evidence.ts'

const ADA = 'ADA' as ReferralCode
const ATTRIBUTE = { kind: 'attribute', evidence: 'coupon', code: ADA }
const CANCEL = { kind: 'report', status: 'CANCELLED', endedAt: START + HOUR + DAY }
const paidAt = (at: number) => ({ kind: 'report', status: 'PAID', paidAt: at })
const closedAt = (at: number) => ({ kind: 'close', paidAt: at })

type Seen = Partial<CustomerEvidence>
describe('the evidence of the processor', () => {
  test.each<[string, Before, Seen, readonly object[]]>([
    ['nothing', 'nothing known', {}, []],
    ['a coupon', 'nothing known', { couponCode: ADA }, [ATTRIBUTE]],
    ['a coupon of a referred account', 'referred', { couponCode: ADA }, []],
    ['a coupon of an account that has paid', 'paid', { couponCode: ADA }, []],
    ['a subscription that is not paid for', 'referred', { subscriptions: [subscribed()] }, []],
    [
      'a coupon and a payment of today',
      'nothing known',
      { couponCode: ADA, subscriptions: [subscribed({ payments: [payment()] })] },
      [ATTRIBUTE, paidAt(START)],
    ],
    [
      'a payment of a referred account',
      'referred',
      { subscriptions: [subscribed({ payments: [payment()] })] },
      [paidAt(START)],
    ],
    [
      'the payment that the subscription began with, 24 hours before the binding',
      'referred',
      {
        subscriptions: [
          subscribed({ createdAt: START - DAY, payments: [payment({ createdAt: START - DAY })] }),
        ],
      },
      [paidAt(START - DAY)],
    ],
    [
      'one of a moment earlier',
      'referred',
      {
        subscriptions: [
          subscribed({ createdAt: START - DAY - 1, payments: [payment({ createdAt: START - DAY - 1 })] }),
        ],
      },
      [closedAt(START - DAY - 1)],
    ],
    ['an old payment', 'referred', { subscriptions: [oldSubscription] }, [closedAt(old)]],
    [
      'an old payment and a coupon: closed before the coupon counts',
      'nothing known',
      { couponCode: ADA, subscriptions: [oldSubscription] },
      [closedAt(old), ATTRIBUTE],
    ],
    [
      'an old payment with the discount',
      'referred',
      {
        subscriptions: [
          subscribed({ createdAt: old, payments: [payment({ createdAt: old, discountAmount: 1_00 })] }),
        ],
      },
      [paidAt(old)],
    ],
    [
      'an old payment on a subscription that came with the discount',
      'referred',
      { subscriptions: [{ ...oldSubscription, cameWithDiscount: true }] },
      [paidAt(old)],
    ],
    [
      'an old payment after an older attribution',
      'referred long ago',
      { subscriptions: [oldSubscription] },
      [paidAt(old)],
    ],
    [
      'a payment after the binding on an old trial',
      'referred',
      {
        boundAt: START - DAY,
        subscriptions: [subscribed({ createdAt: old, payments: [payment({ createdAt: START - HOUR })] })],
      },
      [paidAt(START - HOUR)],
    ],
    ['a payment of an account that converted', 'converted', { subscriptions: [oldSubscription] }, []],
    [
      'a payment that a page had reported',
      'converted by a page',
      { subscriptions: [subscribed({ payments: [payment()] })] },
      [paidAt(START)],
    ],
    [
      'an old payment of an account that converted by a page alone',
      'converted by a page',
      { subscriptions: [oldSubscription] },
      [closedAt(old)],
    ],
    ['a payment of an account that left', 'ended', { subscriptions: [oldSubscription] }, []],
    [
      'the first of the payments of several subscriptions',
      'referred long ago',
      {
        subscriptions: [
          subscribed({
            id: 's2',
            payments: [payment({ id: 't3' }), payment({ id: 't2', createdAt: START - 5 })],
          }),
          oldSubscription,
        ],
      },
      [paidAt(old)],
    ],
    [
      'a subscription that is past due',
      'converted',
      { subscriptions: [subscribed({ status: 'PAST_DUE' })] },
      [],
    ],
    [
      'a subscription that ended 24 hours ago',
      'converted',
      { subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + HOUR })] },
      [CANCEL],
    ],
    [
      'a subscription that expired',
      'converted',
      { subscriptions: [subscribed({ status: 'EXPIRED', endedAt: START + HOUR })] },
      [CANCEL],
    ],
    [
      'a subscription that ended, and one that lives',
      'converted',
      {
        subscriptions: [
          subscribed({ status: 'CANCELLED', endedAt: START + HOUR }),
          subscribed({ id: 's2', status: 'PAST_DUE' }),
        ],
      },
      [],
    ],
    [
      'several that ended, the last less than 24 hours ago',
      'converted',
      {
        subscriptions: [
          subscribed({ status: 'CANCELLED', endedAt: START + HOUR }),
          subscribed({ id: 's2', status: 'CANCELLED', endedAt: START + HOUR + 1 }),
        ],
      },
      [],
    ],
    [
      'a subscription that ended before the referral began',
      'referred',
      { subscriptions: [subscribed({ status: 'CANCELLED', createdAt: old, endedAt: START - HOUR })] },
      [],
    ],
    [
      'a subscription that ended, of an account that was not referred',
      'paid',
      { subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + HOUR })] },
      [],
    ],
    [
      'a payment and an end, both unseen until now',
      'referred',
      {
        subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + HOUR, payments: [payment()] })],
      },
      [paidAt(START), CANCEL],
    ],
  ])('the processor shows %s, and the commands follow from it', (_name, before, evidence, commands) => {
    const tenant = tenantAfter(before)
    tenant.now = START + HOUR + DAY
    expect(evidenceCommands(tenant.account(), seen(evidence), tenant.now)).toEqual(commands)
  })

  test('payment evidence causes nothing more once it has had its effect', () => {
    for (const before of ['nothing known', 'referred', 'referred long ago', 'converted by a page'] as const) {
      for (const evidence of [
        seen({ couponCode: ADA, subscriptions: [oldSubscription] }),
        seen({ couponCode: ADA, subscriptions: [subscribed({ payments: [payment()] })] }),
        seen({
          subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + 1, payments: [payment()] })],
        }),
      ]) {
        const tenant = tenantAfter(before)
        tenant.now = START + 3 * DAY
        tenant.track(processor(...commandsOf(tenant, evidence)))
        tenant.track(processor(...commandsOf(tenant, evidence)))
        expect(commandsOf(tenant, evidence)).toEqual([])
      }
    }
  })

  test('a cancellation is looked at again when 24 hours are over', () => {
    const tenant = tenantAfter('converted')
    const evidence = seen({ subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + HOUR })] })
    tenant.now = START + HOUR
    expect(commandsOf(tenant, evidence)).toEqual([])
    expect(evidenceCheckAt(tenant.account(), evidence, tenant.now)).toBe(START + HOUR + DAY)
    tenant.now = START + HOUR + DAY
    expect(evidenceCheckAt(tenant.account(), evidence, tenant.now)).toBeNull()
    tenant.track(processor(...commandsOf(tenant, evidence)))
    expect(standingOf(tenant.account())).toBe('ended')
  })

  test('a cancellation that is seen weeks later ended the referral and its percentages 24 hours after it', () => {
    const tenant = tenantAfter('converted')
    const evidence = seen({ subscriptions: [subscribed({ status: 'CANCELLED', endedAt: START + HOUR })] })
    tenant.now = START + 30 * DAY
    tenant.track(processor(...commandsOf(tenant, evidence)))
    const { referral } = tenant.account()
    expect(referral?.endedAt).toBe(START + HOUR + DAY)
    expect(referral?.referred.reward?.cancelledAt).toBe(START + HOUR + DAY)
  })
})

function commandsOf(tenant: TestTenant, evidence: CustomerEvidence): readonly Command[] {
  return evidenceCommands(tenant.account(), evidence, tenant.now)
}

test('a first payment is a sale of more than zero whose money was taken', () => {
  const counting = paymentStatuses.filter((status) => isFirst(payment({ status })))
  expect(counting).toEqual(['SUBMITTED', 'SETTLING', 'SETTLED'])
  expect(isFirst(payment({ minor: 0 }))).toBe(false)
  expect(isFirst(payment({ type: 'CREDIT' }))).toBe(false)
})

function isFirst(only: ReturnType<typeof payment>): boolean {
  return firstPaidBill([subscribed({ payments: [only] })]) !== null
}

test('the time of day of bills is that of the last renewal that was paid on its day', () => {
  const at = (day: number, hour: number, fields: Parameters<typeof payment>[0] = {}) =>
    payment({ createdAt: START + day * DAY + hour * HOUR, periodStart: dayAfterStart(day), ...fields })
  const timeOf = (...payments: readonly ReturnType<typeof payment>[]) =>
    billingTimeOfDay(subscribed({ payments }))
  expect(timeOf()).toBeNull()
  expect(timeOf(at(0, 0))).toBeNull()
  expect(timeOf(at(62, 7), at(31, 6), at(0, 0))).toBe(7 * HOUR)
  expect(timeOf(at(62, 9, { status: 'FAILED' }), at(31, 6))).toBe(6 * HOUR)
  expect(timeOf(at(31, 12), at(31, 6)), 'a prorated charge on the day of a bill').toBe(6 * HOUR)
  expect(timeOf(at(64, 9, { periodStart: dayAfterStart(62) }), at(31, 6))).toBe(6 * HOUR)
  const nextBillAt = START - (START % DAY) + 93 * DAY + 5 * HOUR
  const known = subscribed({ nextBillAt, payments: [at(31, 6), at(0, 0)] })
  expect(billingTimeOfDay(known), 'the processor says when the next bill is made').toBe(5 * HOUR)
})

function dayAfterStart(days: number): string {
  return new Date(START + days * DAY).toISOString().slice(0, 10)
}
