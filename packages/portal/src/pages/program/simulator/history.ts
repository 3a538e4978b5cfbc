import type { Statistics } from '@goodword/client'
import { count } from '../../../format/number-text.ts'

/** A figure of the program's own past, and where it comes from. */
export type Figure = { readonly value: number; readonly source: string }

/** Fewer say too little about the next ones. */
export const ENOUGH_FRIENDS = 10

export type ProgramHistory = {
  readonly attributedPerMonth: Figure | null
  /** The rate in percent; null below `ENOUGH_FRIENDS`. */
  readonly conversionPercent: Figure | null
  /** The price in the major unit of the currency. */
  readonly price: Figure | null
}

/** Derives the assumptions of a forecast from the monthly statistics of the last months. The last month is not over. */
export function historyOf(
  statistics: Pick<Statistics, 'intervals' | 'cohorts' | 'money'>,
  currency: string,
): ProgramHistory {
  return {
    attributedPerMonth: attributedPerMonth(statistics.intervals),
    conversionPercent: conversionPercent(statistics.cohorts),
    price: averagePrice(statistics, currency),
  }
}

function attributedPerMonth(intervals: Statistics['intervals']): Figure | null {
  const first = intervals.findIndex((it) => it.attributed > 0)
  if (first < 0) return null
  const whole = intervals.slice(first, -1)
  if (whole.length === 0) {
    const value = intervals.at(-1)?.attributed ?? 0
    return { value, source: `Your program: ${count(value, 'friend')} so far in its first month.` }
  }
  const sum = sumOf(whole.map((it) => it.attributed))
  return {
    value: rounded(sum / whole.length, 1),
    source: `Your program: ${count(sum, 'friend')} in ${count(whole.length, 'full month')}.`,
  }
}

function conversionPercent(cohorts: Statistics['cohorts']): Figure | null {
  const attributed = sumOf(cohorts.map((it) => it.attributed))
  const converted = sumOf(cohorts.map((it) => it.converted))
  if (attributed < ENOUGH_FRIENDS) return null
  return {
    value: rounded((100 * converted) / attributed, 2),
    source: `Your program: ${converted.toLocaleString()} of ${count(attributed, 'friend')} of the last 12 months paid so far.`,
  }
}

/** The average of the conversions whose price is known: one without a price, as in an import, says nothing about it. */
function averagePrice(
  { intervals, money }: Pick<Statistics, 'intervals' | 'money'>,
  currency: string,
): Figure | null {
  const { reported = 0, reportedConversions: known = 0 } = money.find((it) => it.currency === currency) ?? {}
  if (known === 0) return null
  const others = sumOf(intervals.map((it) => it.converted)) - sumOf(money.map((it) => it.reportedConversions))
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const unknown = others > 0 ? ` Of ${count(others, 'other')} no price is known.` : ''
  return {
    value: rounded(reported / known, decimals.maximumFractionDigits ?? 2),
    source: `Your program: the prices that were reported at ${count(known, 'conversion')}, on average.${unknown}`,
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, it) => sum + it, 0)
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
