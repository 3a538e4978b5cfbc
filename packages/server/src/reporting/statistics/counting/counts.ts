import type { UserKey } from '@goodword/domain/values/ids'
import { type Day, monthOf } from '../calendar.ts'
import type { CountRow, ReferrerCountRow } from '../rows/counts.ts'

/** The metrics, each with the meaning of its key. */
export const metrics = [
  // The medium of the share link.
  'CLICKS',
  'VISITORS',
  // None.
  'IDENTIFIED',
  // The channel of the attribution.
  'ATTRIBUTED',
  'CONVERTED',
  'ENDED',
  // Type and unit of the reward, `CREDIT EUR`.
  'GRANT',
  'REDEMPTION',
  'REVERSAL',
  'EXPIRY',
  // The currency.
  'CHARGED',
  'REFUNDED',
  'DISCOUNT',
  'REPORTED',
  // Conversions whose price is known.
  'PRICED',
  'CREDIT',
  // A rule and its mode, `SAME_EMAIL SHADOW`: referrals that it flagged.
  'FLAGGED',
  // A rule, its mode and how a side is decided, `SAME_EMAIL SHADOW PENDING`: the sides of these referrals.
  'FLAGGED_SIDE',
  // A rule or `ANY`, and what staff made of it, `SAME_EMAIL DENIED`: referrals by the day on which they started.
  'FLAGGED_DECIDED',
] as const
export type Metric = (typeof metrics)[number]

/** The metrics of the funnel, in its order. */
export const funnelMetrics = [
  'CLICKS',
  'VISITORS',
  'IDENTIFIED',
  'ATTRIBUTED',
  'CONVERTED',
  'ENDED',
] as const satisfies readonly Metric[]

/** The metrics of money figures. */
export const moneyMetrics = [
  'CHARGED',
  'REFUNDED',
  'REPORTED',
  'PRICED',
  'DISCOUNT',
  'CREDIT',
] as const satisfies readonly Metric[]

export const ledgerMetrics = [
  'GRANT',
  'REDEMPTION',
  'REVERSAL',
  'EXPIRY',
] as const satisfies readonly Metric[]

/** Whether a text is one of some metrics: sums of another release may have others. */
export function isMetricOf<Name extends Metric>(names: readonly Name[], text: string): text is Name {
  return names.some((it) => it === text)
}

type ReferrerFigures = Pick<ReferrerCountRow, 'clicks' | 'visitors' | 'attributed' | 'converted' | 'ended'>

/** Sums to be added to one generation. */
export class Counts {
  readonly #counts = new Map<string, CountRow>()
  readonly #referrers = new Map<string, ReferrerCountRow>()

  /** Adds to a day and to its month. */
  add(day: Day, metric: Metric, key: string, amount: number): void {
    this.#add({ period: 'DAY', start: day, metric, key, amount })
    this.#add({ period: 'MONTH', start: monthOf(day), metric, key, amount })
  }

  /** Adds a conversion of those attributed in a month. */
  addToCohort(attributedOn: Day, convertedOn: Day): void {
    const [start, key] = [monthOf(attributedOn), monthOf(convertedOn)]
    this.#add({ period: 'COHORT', start, metric: 'CONVERTED', key, amount: 1 })
  }

  /** Adds to a day and to all time: the months of one referrer have hardly fewer rows than their days. */
  addToReferrer(user: UserKey, day: Day, figures: Partial<ReferrerFigures>): void {
    for (const [period, start] of [
      ['DAY', day],
      ['ALL', ''],
    ] as const) {
      const key = `${user} ${period} ${start}`
      const found = this.#referrers.get(key)
      const sum = { user_id: user, period, start, ...NO_FIGURES, ...found }
      for (const name of figureNames) sum[name] += figures[name] ?? 0
      this.#referrers.set(key, sum)
    }
  }

  get counts(): readonly CountRow[] {
    return [...this.#counts.values()].filter((it) => it.amount !== 0)
  }

  get referrers(): readonly ReferrerCountRow[] {
    return [...this.#referrers.values()]
  }

  #add(row: CountRow): void {
    const key = `${row.period} ${row.start} ${row.metric} ${row.key}`
    const amount = (this.#counts.get(key)?.amount ?? 0) + row.amount
    this.#counts.set(key, { ...row, amount })
  }
}

export const NO_FIGURES: ReferrerFigures = { clicks: 0, visitors: 0, attributed: 0, converted: 0, ended: 0 }
const figureNames = Object.keys(NO_FIGURES) as (keyof ReferrerFigures)[]
