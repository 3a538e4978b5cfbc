import { isOnBills, type RewardTerms } from '@goodword/domain/program/billed-year'
import type { ExampleBill } from '@goodword/domain/program/example-bills'
import type { Forecast, ForecastAssumptions } from '@goodword/domain/program/program-forecast'
import type { ShareSpec } from '@goodword/domain/rewards/reward'
import type { Currency } from '@goodword/domain/values/money'
import { priceToNumber } from '@goodword/domain/values/money'
import { count, moneyText } from '../../../format/number-text.ts'
import { unbilledText } from '../../../format/reward-text.ts'

/** The explanation of a number: steps with their amounts, the last of them the number itself, and its assumptions. */
export type Explanation = {
  readonly title: string
  readonly steps: readonly { readonly label: string; readonly amount: string }[]
  readonly sentence: string | null
}

type Side = 'friend' | 'referrer'

const percent = (share: number) =>
  share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 2 })

const people = (number: number) => number.toLocaleString(undefined, { maximumFractionDigits: 1 })

export function minorText(minor: number, currency: Currency): string {
  return moneyText(priceToNumber({ minor, currency }), currency)
}

/** Why a bill is as high as it is. */
export function billExplanation(
  bill: ExampleBill,
  month: number,
  side: Side,
  terms: RewardTerms,
  currency: Currency,
): Explanation {
  const text = (minor: number) => minorText(minor, currency)
  const share = bill.priceMinor === 0 ? 0 : bill.percentageMinor / bill.priceMinor
  const whose = side === 'friend' ? 'friend’s discount' : 'discount for friends'
  return {
    title: `Bill of month ${month}`,
    steps: [
      { label: 'Price', amount: text(bill.priceMinor) },
      ...(bill.percentageMinor > 0
        ? [{ label: `${percent(share)} ${whose}`, amount: `− ${text(bill.percentageMinor)}` }]
        : []),
      ...(bill.creditMinor > 0 ? [{ label: 'Credit', amount: `− ${text(bill.creditMinor)}` }] : []),
      { label: 'To pay', amount: text(bill.toPayMinor) },
    ],
    sentence:
      side === 'friend' ? friendSentence(bill, terms, currency) : referrerSentence(bill, terms, currency),
  }
}

function friendSentence(
  bill: ExampleBill,
  { referredReward }: RewardTerms,
  currency: Currency,
): string | null {
  if (bill.percentageMinor + bill.creditMinor > 0) return null
  return referredReward === null
    ? 'There is no reward for the friend.'
    : unbilledText(referredReward, isOnBills(referredReward, currency))
}

function referrerSentence(bill: ExampleBill, terms: RewardTerms, currency: Currency): string | null {
  const { referrerReward, referrerHoldDays, maxReferrerRewards } = terms
  if (referrerReward === null) return 'There is no reward for the referrer.'
  if (!isOnBills(referrerReward, currency)) return unbilledText(referrerReward, false)
  if (bill.friends === 0) return 'No friend has paid before this bill.'
  const rewarded = Math.min(bill.friends, maxReferrerRewards ?? bill.friends)
  const sentences = [
    `${count(bill.friends, 'friend')} ${bill.friends === 1 ? 'has' : 'have'} paid before this bill${rewarded < bill.friends ? `, and ${rewarded} of them ${rewarded === 1 ? 'counts' : 'count'} because of your limit` : ''}.`,
    ...(referrerReward.type === 'PCT_DISCOUNT'
      ? [
          `Each gives ${percent(referrerReward.discountPercent / 100)}${referrerReward.monthsDiscountIsValid === undefined ? '' : ` for ${count(referrerReward.monthsDiscountIsValid, 'month')}`}${referrerReward.stacking === 'QUEUE' ? ', one after another' : ''}, together at most the whole bill.`,
        ]
      : []),
    ...(referrerReward.type === 'PAYMENT_SHARE' ? [shareSentence(referrerReward, currency)] : []),
    ...(referrerHoldDays > 0
      ? [`Each reward begins ${count(referrerHoldDays, 'day')} after the payment.`]
      : []),
  ]
  return sentences.join(' ')
}

