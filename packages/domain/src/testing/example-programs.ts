import type { RewardTerms } from '../program/billed-year.ts'
import type { RewardSpec } from '../rewards/reward.ts'

/** A program, and a year of a referrer in it. */
export type ExampleProgram = {
  readonly name: string
  readonly terms: RewardTerms
  /** The price of a bill in cents. */
  readonly priceMinor: number
  readonly everyMonths: number
  /** The day of the first bill, `YYYY-MM-DD`. */
  readonly from: string
  /** How many friends the referrer brings, one with each month from the first bill on. */
  readonly friends: number
}

const percent = (discountPercent: number, monthsDiscountIsValid?: number): RewardSpec => ({
  type: 'PCT_DISCOUNT',
  discountPercent,
  ...(monthsDiscountIsValid === undefined ? {} : { monthsDiscountIsValid }),
})

const queued = (discountPercent: number, monthsDiscountIsValid: number): RewardSpec => ({
  type: 'PCT_DISCOUNT',
  discountPercent,
  monthsDiscountIsValid,
  stacking: 'QUEUE',
})

const credit = (cents: number, monthsCreditIsValid?: number): RewardSpec => ({
  type: 'CREDIT',
  unit: 'USD',
  credit: cents,
  ...(monthsCreditIsValid === undefined ? {} : { monthsCreditIsValid }),
})

const share = (sharePercent: number, more: object = {}): RewardSpec => ({
  type: 'PAYMENT_SHARE',
  sharePercent,
  ...more,
})

type Settings = Partial<RewardTerms & Omit<ExampleProgram, 'name' | 'terms'>>

function program(
  name: string,
  friendGets: RewardSpec | null,
  referrerGets: RewardSpec | null,
  settings: Settings = {},
): ExampleProgram {
  const { priceMinor = 3000, everyMonths = 1, from = '2040-02-05', friends = 3, ...terms } = settings
  return {
    name,
    priceMinor,
    everyMonths,
    from,
    friends,
    terms: {
      referredReward: friendGets,
      referrerReward: referrerGets,
      referrerHoldDays: 0,
      maxReferrerRewards: null,
      milestones: [],
      ...terms,
    },
  }
}

/** Programs as merchants set them, and as they are hard to get right. All amounts are dollars. */
export const examplePrograms: readonly ExampleProgram[] = [
  program('10 % for twelve months on both sides', percent(10, 12), percent(10, 12), { friends: 4 }),
  program('the first month free, and 25 % for three months', percent(100, 1), percent(25, 3)),
  program('50 % for three months, and 5 % for ever', percent(50, 3), percent(5)),
  program('credit of 10.00 and of 50.00', credit(1000), credit(5000)),
  program('10 % for a month, from the 31st on', percent(10, 1), percent(10, 1), { from: '2040-01-31' }),
  program('10 % for three months, from the 31st on', percent(10, 3), percent(10, 3), { from: '2040-01-31' }),
  program('10 % for six months, held for 30 days', percent(10, 6), percent(10, 6), { referrerHoldDays: 30 }),
  program('20 % for twelve months, for two friends at most', percent(20, 12), percent(20, 12), {
    maxReferrerRewards: 2,
    friends: 4,
  }),
  program('10 % for twelve months, and 30.00 for three friends', percent(10, 12), percent(10, 12), {
    milestones: [{ friends: 3, reward: credit(3000) }],
  }),
  program('12.5 % of 9.99 for two months, from the 30th on', percent(50, 1), percent(12.5, 2), {
    priceMinor: 999,
    from: '2040-03-30',
  }),
  program('a free month for both, held for 14 days, from the 31st on', percent(100, 1), percent(100, 1), {
    from: '2040-01-31',
    referrerHoldDays: 14,
  }),
  program('20 % for two months, held for 45 days, from the 31st on', percent(20, 2), percent(20, 2), {
    from: '2040-01-31',
    referrerHoldDays: 45,
  }),
  program('milestones of a percentage and of credit, and nothing else', percent(20, 2), null, {
    milestones: [
      { friends: 2, reward: percent(20, 3) },
      { friends: 4, reward: credit(5000) },
    ],
    friends: 4,
  }),
  program('40 % for ever for each friend, up to the whole bill', percent(40), percent(40), { friends: 4 }),
  program('credit of 20.00 that expires after two months', percent(15, 6), credit(2000, 2)),
  program('50 % for three months and credit of 45.00 with the first friend', null, percent(50, 3), {
    milestones: [{ friends: 1, reward: credit(4500) }],
  }),
  program('10 % for twelve months of yearly bills', percent(10, 12), percent(10, 12), {
    priceMinor: 30_000,
    everyMonths: 12,
  }),
  program('a free month for each friend, one after another', null, queued(100, 1), { friends: 4 }),
  program('25 % for three months for each friend, one after another, beside 10 %', null, queued(25, 3), {
    milestones: [{ friends: 1, reward: percent(10, 2) }],
    from: '2040-01-31',
  }),
  program(
    '20 % of what friends pay for six months, and 50 % off their first bill',
    percent(50, 1),
    share(20, { monthsShareIsValid: 6 }),
    {
      friends: 4,
    },
  ),
  program(
    '40 % of payments, at most 20.00 a month, held for 14 days, as credit of two months',
    null,
    share(40, { maxCreditPerMonth: 2000, monthsCreditIsValid: 2 }),
    {
      referrerHoldDays: 14,
      friends: 4,
    },
  ),
  program('credit of 10.00, held for 14 days', null, credit(1000), { referrerHoldDays: 14, friends: 4 }),
  program('25 % for four months of quarterly bills', percent(25, 4), percent(25, 4), {
    priceMinor: 9000,
    everyMonths: 3,
    from: '2040-01-31',
  }),
]
