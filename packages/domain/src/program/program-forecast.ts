import { addMonths } from '../values/interval.ts'
import {
  type BilledMonth,
  billsOf,
  exampleStart,
  type Plan,
  REPORT_DELAY_MS,
  type RewardTerms,
} from './billed-year.ts'
import {
  type BroughtFriend,
  EXAMPLE_MONTHS,
  friendBills,
  paymentsOf,
  rewardsOfReferrer,
} from './example-bills.ts'

/** The input of a forecast: the tenant's own history, or assumptions of staff. */
export type ForecastAssumptions = {
  /** The plan of friends and referrers. */
  readonly plan: Plan
  /** Friends whose referral starts in a month. */
  readonly attributedPerMonth: number
  /** The share of them that pays, 0 to 1. */
  readonly conversionRate: number
  /** The share of paying friends that cancels in a month, 0 to 1. */
  readonly monthlyCancellationRate: number
  /** How many friends who pay a referrer brings in the year, on average; 1 to `MAX_FRIENDS_PER_REFERRER`. */
  readonly friendsPerReferrer: number
}

export const MAX_FRIENDS_PER_REFERRER = 100

/** Expected values of one month: numbers are fractions, amounts are minor units, rounded. */
export type ForecastMonth = {
  /** The number of the month, from 1 to 12. */
  readonly month: number
  /** Friends who pay for the first time. */
  readonly converted: number
  /** The bills of friends, also those that a discount brings to zero. */
  readonly bills: number
  /** The revenue from friends without discounts. */
  readonly revenueMinor: number
  readonly friendDiscountMinor: number
  readonly referrerDiscountMinor: number
  readonly netMinor: number
}

export type Forecast = {
  readonly months: readonly ForecastMonth[]
  readonly total: Omit<ForecastMonth, 'month'>
  /** How many people bring the friends of the year. */
  readonly referrers: number
  /** The part of the referrers' discounts that there would not be without milestones. */
  readonly milestonesMinor: number
}

/**
 * Computes the expected costs and revenue of a program in its first year, month by month. The figures of friends follow
 * from the bills of one friend, the savings of referrers from the bills of a sample of referrers with friends who stay or
 * cancel. Equal arguments have equal forecasts.
 *
 * @param now milliseconds since the epoch; it decides only how long months are
 */
export function programForecast(terms: RewardTerms, assumptions: ForecastAssumptions, now: number): Forecast {
  const steps = forecastSteps(terms, assumptions, now)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Computes a forecast in steps of less than a millisecond: the caller may do other work between them. */
export function* forecastSteps(
  terms: RewardTerms,
  assumptions: ForecastAssumptions,
  now: number,
): Generator<undefined, Forecast, undefined> {
  const startsAt = exampleStart(now)
  const { plan, attributedPerMonth, conversionRate, friendsPerReferrer } = assumptions
  const subscribing = attributedPerMonth * conversionRate
  const count = Math.ceil(EXAMPLE_MONTHS / plan.everyMonths)
  const friend = friendBills(terms, plan, startsAt, count)
  const firstPaid = friend.findIndex((it) => it.toPayMinor > 0)
  const paidAfter = firstPaid < 0 ? null : firstPaid * plan.everyMonths
  const saved = yield* savedByReferrers(terms, assumptions, startsAt, friend)
  const months = saved.map((perFriend, month): ForecastMonth => {
    const cohorts = friend.flatMap((bill, index) => {
      const age = index * plan.everyMonths
      return age > month ? [] : [{ bill, friends: subscribing * stayingShare(assumptions, age, paidAfter) }]
    })
    const sumOf = (amountOf: (bill: BilledMonth) => number) =>
      cohorts.reduce((sum, { bill, friends }) => sum + friends * amountOf(bill), 0)
    const revenueMinor = Math.round(sumOf((it) => it.priceMinor))
    const friendDiscountMinor = Math.round(sumOf(discountOf))
    const referrerDiscountMinor = Math.round(perFriend * subscribing)
    return {
      month: month + 1,
      converted: paidAfter !== null && paidAfter <= month ? subscribing : 0,
      bills: sumOf(() => 1),
      revenueMinor,
      friendDiscountMinor,
      referrerDiscountMinor,
      netMinor: revenueMinor - friendDiscountMinor - referrerDiscountMinor,
    }
  })
  const without =
    terms.milestones.length === 0
      ? saved
      : yield* savedByReferrers({ ...terms, milestones: [] }, assumptions, startsAt, friend)
  const milestonesMinor = Math.round((total(saved) - total(without)) * subscribing)
  const referrers = (subscribing * EXAMPLE_MONTHS) / friendsPerReferrer
  return { months, total: totalOf(months), referrers, milestonesMinor }
}

/** The share of friends who still have a bill so many months after their first one. */
function stayingShare(
  { monthlyCancellationRate }: ForecastAssumptions,
  age: number,
  paidAfter: number | null,
): number {
  return paidAfter === null ? 1 : (1 - monthlyCancellationRate) ** Math.max(0, age - paidAfter)
}

/** The discounts on referrers' bills in each month, per friend who subscribes in a month and has such bills. */
function* savedByReferrers(
  terms: RewardTerms,
  { plan, friendsPerReferrer, monthlyCancellationRate }: ForecastAssumptions,
  startsAt: number,
  bills: readonly BilledMonth[],
): Generator<undefined, readonly number[], undefined> {
  const saved = Array.from({ length: EXAMPLE_MONTHS }, () => 0)
  if (bills.every((it) => it.toPayMinor === 0)) return saved
  const { referrers, friendsPerMonth } = sampleReferrers(friendsPerReferrer, monthlyCancellationRate)
  for (const { friends, count: alike } of referrers) {
    yield
    const rewards = rewardsOfReferrer(
      terms,
      friends.map((it) => broughtFriend(it, startsAt, plan, bills)),
    )
    // A bill that is not made each month can be in any month of its interval.
    for (let first = 0; first < plan.everyMonths; first += 1) {
      const count = Math.ceil((EXAMPLE_MONTHS - first) / plan.everyMonths)
      for (const [index, bill] of billsOf(rewards, plan, addMonths(startsAt, first), count).entries()) {
        const month = first + index * plan.everyMonths
        saved[month] = (saved[month] ?? 0) + (alike * discountOf(bill)) / plan.everyMonths / friendsPerMonth
      }
    }
  }
  return saved
}

/** A friend who cancels does so in the middle of a month. */
function broughtFriend(
  { month, staysMonths }: SampledFriend,
  startsAt: number,
  plan: Plan,
  bills: readonly BilledMonth[],
): BroughtFriend {
  const converts = month + bills.findIndex((it) => it.toPayMinor > 0) * plan.everyMonths
  const leaves = converts + staysMonths
  const leftAt = (addMonths(startsAt, leaves - 1) + addMonths(startsAt, leaves)) / 2
  return {
    convertedAt: addMonths(startsAt, converts) + REPORT_DELAY_MS,
    leftAt,
    payments: paymentsOf(bills, plan, addMonths(startsAt, month), leftAt),
  }
}

function discountOf({ percentageMinor, creditMinor }: BilledMonth): number {
  return percentageMinor + creditMinor
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, it) => sum + it, 0)
}

