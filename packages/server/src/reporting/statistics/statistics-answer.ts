import type { ReferrerFigures, Statistics } from '@goodword/contract/statistics/statistics'
import { shareMedia } from '@goodword/domain/hosts/share-link'
import { channels } from '@goodword/domain/referrals/channel'
import type { RewardType } from '@goodword/domain/rewards/reward'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import { isMetricOf, type Metric, moneyMetrics } from './counting/counts.ts'
import type { ReferrerReading } from './read-referrers.ts'
import type { CohortReading, PreviousReading, StatisticsReading, Total } from './read-statistics.ts'

/** The figures of a tenant as the contract has them. */
export function statisticsAnswer(reading: StatisticsReading): Statistics {
  const { totals, balances, range } = reading
  return {
    from: range.from,
    to: range.to,
    dateStarts: reading.startsAt,
    dateEnds: reading.endsAt,
    timeZone: reading.timeZone,
    recounting: reading.isRecounting,
    dateClicksCounted: reading.clicksUntil,
    funnel: funnelOf(totals),
    previous: reading.previous === null ? null : previousAnswer(reading.previous),
    intervals: reading.intervals.map(({ from, to, sums, money }) => ({
      from,
      to,
      clicks: sums.get('CLICKS') ?? 0,
      visitors: sums.get('VISITORS') ?? 0,
      identified: sums.get('IDENTIFIED') ?? 0,
      attributed: sums.get('ATTRIBUTED') ?? 0,
      converted: sums.get('CONVERTED') ?? 0,
      ended: sums.get('ENDED') ?? 0,
      money: moneyAnswers(money),
    })),
    channels: channels.map((channel) => ({ channel, ...referralSteps(totals, channel) })),
    media: shareMedia.map((medium) => ({ medium, ...visits(totals, medium) })),
    cohorts: reading.cohorts.map(cohortAnswer),
    rewards: rewardKeys([...totals, ...balances]).map((key) => rewardAnswer(key, totals, balances)),
    money: moneyAnswers(totals),
    referrers: reading.referrers.map(referrerAnswer),
  }
}

function previousAnswer({ range, startsAt, endsAt, totals }: PreviousReading) {
  const days = { from: range.from, to: range.to, dateStarts: startsAt, dateEnds: endsAt }
  return { ...days, funnel: funnelOf(totals), money: moneyAnswers(totals) }
}

function funnelOf(totals: readonly Total[]) {
  return {
    ...visits(totals),
    identified: sumOf(totals, 'IDENTIFIED'),
    ...referralSteps(totals),
    conversionRate: percentOf(sumOf(totals, 'CONVERTED'), sumOf(totals, 'ATTRIBUTED')),
  }
}

function referralSteps(totals: readonly Total[], key?: string) {
  return {
    attributed: sumOf(totals, 'ATTRIBUTED', key),
    converted: sumOf(totals, 'CONVERTED', key),
    ended: sumOf(totals, 'ENDED', key),
  }
}

function visits(totals: readonly Total[], key?: string) {
  return { clicks: sumOf(totals, 'CLICKS', key), visitors: sumOf(totals, 'VISITORS', key) }
}

export function referrerAnswer(referrer: ReferrerReading): ReferrerFigures {
  const { position: _, ...figures } = referrer
  return { ...figures, conversionRate: percentOf(figures.converted, figures.attributed) }
}

function cohortAnswer({ month, attributed, conversions }: CohortReading) {
  const converted = conversions.reduce((sum, it) => sum + it.converted, 0)
  return {
    month: month.slice(0, 7),
    attributed,
    converted,
    conversionRate: percentOf(converted, attributed),
    conversions: conversions.map((it) => ({ month: it.month.slice(0, 7), converted: it.converted })),
  }
}

const ledger = { GRANT: 1, REDEMPTION: -1, EXPIRY: -1, REVERSAL: -1 } as const

function rewardKeys(totals: readonly Total[]): readonly string[] {
  return [...new Set(totals.filter((it) => it.metric in ledger).map((it) => it.key))].sort()
}

/** The ledger has what goes out as negative amounts. */
function rewardAnswer(key: string, totals: readonly Total[], balances: readonly Total[]) {
  const space = key.indexOf(' ')
  // The key is made from the type of a reward.
  const type = key.slice(0, space) as RewardType
  const figure = (metric: keyof typeof ledger) => without0(ledger[metric] * sumOf(totals, metric, key))
  return {
    type,
    unit: type === 'PCT_DISCOUNT' ? null : key.slice(space + 1),
    given: figure('GRANT'),
    redeemed: figure('REDEMPTION'),
    expired: figure('EXPIRY'),
    cancelled: figure('REVERSAL'),
    owed: balances.filter((it) => it.key === key).reduce((sum, it) => sum + it.amount, 0),
  }
}

function moneyAnswers(totals: readonly Total[]) {
  const found = totals.filter((it) => isMetricOf(moneyMetrics, it.metric)).map((it) => it.key)
  // The keys of these metrics are currencies.
  const currencies = [...new Set(found)].sort() as Currency[]
  return currencies.map((currency) => moneyAnswer(currency, totals))
}

function moneyAnswer(currency: Currency, totals: readonly Total[]) {
  const amount = (metric: Metric) => priceToNumber({ minor: sumOf(totals, metric, currency), currency })
  return {
    currency,
    charged: amount('CHARGED'),
    refunded: amount('REFUNDED'),
    reported: amount('REPORTED'),
    reportedConversions: sumOf(totals, 'PRICED', currency),
    discounts: amount('DISCOUNT'),
    creditRedeemed: amount('CREDIT'),
  }
}

function sumOf(totals: readonly Total[], metric: Metric, key?: string): number {
  const own = totals.filter((it) => it.metric === metric && (key === undefined || it.key === key))
  return own.reduce((sum, it) => sum + it.amount, 0)
}

/** Returns the percentage with two decimals, rounded half up from whole numbers. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((part * 20_000 + whole) / (2 * whole)) / 100
}

function without0(amount: number): number {
  return amount === 0 ? 0 : amount
}
