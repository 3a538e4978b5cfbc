import { describe, expect, test } from 'vitest'
import type { Day } from '../model/day.ts'
import { givenMerchant } from '../testing/given-merchant.ts'
import { givenSubscription } from '../testing/given-subscription.ts'
import { momentAfterCycles } from './journey.ts'

const monthly = givenSubscription('monthly', { nextBillingDate: '2026-02-28' as Day, billingDayOfMonth: 31 })
const quarterly = givenSubscription('quarterly', {
  nextBillingDate: '2026-02-10' as Day,
  billingFrequency: 3,
})
const ending = givenSubscription('ending', {
  nextBillingDate: '2026-03-05' as Day,
  numberOfBillingCycles: 5,
  currentBillingCycle: 4,
})
const canceled = givenSubscription('canceled', { status: 'Canceled', nextBillingDate: '2026-02-11' as Day })

describe('the moment of the n-th bill from here', () => {
  test.each([
    ['of one subscription', monthly, 1, '2026-02-28T06:00:00.000Z'],
    ['of one subscription at the end of months', monthly, 3, '2026-04-30T06:00:00.000Z'],
    ['of one that is billed every three months', quarterly, 2, '2026-05-10T06:00:00.000Z'],
    ['of one that ends by then', ending, 1, '2026-03-05T06:00:00.000Z'],
    ['of one that has ended by then', ending, 2, null],
    ['of one that was canceled', canceled, 1, null],
    ['of any', null, 1, '2026-02-10T06:00:00.000Z'],
    ['of any, one after the other', null, 3, '2026-03-05T06:00:00.000Z'],
  ])('the moment of the n-th bill is right: %s', (_name, which, cycles, expected) => {
    const merchant = givenMerchant()
    for (const each of [monthly, quarterly, ending, canceled]) merchant.subscriptions.set(each.id, each)
    const moment = momentAfterCycles(merchant, which, cycles)
    expect(moment === null ? null : new Date(moment).toISOString()).toBe(expected)
  })
})
