import type { Statistics } from '@goodword/client'
import { moneyText } from '../../format/number-text.ts'
import { costOf, type MoneyFigures, revenueBasis, revenueOf } from './money-figures.ts'

export const figureNames = ['clicks', 'started', 'converted', 'revenue', 'cost'] as const
export type FigureName = (typeof figureNames)[number]

/** A figure of the range, of the days before it, and of each interval. */
export type HomeFigure = {
  readonly name: FigureName
  readonly label: string
  readonly value: number
  readonly before: number
  /** The count of the days before. */
  readonly base: number
  readonly values: readonly number[]
  readonly format: (value: number) => string
}

const number = (value: number) => value.toLocaleString()

/** The figures of Home. Money is in the first currency; a program without any has none. */
export function figuresOf({ funnel, previous, intervals, money }: Statistics): readonly HomeFigure[] {
  const steps = [
    ['clicks', 'Clicks on links', 'clicks'],
    ['started', 'Referrals started', 'attributed'],
    ['converted', 'Converted', 'converted'],
  ] as const
  const counts = steps.map(([name, label, step]) => ({
    name,
    label,
    value: funnel[step],
    before: previous?.funnel[step] ?? 0,
    base: previous?.funnel[step] ?? 0,
    values: intervals.map((it) => it[step]),
    format: number,
  }))
  const main = money[0] ?? previous?.money[0]
  if (main === undefined) return counts
  const { currency } = main
  const before = previous?.money.find((it) => it.currency === currency)
  const basis = revenueBasis([main, before])
  const amounts = [
    [
      'revenue',
      basis === 'CHARGED' ? 'Revenue charged' : 'First payments',
      (it: MoneyFigures) => revenueOf(it, basis),
    ],
    ['cost', 'Cost', costOf],
  ] as const
  return [
    ...counts,
    ...amounts.map(([name, label, amountOf]) => {
      const sumIn = (all: readonly MoneyFigures[]) => {
        const own = all.find((it) => it.currency === currency)
        return own === undefined ? 0 : amountOf(own)
      }
      return {
        name,
        label,
        value: sumIn(money),
        before: sumIn(previous?.money ?? []),
        base: previous?.funnel.converted ?? 0,
        values: intervals.map((it) => sumIn(it.money)),
        format: (value: number) => moneyText(value, currency),
      }
    }),
  ]
}
