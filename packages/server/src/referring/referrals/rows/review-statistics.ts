import type { Database } from '../../../engine/driver/database.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { ReviewFigure } from '../../../engine/metrics/business-metrics.ts'

const statistics = statement(
  'referral.review_statistics',
  `
select case when s.is_test then 'test' else 'live' end as mode, s.referrals, s.oldest_seconds as "oldestSeconds"
from app.review_statistics() as s`,
)

/** Reads the statistics of all referrals in the database that wait for a decision of staff. */
export function readReviewStatistics(db: Pick<Database, 'query'>): Promise<readonly ReviewFigure[]> {
  return db.query<ReviewFigure>(statistics, [])
}
