import { type Money, shareOf } from '../values/money.ts'
import { cappedRate, NO_RATE, rateFromPercent } from '../values/rate.ts'
import { EXAMPLE_MONTHS, type ExampleBill, exampleYear, type RewardTerms } from './example-bills.ts'

/** What a forecast starts from: the tenant's own history, or what staff assume. */
export type ForecastAssumptions = {
  /** The price of a month, for friends and referrers. */
  readonly price: Money
  /** Friends whose referral starts in a month. */
  readonly attributedPerMonth: number
  /** The share of them that pays, 0 to 1. */
  readonly conversionRate: number
  /** The share of paying friends that cancels in a month, 0 to 1. */
  readonly monthlyCancellationRate: number
  /** How many friends a referrer brings in the year, on average; at least 1. */
  readonly friendsPerReferrer: number
}

/** Expected values of one month: numbers of people are fractions, amounts are minor units, rounded. */
export type ForecastMonth = {
  /** The number of the month, from 1 to 12. */
  readonly month: number
  readonly converted: number
  /** Friends with a bill in the month. */
  readonly paying: number
  /** What friends would pay without a discount. */
  readonly revenueMinor: number
  readonly friendDiscountMinor: number
  readonly referrerDiscountMinor: number
  readonly netMinor: number
}

export type Forecast = {
  readonly months: readonly ForecastMonth[]
  readonly total: Omit<ForecastMonth, 'month'>
  /** What a referrer saves in a year by one friend who stays, and the part of it that counts with all friends together. */
  readonly savedPerFriendMinor: number
  readonly countedShare: number
  /** The part of the referrers' discounts that milestones give. */
  readonly milestonesMinor: number
}

/**
 * What a program costs and brings in its first year, as expected values. Friends of a month stay with equal chances; what
 * a friend and a referrer save in each month after a conversion comes from example bills.
 *
 * @param startsAt milliseconds since the epoch; it decides only how long months are
 */
export function programForecast(
  terms: RewardTerms,
  assumptions: ForecastAssumptions,
  startsAt: number,
): Forecast {
  const { price, attributedPerMonth, conversionRate, monthlyCancellationRate } = assumptions
  const { friend, referrer } = exampleYear(terms, price, 1, startsAt)
  const countedShare = shareThatCounts(terms, assumptions, referrer)
  const converted = attributedPerMonth * conversionRate
  const byMilestones = milestoneDiscounts(terms, assumptions)
  const months = Array.from({ length: EXAMPLE_MONTHS }, (_, month): ForecastMonth => {
    // One cohort for each month so far; `age` is the number of months since its conversion.
    const ages = Array.from({ length: month + 1 }, (__, age) => age)
    const staying = (age: number) => converted * (1 - monthlyCancellationRate) ** age
    const sumOf = (amountAt: (age: number) => number) =>
      ages.reduce((sum, age) => sum + staying(age) * amountAt(age), 0)
    const revenueMinor = Math.round(sumOf(() => price.minor))
    const friendDiscountMinor = Math.round(sumOf((age) => discountOf(friend[age])))
    const referrerDiscountMinor = Math.round(
      sumOf((age) => discountOf(referrer[age])) * countedShare + (byMilestones[month] ?? 0),
    )
    return {
      month: month + 1,
      converted,
      paying: sumOf(() => 1),
      revenueMinor,
      friendDiscountMinor,
      referrerDiscountMinor,
      netMinor: revenueMinor - friendDiscountMinor - referrerDiscountMinor,
    }
  })
  const savedPerFriendMinor = referrer.reduce((sum, it) => sum + discountOf(it), 0)
  const milestonesMinor = Math.round(byMilestones.reduce((sum, it) => sum + it, 0))
  return { months, total: totalOf(months), savedPerFriendMinor, countedShare, milestonesMinor }
}

/**
 * What milestones take off the bills of all referrers, by month. Every referrer brings the average number of friends, evenly
 * over the year, and reaches a milestone in the month of the friend with its number; the discount begins with the next bill.
 */
function milestoneDiscounts(
  { milestones }: RewardTerms,
  { price, attributedPerMonth, conversionRate, friendsPerReferrer }: ForecastAssumptions,
): readonly number[] {
  const months = Array.from({ length: EXAMPLE_MONTHS }, () => 0)
  const referrers = (attributedPerMonth * conversionRate * EXAMPLE_MONTHS) / friendsPerReferrer
  for (const { friends, reward } of milestones.filter((it) => it.friends <= friendsPerReferrer)) {
    const reachedIn = Math.ceil((friends * EXAMPLE_MONTHS) / friendsPerReferrer)
    if (reward.type === 'CREDIT' && reward.unit === price.currency) {
      // All of it is taken off in the next month.
      if (reachedIn < EXAMPLE_MONTHS) months[reachedIn] = (months[reachedIn] ?? 0) + referrers * reward.credit
    }
    if (reward.type === 'PCT_DISCOUNT') {
      const rate = cappedRate(rateFromPercent(reward.discountPercent) ?? NO_RATE)
      const last = reachedIn + (reward.monthsDiscountIsValid ?? EXAMPLE_MONTHS)
      for (let month = reachedIn; month < Math.min(last, EXAMPLE_MONTHS); month += 1)
        months[month] = (months[month] ?? 0) + referrers * shareOf(price, rate).minor
    }
  }
  return months
}

/** The part of the rewards that is given and can be taken off: a limit leaves some out, and no bill falls below zero. */
function shareThatCounts(
  { maxReferrerRewards }: RewardTerms,
  { friendsPerReferrer, price }: ForecastAssumptions,
  referrer: readonly ExampleBill[],
): number {
  const rewarded = Math.min(friendsPerReferrer, maxReferrerRewards ?? friendsPerReferrer)
  const mostPercentage = Math.max(...referrer.map((it) => it.percentageMinor))
  const together = rewarded * mostPercentage
  const taken = together > price.minor ? price.minor / together : 1
  return friendsPerReferrer === 0 ? 1 : (rewarded / friendsPerReferrer) * taken
}

function discountOf(bill: ExampleBill | undefined): number {
  return bill === undefined ? 0 : bill.percentageMinor + bill.creditMinor
}

function totalOf(months: readonly ForecastMonth[]): Omit<ForecastMonth, 'month'> {
  const sumOf = (name: Exclude<keyof ForecastMonth, 'month'>) => months.reduce((sum, it) => sum + it[name], 0)
  return {
    converted: sumOf('converted'),
    paying: sumOf('paying'),
    revenueMinor: sumOf('revenueMinor'),
    friendDiscountMinor: sumOf('friendDiscountMinor'),
    referrerDiscountMinor: sumOf('referrerDiscountMinor'),
    netMinor: sumOf('netMinor'),
  }
}
