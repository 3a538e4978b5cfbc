import type { Database } from '../../../engine/driver/database.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { ReviewFigure } from '../../../engine/metrics/business-metrics.ts'

const statistics = statement(
  'referral.review_statistics',
  'select s.is_test, s.referrals, s.oldest_seconds from app.review_statistics() as s',
)

type Row = { readonly is_test: boolean; readonly referrals: number; readonly oldest_seconds: number }

/** What waits for the decision of staff in the whole database. */
export async function readReviewStatistics(db: Pick<Database, 'query'>): Promise<readonly ReviewFigure[]> {
  const rows = await db.query<Row>(statistics, [])
  return rows.map((it) => ({
    mode: it.is_test ? 'test' : 'live',
    referrals: it.referrals,
    oldestSeconds: it.oldest_seconds,
  }))
}
