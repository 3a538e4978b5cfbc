import type { AccountId, UserId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { leftJoinByKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../schema/tables.generated.ts'

/** A click with whose link it was. */
export type ExportedClickRow = Pick<Tables['click'], 'id' | 'clicked_at' | 'via' | 'visitor'> & {
  /** The time with its microseconds, by which clicks are in order. */
  exact_time: string
  account: AccountId | null
  user_id: UserId | null
  code: ReferralCode | null
}

/** The click that a walk goes on after. */
export type ClickPlace = { readonly time: string; readonly id: string }

// The first condition on the time tells the planner which months to read: it does not see it in a comparison of rows.
const walk = statement(
  'click.walk',
  `
select c.id, c.clicked_at, c.via, c.visitor, c.clicked_at::text as exact_time,
  a.external_id as account, p.external_id as user_id, p.code
from (
  select x.*
  from click x
  where x.tenant_id = $1
    and x.clicked_at >= $2::timestamptz
    and x.clicked_at < $4::timestamptz
    and (x.clicked_at, x.id) > ($2::timestamptz, $3::uuid)
  order by x.clicked_at, x.id
  limit $5
) as c
${leftJoinByKey('participant p', 'id', 'c.participant_id')}
${leftJoinByKey('account a', 'id', 'p.account_id')}
order by c.clicked_at, c.id`,
)

/** The next clicks after one, before a time, oldest first. */
export function walkClicks(
  tx: TenantTx,
  after: ClickPlace,
  before: string,
  limit: number,
): Promise<ExportedClickRow[]> {
  return tx.rows(walk, [after.time, after.id, before, limit])
}

const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** The clicks from a time to a time, both inclusive; null is no limit. */
export function clicksBetween(
  from: number | null,
  to: number | null,
): { readonly after: ClickPlace; readonly before: string } {
  return {
    after: { time: from === null ? '-infinity' : isoTime(from), id: NIL_ID },
    before: to === null ? 'infinity' : isoTime(to + 1),
  }
}
