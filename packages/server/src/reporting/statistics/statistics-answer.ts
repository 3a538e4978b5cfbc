import type { Statistics } from '@goodword/contract/statistics/statistics'
import { shareMedia } from '@goodword/domain/hosts/share-link'
import { channels } from '@goodword/domain/referrals/channel'
import { isRateType, QUEUED_PERCENT, type RewardType } from '@goodword/domain/rewards/reward'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import type { Day } from './calendar.ts'
import { isMetricOf, type Metric, moneyMetrics } from './counting/counts.ts'
import type { DayRange } from './day-range.ts'

/** A sum of one metric. */
export type Total = { readonly metric: Metric; readonly key: string; readonly amount: number }

export function funnelOf(totals: readonly Total[]): Statistics['funnel'] {
  const steps = stepsOf(totals)
  return { ...steps, conversionRate: percentOf(steps.converted, steps.attributed) }
}

export function intervalAnswer({ from, to }: DayRange, totals: readonly Total[]) {
  return { from, to, ...stepsOf(totals), money: moneyAnswers(totals) }
}

/** The steps of the funnel by how friends came, and by where links were shared. */
export function sourcesOf(totals: readonly Total[]): Pick<Statistics, 'channels' | 'media'> {
  return {
    channels: channels.map((channel) => ({ channel, ...referralSteps(totals, channel) })),
    media: shareMedia.map((medium) => ({ medium, ...visits(totals, medium) })),
  }
}

function stepsOf(totals: readonly Total[]) {
  return { ...visits(totals), identified: sumOf(totals, 'IDENTIFIED'), ...referralSteps(totals) }
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

/** A month with what it has in `conversions`: how many of those attributed in it converted in which month. */
export function cohortAnswer(
  month: Day,
  attributed: number,
  conversions: readonly { readonly key: Day; readonly amount: number }[],
): Statistics['cohorts'][number] {
  const converted = conversions.reduce((sum, it) => sum + it.amount, 0)
  return {
    month: month.slice(0, 7),
    attributed,
    converted,
    conversionRate: percentOf(converted, attributed),
    conversions: conversions.map((it) => ({ month: it.key.slice(0, 7), converted: it.amount })),
  }
}

const ledger = { GRANT: 1, REDEMPTION: -1, EXPIRY: -1, REVERSAL: -1 } as const

export function rewardAnswers(totals: readonly Total[], balances: readonly Total[]): Statistics['rewards'] {
  const entries = [...totals, ...balances].filter((it) => it.metric in ledger)
  const keys = [...new Set(entries.map((it) => it.key))].sort()
  return keys.map((key) => rewardAnswer(key, totals, balances))
}

/** The ledger has what goes out as negative amounts. */
function rewardAnswer(key: string, totals: readonly Total[], balances: readonly Total[]) {
  const space = key.indexOf(' ')
  // The key is made from the type of a reward.
  const type = key.slice(0, space) as RewardType
  const unit = key.slice(space + 1)
  const figure = (metric: keyof typeof ledger) => without0(ledger[metric] * sumOf(totals, metric, key))
  return {
    type,
    ...(unit === QUEUED_PERCENT && { stacking: 'QUEUE' as const }),
    unit: isRateType(type) ? null : unit,
    given: figure('GRANT'),
    redeemed: figure('REDEMPTION'),
    expired: figure('EXPIRY'),
    cancelled: figure('REVERSAL'),
    owed: balances.filter((it) => it.key === key).reduce((sum, it) => sum + it.amount, 0),
  }
}

export function moneyAnswers(totals: readonly Total[]): Statistics['money'] {
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