function totalOf(months: readonly ForecastMonth[]): Omit<ForecastMonth, 'month'> {
  const sumOf = (name: Exclude<keyof ForecastMonth, 'month'>) => total(months.map((it) => it[name]))
  return {
    converted: sumOf('converted'),
    bills: sumOf('bills'),
    revenueMinor: sumOf('revenueMinor'),
    friendDiscountMinor: sumOf('friendDiscountMinor'),
    referrerDiscountMinor: sumOf('referrerDiscountMinor'),
    netMinor: sumOf('netMinor'),
  }
}

/** A friend of a sampled referrer. */
type SampledFriend = {
  /** The month of the year in which the friend subscribes, from 0. */
  readonly month: number
  /** How many months after the first payment the friend has cancelled; more than the year has for one who stays. */
  readonly staysMonths: number
}

type ReferrersSample = {
  readonly referrers: readonly {
    /** The first one to subscribe comes first. */
    readonly friends: readonly SampledFriend[]
    /** How many referrers have such friends. */
    readonly count: number
  }[]
  /** How many friends subscribe in each month. */
  readonly friendsPerMonth: number
}

/** So many friends of the sample subscribe in each month at least. */
const FRIENDS_A_MONTH = 96
const SEED = 1

/**
 * Referrers who take turns in bringing friends, as many in each month. Of the friends of a month, as many have cancelled after some
 * months as expected; who it is, is drawn, the same way in each forecast.
 */
function sampleReferrers(friendsPerReferrer: number, monthlyCancellationRate: number): ReferrersSample {
  const random = randomNumbers(SEED)
  const count = EXAMPLE_MONTHS * Math.ceil(FRIENDS_A_MONTH / friendsPerReferrer)
  const friendsPerMonth = Math.round((count * friendsPerReferrer) / EXAMPLE_MONTHS)
  const friends = Array.from({ length: EXAMPLE_MONTHS }, (_, month) => {
    const offset = random()
    const shares = Array.from({ length: friendsPerMonth }, (__, index) => (index + offset) / friendsPerMonth)
    return shuffled(shares, random).map(
      (share): SampledFriend => ({
        month,
        staysMonths: Math.min(monthsOf(share, monthlyCancellationRate), EXAMPLE_MONTHS + 1 - month),
      }),
    )
  }).flat()
  const byTurn = Map.groupBy(friends.entries(), ([turn]) => turn % count)
  const byReferrer = Array.from({ length: count }, (_, referrer) =>
    (byTurn.get(referrer) ?? []).map(([, friend]) => friend),
  )
  const alike = [...Map.groupBy(byReferrer, (it) => JSON.stringify(it)).values()]
  const referrers = alike.flatMap(([one, ...others]) =>
    one === undefined ? [] : [{ friends: one, count: others.length + 1 }],
  )
  return { referrers, friendsPerMonth }
}

/** After how many months a friend has cancelled, where this share of all friends stays longer. */
function monthsOf(share: number, monthlyCancellationRate: number): number {
  if (monthlyCancellationRate === 0) return Number.POSITIVE_INFINITY
  return Math.floor(Math.log(share) / Math.log(1 - monthlyCancellationRate)) + 1
}

/** Fisher and Yates. */
function shuffled(numbers: readonly number[], random: () => number): number[] {
  const result = [...numbers]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other] ?? 0, result[last] ?? 0]
  }
  return result
}

/** Pseudo-random numbers in [0, 1), the same for each seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
