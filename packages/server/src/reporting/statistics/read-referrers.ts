import type { ReferrerFigures } from '@goodword/contract/statistics/statistics'
import { NIL } from 'uuid'
import type { Transaction } from '../../frame/context.ts'
import { sumBrought } from '../../tracking/rows/statistics/payments.ts'
import { NO_FIGURES } from './counting/counts.ts'
import type { DayRange } from './day-range.ts'
import type { OpenedStatistics } from './opened-statistics.ts'
import {
  loadReferrerFigures,
  loadReferrerNames,
  type Rank,
  type RankPiece,
  type RankPosition,
  rankReferrers,
} from './rows/top-referrers.ts'
import { percentOf } from './statistics-answer.ts'

/** A referrer with the figures of a range. The merchant's IDs are null when there is no such person any more. */
export type RankedReferrer = ReferrerFigures & { readonly position: RankPosition }

/** When the payments were made that are summed up. */
type PaidIn = { readonly dateStarts: number; readonly dateEnds: number }

/** The position before all others. */
export const FIRST_POSITION: RankPosition = {
  amount: Number.MAX_SAFE_INTEGER,
  user: NIL,
}

/** Reads up to `limit` referrers of a range after a position, those with the most first. */
export async function readReferrers(
  tx: Transaction,
  generation: number,
  range: DayRange | null,
  rank: Rank,
  after: RankPosition,
  limit: number,
  paid: PaidIn,
): Promise<readonly RankedReferrer[]> {
  const pieces = rankPiecesOf(range)
  const ranked = await rankReferrers(tx, generation, rank, pieces, after, limit)
  if (ranked.length === 0) return []
  const ids = ranked.map((it) => it.user_id)
  const [figures, names, brought] = await Promise.all([
    loadReferrerFigures(tx, generation, ids, pieces),
    loadReferrerNames(tx, ids),
    sumBrought(tx, ids, paid.dateStarts, paid.dateEnds),
  ])
  const figuresOf = new Map(figures.map(({ user_id: id, ...it }) => [id, it]))
  const namesOf = new Map(names.map(({ id, ...it }) => [id, it]))
  return ranked.map(({ user_id: id, amount }) => {
    const own = figuresOf.get(id) ?? NO_FIGURES
    const name = namesOf.get(id)
    if (name === undefined) throw new Error('names of a referrer not found')
    const conversionRate = percentOf(own.converted, own.attributed)
    const money = { brought: brought.get(id) ?? [] }
    return { ...own, ...name, conversionRate, ...money, position: { amount, user: id } }
  })
}

/** Adds the clicks that were counted while the referrers are read. */
export function withLatest(
  referrers: readonly RankedReferrer[],
  { latest }: Pick<OpenedStatistics, 'latest'>,
  { from, to }: DayRange,
): readonly RankedReferrer[] {
  const days = latest.referrers.filter((it) => it.period === 'DAY' && from <= it.start && it.start <= to)
  return referrers.map((referrer) => {
    const own = days.filter((it) => it.user_id === referrer.position.user)
    const sumOf = (name: 'clicks' | 'visitors') => own.reduce((sum, it) => sum + it[name], referrer[name])
    return { ...referrer, clicks: sumOf('clicks'), visitors: sumOf('visitors') }
  })
}

/** All time is one period. */
export function rankPiecesOf(range: DayRange | null): readonly RankPiece[] {
  return [range === null ? { period: 'ALL', from: '', to: '' } : { period: 'DAY', ...range }]
}
