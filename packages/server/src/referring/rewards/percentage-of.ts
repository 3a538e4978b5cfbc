import type { Percentage } from '@goodword/domain/bills/counted-bills'
import type { Turn } from '@goodword/domain/bills/queue-turns'
import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { PercentageRow } from './rows/percentages.ts'

/**
 * A stored percentage as the rules of bills see it.
 *
 * @param turns when queued percentages of the account were used by their time
 */
export function percentageOf(row: PercentageRow, turns: readonly Turn[] = []): Percentage {
  const own = turns.filter((it) => it.id === row.id)
  return {
    id: row.id,
    source: row.source,
    rate: row.amount,
    givenAt: row.given_at,
    expiresAt: row.expires_at,
    cancelledAt: null,
    months: row.months,
    billsAfter: row.bills_after,
    monthsLeft: row.months_left,
    queuedAt: row.unit === QUEUED_PERCENT ? row.created_at : null,
    ...(own.length === 0 ? {} : { turns: own }),
  }
}
