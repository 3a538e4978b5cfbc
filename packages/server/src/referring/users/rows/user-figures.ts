import type { AccountKey, UserKey } from '@goodword/domain/values/ids'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** The figures of a user's code, from the newest referrals and rewards of the account, up to the given number. */
export type UserFiguresRow = {
  readonly id: UserKey
  readonly inProgress: number
  readonly converted: number
  readonly ended: number
  readonly rewards: number
  /** The number of rows that were read, of all users of the account. */
  readonly referrals_read: number
  readonly rewards_read: number
}

const ofUsers = statement(
  'account_user.figures',
  `
select requested.id, r.in_progress as "inProgress", r.converted, r.ended, w.rewards, r.read as referrals_read, w.read as rewards_read
from unnest($2::uuid[], $3::uuid[]) as requested(id, account_id)
cross join lateral (
  select
    count(*) filter (where x.referring_user_id = requested.id and x.status = 'IN_PROGRESS') as in_progress,
    count(*) filter (where x.referring_user_id = requested.id and x.status = 'CONVERTED') as converted,
    count(*) filter (where x.referring_user_id = requested.id and x.status = 'ENDED') as ended,
    count(*) as read
  from (
    select y.referring_user_id, y.status
    from referral y
    where y.tenant_id = $1
      and y.referring_account_id between requested.account_id and requested.account_id
    order by y.referring_account_id desc, y.id desc
    limit $4
  ) as x
) as r
cross join lateral (
  select
    count(*) filter (
      where (x.user_id is null or x.user_id = requested.id) and x.cancelled_at is null
    ) as rewards,
    count(*) as read
  from (
    select y.user_id, y.cancelled_at
    from reward y
    where y.tenant_id = $1
      and y.account_id between requested.account_id and requested.account_id
    order by y.account_id desc, y.id desc
    limit $4
  ) as x
) as w`,
)

/** The figures of these users, each with the key of its account. */
export async function loadUserFigures(
  tx: TenantTx,
  users: readonly { readonly id: UserKey; readonly account_id: AccountKey }[],
  most: number,
): Promise<ReadonlyMap<UserKey, UserFiguresRow>> {
  if (users.length === 0) return new Map()
  const rows = await tx.rows<UserFiguresRow>(ofUsers, [
    users.map((it) => it.id),
    users.map((it) => it.account_id),
    most,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}
