import { billDiscounts } from '../bills/bill-discount.ts'
import { timeOfDay } from '../bills/bill-time.ts'
import { MONTHLY } from '../bills/billing-interval.ts'
import type { Percentage } from '../bills/counted-bills.ts'
import { type Credit, redeem } from '../rewards/redemption.ts'
import {
  amountOf,
  friendReward,
  friendRewardAtConversion,
  type Reward,
  referrerReward,
  statusesOf,
  unitOf,
} from '../rewards/reward.ts'
import { addMonths } from '../values/interval.ts'
import type { Money } from '../values/money.ts'
import { type Rate, rateFromPercent } from '../values/rate.ts'
import type { Program } from './program.ts'

/** What of a program decides bills. */
export type RewardTerms = Pick<
  Program,
  'referredReward' | 'referrerReward' | 'referrerHoldDays' | 'maxReferrerRewards' | 'milestones'
>

/** A monthly bill with what is taken off it. Amounts are minor units of the price's currency. */
export type ExampleBill = {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly priceMinor: number
  readonly percentageMinor: number
  readonly creditMinor: number
  readonly toPayMinor: number
  /** How many friends of a referrer have converted before the bill; 0 on a friend's bill. */
  readonly friends: number
}

export type ExampleYear = {
  readonly friend: readonly ExampleBill[]
  readonly referrer: readonly ExampleBill[]
}

export const EXAMPLE_MONTHS = 12
/** A friend's conversion is reported this long after the bill that converts. */
const REPORT_DELAY_MS = 60_000

/**
 * A year of monthly bills by the rules that real bills follow: of a friend who converts with the first one, and of a
 * referrer whose first friends convert one a month, each a minute after a bill of the referrer.
 *
 * @param price of a month, for both
 * @param friends how many friends convert in the year, 0 to 12
 * @param startsAt milliseconds since the epoch of the first bill
 */
export function exampleYear(
  terms: RewardTerms,
  price: Money,
  friends: number,
  startsAt: number,
): ExampleYear {
  const rewards = Array.from({ length: Math.min(friends, EXAMPLE_MONTHS) }, (_, month) => month)
    .slice(0, terms.maxReferrerRewards ?? EXAMPLE_MONTHS)
    .flatMap((month) => rewardOfReferrer(terms, addMonths(startsAt, month) + REPORT_DELAY_MS))
  const conversions = Math.min(friends, EXAMPLE_MONTHS)
  return {
    friend: billsOf(rewardOfFriend(terms, startsAt), price, startsAt, () => 0),
    referrer: billsOf(rewards, price, startsAt, (month) => Math.min(month, conversions)),
  }
}

function rewardOfFriend({ referredReward }: RewardTerms, startsAt: number): readonly Reward[] {
  if (referredReward === null) return []
  const reward = friendReward(referredReward, startsAt - REPORT_DELAY_MS)
  return [friendRewardAtConversion(reward, startsAt + REPORT_DELAY_MS)]
}

function rewardOfReferrer(
  { referrerReward: spec, referrerHoldDays }: RewardTerms,
  at: number,
): readonly Reward[] {
  return spec === null ? [] : [referrerReward(spec, at, referrerHoldDays)]
}

function billsOf(
  rewards: readonly Reward[],
  price: Money,
  startsAt: number,
  friendsBefore: (month: number) => number,
): readonly ExampleBill[] {
  const percentages = rewards.flatMap(percentageOf)
  let credits = rewards
    .map((reward, id): Credit<number> => ({ id, reward }))
    .filter(({ reward }) => reward.spec.type === 'CREDIT' && unitOf(reward.spec) === price.currency)
  return Array.from({ length: EXAMPLE_MONTHS }, (_, month) => {
    const at = addMonths(startsAt, month)
    const available = credits
      .filter(({ reward }) => statusesOf(reward, at)[0] === 'AVAILABLE')
      .reduce((sum, { reward }) => sum + amountOf(reward.spec) - reward.redeemed, 0)
    const subscription = {
      id: 'example',
      status: 'ACTIVE',
      price,
      otherChangesMinor: 0,
      balanceMinor: 0,
      nextBillDate: new Date(at).toISOString().slice(0, 10),
      billingDay: null,
      billingInterval: MONTHLY,
      timeOfDayMs: timeOfDay(at),
      madeAt: new Map<string, number>(),
      reservedMinor: 0,
      amountStep: 1,
    } as const
    const billing = {
      percentages,
      credits: new Map([[price.currency, available]]),
      subscriptions: [subscription],
    }
    const [bill] = billDiscounts(billing, at).bills
    const { percentageMinor = 0, creditMinor = 0 } = bill ?? {}
    const taken = new Map((redeem(credits, creditMinor, at) ?? []).map((it) => [it.id, it]))
    credits = credits.map((it) => taken.get(it.id) ?? it)
    const toPayMinor = price.minor - percentageMinor - creditMinor
    return {
      at,
      priceMinor: price.minor,
      percentageMinor,
      creditMinor,
      toPayMinor,
      friends: friendsBefore(month),
    }
  })
}

function percentageOf({ source, spec, givenAt, expiresAt, cancelledAt }: Reward): readonly Percentage[] {
  if (spec.type !== 'PCT_DISCOUNT') return []
  // Settings are checked before they come here.
  const rate = rateFromPercent(spec.discountPercent) ?? (0 as Rate)
  return [{ source, rate, givenAt, expiresAt, cancelledAt, months: null, billsAfter: null }]
}
