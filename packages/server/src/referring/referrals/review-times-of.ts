import {
  decidedByItselfAt,
  reviewEndsAt,
  type Waiting,
  waitsSince,
} from '@goodword/domain/moderation/review-period'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import type { ListedReferralRow } from './rows/referral-list.ts'

/** Until when a side waits for staff, and when it is decided by itself; null if it is not. */
export type ReviewTimes = { readonly endsAt: number | null; readonly decidedByItselfAt: number | null }

const NONE: ReviewTimes = { endsAt: null, decidedByItselfAt: null }

/** A function that has the times for each side of these referrals. The program is read only where one of them waits. */
export async function reviewTimesOf(
  tx: TenantTx,
  rows: readonly ListedReferralRow[],
): Promise<(row: ListedReferralRow, side: 'referred' | 'referrer') => ReviewTimes> {
  if (rows.every((it) => it.review_since === null)) return () => NONE
  const program = programOf((await loadProgram(tx)).settings)
  return (row, side) => {
    // Referrals of a blocked referrer wait for the end of the block.
    if (row.review_since === null || row.referring_blocked_at !== null) return NONE
    const since = waitsSince(waitingOf(row), moderationIn(row, side))
    return { endsAt: reviewEndsAt(since, program), decidedByItselfAt: decidedByItselfAt(since, program) }
  }
}

/** The columns of a referral that decide whether its sides wait for staff alone. */
export function waitingOf(
  row: Pick<
    Tables['referral'],
    'signals' | 'from_page' | 'unconfirmed_user_id' | 'converted_at' | 'unconfirmed_at'
  >,
): Waiting {
  return {
    signals: row.signals,
    isFromPage: row.from_page,
    unconfirmedUser: row.unconfirmed_user_id,
    convertedAt: row.converted_at,
    unconfirmedAt: row.unconfirmed_at,
  }
}