function shareSentence(
  { sharePercent, monthsShareIsValid: months, maxCreditPerMonth: most }: ShareSpec,
  currency: Currency,
): string {
  const long = months === undefined ? '' : ` in the friend’s first ${count(months, 'month')}`
  const limit = most === undefined ? '' : `, at most ${minorText(most, currency)} a month`
  return `Each payment of a friend${long} gives ${percent(sharePercent / 100)} of it as credit${limit}. What a bill does not need is taken off the next ones.`
}

export type ForecastFigure = 'paying' | 'revenue' | 'friends' | 'referrers' | 'net'

/** Why a figure of the forecast is as high as it is. */
export function forecastExplanation(
  figure: ForecastFigure,
  { months, total, referrers, milestonesMinor }: Forecast,
  { plan: { price }, attributedPerMonth, conversionRate, monthlyCancellationRate }: ForecastAssumptions,
): Explanation {
  const money = (minor: number) => minorText(minor, price.currency)
  const last = months.at(-1)
  const staying = percent(1 - monthlyCancellationRate)
  switch (figure) {
    case 'paying':
      return {
        title: 'Paying friends in month 12',
        steps: [
          { label: 'Friends per month', amount: people(attributedPerMonth) },
          {
            label: `of whom ${percent(conversionRate)} pay`,
            amount: people(attributedPerMonth * conversionRate),
          },
          { label: 'Paid once in 12 months', amount: people(total.converted) },
          { label: 'Still paying in month 12', amount: people(last?.bills ?? 0) },
        ],
        sentence: `Of those who pay, ${staying} stay each month.`,
      }
    case 'revenue':
      return {
        title: 'Revenue of the first year, before discounts',
        steps: [
          { label: 'Bills of friends in 12 months', amount: people(total.bills) },
          { label: 'Price of each', amount: `× ${money(price.minor)}` },
          { label: 'Revenue', amount: money(total.revenueMinor) },
        ],
        sentence: 'A friend of month 1 has up to 12 bills in the year, a friend of month 12 has one.',
      }
    case 'friends':
      return {
        title: 'Discounts for friends in the first year',
        steps: [
          { label: 'Bills of friends in 12 months', amount: people(total.bills) },
          {
            label: 'Discount of a bill, on average',
            amount: `× ${money(total.bills === 0 ? 0 : Math.round(total.friendDiscountMinor / total.bills))}`,
          },
          { label: 'Discounts', amount: money(total.friendDiscountMinor) },
        ],
        sentence: 'Each bill has the discount of its month in the example bills, for friends who still pay.',
      }
    case 'referrers':
      return {
        title: 'Discounts for referrers in the first year',
        steps: [
          { label: 'Referrers of the friends who pay', amount: people(referrers) },
          {
            label: 'Saved by each in the year, on average',
            amount: `× ${money(referrers === 0 ? 0 : Math.round(total.referrerDiscountMinor / referrers))}`,
          },
          ...(milestonesMinor > 0 ? [{ label: 'Of it by milestones', amount: money(milestonesMinor) }] : []),
          { label: 'Discounts for all referrers', amount: money(total.referrerDiscountMinor) },
        ],
        sentence:
          'Computed bill by bill. The discount of a referrer ends when the friend cancels; credit that was given stays. A limit of rewards, and bills that are at zero already, leave a part out.',
      }
    case 'net':
      return {
        title: 'Left after discounts',
        steps: [
          { label: 'Revenue', amount: money(total.revenueMinor) },
          { label: 'Discounts for friends', amount: `− ${money(total.friendDiscountMinor)}` },
          { label: 'Discounts for referrers', amount: `− ${money(total.referrerDiscountMinor)}` },
          { label: 'Left', amount: money(total.netMinor) },
        ],
        sentence: 'Some of these friends might have come without the program. The forecast cannot know.',
      }
  }
}
