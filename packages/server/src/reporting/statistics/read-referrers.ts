import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import type { Transaction } from '../../frame/context.ts'
import type { ReferrerFigures } from './counting/counts.ts'
import { type DayRange, piecesOf } from './day-range.ts'
import type { OpenedStatistics } from './opened-statistics.ts'
import {
  loadReferrerFigures,
  loadReferrerNames,
  type Rank,
  type RankPiece,
  type RankPosition,
  rankReferrers,
} from './rows/top-referrers.ts'

/** A referrer with the figures of a range. The merchant's IDs are null when there is no such person any more. */
export type ReferrerReading = ReferrerFigures & {
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  readonly referralCode: ReferralCode | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly position: RankPosition
}

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
): Promise<readonly ReferrerReading[]> {
  const pieces = rankPiecesOf(range)
  const ranked = await rankReferrers(tx, generation, rank, pieces, after, limit)
  if (ranked.length === 0) return []
  const ids = ranked.map((it) => it.user_id)
  const [figures, names] = await Promise.all([
    loadReferrerFigures(tx, generation, ids, pieces),
    loadReferrerNames(tx, ids),
  ])
  return ranked.map(({ user_id: id, amount }) => {
    const found = figures.find((it) => it.user_id === id)
    const name = names.find((it) => it.id === id)
    return {
      clicks: found?.clicks ?? 0,
      visitors: found?.visitors ?? 0,
      attributed: found?.attributed ?? 0,
      converted: found?.converted ?? 0,
      ended: found?.ended ?? 0,
      accountId: name?.account ?? null,
      userId: name?.user_external_id ?? null,
      referralCode: name?.code ?? null,
      firstName: name?.first_name ?? null,
      lastName: name?.last_name ?? null,
      position: { amount, user: id },
    }
  })
}

/** Adds the clicks that were counted while the referrers are read. */
export function withLatest(
  referrers: readonly ReferrerReading[],
  { latest }: Pick<OpenedStatistics, 'latest'>,
  { from, to }: DayRange,
): readonly ReferrerReading[] {
  const days = latest.referrers.filter((it) => it.period === 'DAY' && from <= it.start && it.start <= to)
  return referrers.map((referrer) => {
    const own = days.filter((it) => it.user_id === referrer.position.user)
    const sumOf = (name: 'clicks' | 'visitors') => own.reduce((sum, it) => sum + it[name], referrer[name])
    return { ...referrer, clicks: sumOf('clicks'), visitors: sumOf('visitors') }
  })
}

/** All time is one period. */
export function rankPiecesOf(range: DayRange | null): readonly RankPiece[] {
  if (range === null) return [{ period: 'ALL', from: '', to: '' }]
  return piecesOf(range)
}
