import { expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { knownPrice } from '../rewards/reward-worth.ts'
import { approve, browser, code, deny, paid, pend, server, trial, user } from '../testing/calls.ts'
import { START, TestTenant } from '../testing/test-tenant.ts'
import type { Currency } from '../values/money.ts'
import { amountAtStake, isToDecide, MAX_AT_STAKE } from './amount-at-stake.ts'

const [EUR, USD] = ['EUR', 'USD'] as Currency[] as [Currency, Currency]
const priceOf = (valueMinor: number | null, currency: Currency | null = null, months = 1) =>
  knownPrice({ valueMinor, currency, billingIntervalType: 'MONTH', billingIntervalValue: months }, USD)

/** The amount at stake of a referral whose sides are held as `side` says. */
function atStake(
  program: Partial<Pick<Program, 'referrerReward' | 'referredReward'>>,
  side: 'both' | 'referrer' | 'referred' = 'both',
  [referrer, friend] = [priceOf(2000), priceOf(1000)],
): number | null {
  const tenant = new TestTenant({ referrerReward: null, referredReward: null, ...program })
  tenant.track(server(user('b'), code('ADA'), trial, pend(side)))
  return amountAtStake(tenant.referral(), tenant.program, { referrer, friend })
}

const credit = (amount: number, unit = 'USD'): RewardSpec => ({ type: 'CREDIT', unit, credit: amount })
const percent = (discountPercent: number, months?: number): RewardSpec => ({
  type: 'PCT_DISCOUNT',
  discountPercent,
  ...(months === undefined ? {} : { monthsDiscountIsValid: months }),
})

test.each<[string, ReturnType<typeof atStake>, number]>([
  ['credit of the referrer is its amount', atStake({ referrerReward: credit(500) }), 500],
  ['both sides add', atStake({ referrerReward: credit(500), referredReward: credit(300) }), 800],
  [
    'only sides that wait count',
    atStake({ referrerReward: credit(500), referredReward: credit(300) }, 'referrer'),
    500,
  ],
  [
    'the friend’s side alone counts as well',
    atStake({ referrerReward: credit(500), referredReward: credit(300) }, 'referred'),
    300,
  ],
  ['a percentage is that of each bill within its months', atStake({ referrerReward: percent(10, 6) }), 1200],
  ['a percentage without an end counts for 12 months', atStake({ referrerReward: percent(10) }), 2400],
  [
    'quarterly bills are fewer',
    atStake({ referrerReward: percent(10, 12) }, 'both', [priceOf(6000, null, 3), priceOf(0)]),
    2400,
  ],
  ['the friend’s percentage is of the friend’s price', atStake({ referredReward: percent(10, 12) }), 1200],
  [
    'an unknown price has no value',
    atStake({ referrerReward: percent(10) }, 'both', [priceOf(null), priceOf(null)]),
    0,
  ],
  ['another currency has no value', atStake({ referrerReward: credit(500, 'EUR') }), 0],
  [
    'a price in another currency has no value',
    atStake({ referrerReward: percent(10) }, 'both', [priceOf(2000, EUR), priceOf(0)]),
    0,
  ],
  ['the merchant’s own unit has no value', atStake({ referrerReward: credit(500, 'points') }), 0],
  ['no reward has no value', atStake({}), 0],
  [
    'an enormous amount is the greatest that is kept',
    atStake({ referrerReward: percent(100, 1_000_000) }, 'both', [priceOf(9_999_999_999), priceOf(0)]),
    MAX_AT_STAKE,
  ],
])('an amount at stake: %s', (_name, amount, expected) => {
  expect(amount).toBe(expected)
})

test('what does not wait for staff has no amount: decided, held by a block, or known to pages alone', () => {
  const tenant = new TestTenant({ unsignedConversions: { mode: 'hold', limit: 0 } })
  tenant.track(browser(user('b'), code('ADA'), paid))
  expect(tenant.referral().referring.moderation.status).toBe('PENDING')
  expect(isToDecide(tenant.referral())).toBe(false)
  const prices = { referrer: priceOf(1), friend: priceOf(1) }
  expect(amountAtStake(tenant.referral(), tenant.program, prices)).toBeNull()
  const { referring, ...referral } = tenant.referral()
  const blocked = { ...referring, moderation: { status: 'PENDING', by: 'block' } } as const
  expect(isToDecide({ ...referral, isFromPage: false, referring: blocked })).toBe(false)
  expect(isToDecide({ ...referral, isFromPage: false, referring })).toBe(true)
})

test('a decision of staff keeps how long the side had waited, and the latest counts', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b'), code('ADA'), trial, pend()))
  expect(tenant.referral().latestReview).toBeNull()
  tenant.now = START + 5000
  tenant.track(server(approve()))
  expect(tenant.referral().latestReview).toEqual({ at: START + 5000, waitedMs: 5000 })
  tenant.now = START + 6000
  tenant.track(server(pend()))
  expect(tenant.referral().latestReview).toEqual({ at: START + 5000, waitedMs: 5000 })
  tenant.now = START + 9000
  tenant.track(server(deny()))
  expect(tenant.referral().latestReview).toEqual({ at: START + 9000, waitedMs: 3000 })
})
