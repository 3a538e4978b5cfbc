import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { leftJoinByKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A click with whose link it was. */
export type ExportedClickRow = Pick<Tables['click'], 'id' | 'via' | 'visitor'> & {
  /** The time by the tenant's clock. */
  happened_at: number
  /** When it was stored, with its microseconds: clicks are in this order. */
  exact_time: string
  account: AccountId | null
  user_external_id: UserId | null
  code: ReferralCode | null
}

/** The click that a walk goes on after. */
export type ClickPosition = { readonly time: string; readonly id: string }

/** Times of the tenant's clock, the first one inclusive. */
export type ClickRange = { readonly from: string; readonly before: string }

// The first condition on the time tells the planner which months to read: it does not see it in a comparison of rows.
const walk = statement(
  'click.walk',
  `
select c.id, c.clicked_at + c.ahead_ms * interval '1 millisecond' as happened_at, c.via, c.visitor, c.clicked_at::text as exact_time,
  a.external_id as account, p.external_id as user_external_id, p.code
from (
  select x.*
  from click x
  where x.tenant_id = $1
    and x.clicked_at >= $2::timestamptz
    and x.clicked_at < $4::timestamptz
    and (x.clicked_at, x.id) > ($2::timestamptz, $3::uuid)
    and x.clicked_at + x.ahead_ms * interval '1 millisecond' >= $5::timestamptz
    and x.clicked_at + x.ahead_ms * interval '1 millisecond' < $4::timestamptz
  order by x.clicked_at, x.id
  limit $6
) as c
${leftJoinByKey('account_user p', 'id', 'c.user_id')}
${leftJoinByKey('account a', 'id', 'p.account_id')}
order by c.clicked_at, c.id`,
)

/** The next clicks of a range after one, oldest first. */
export function walkClicks(
  tx: TenantTx,
  after: ClickPosition,
  { from, before }: ClickRange,
  limit: number,
): Promise<ExportedClickRow[]> {
  return tx.rows(walk, [after.time, after.id, before, from, limit])
}

/**
 * The clicks from a time to a time of the tenant's clock, both inclusive; null is no limit. Where that clock is ahead by
 * `aheadMs` now, a click was stored by so much earlier at most, and never later.
 */
export function clicksBetween(
  from: number | null,
  to: number | null,
  aheadMs: number,
): { readonly start: ClickPosition; readonly range: ClickRange } {
  const stored = from === null ? '-infinity' : isoTime(Math.max(0, from - aheadMs))
  return {
    start: { time: stored, id: NIL },
    range: {
      from: from === null ? '-infinity' : isoTime(from),
      before: to === null ? 'infinity' : isoTime(to + 1),
    },
  }
}
