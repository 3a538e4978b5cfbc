import type { UserKey } from '@goodword/domain/values/ids'
import { byCtid, byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

export type RankedUserRow = {
  readonly rank: number
  readonly is_own: boolean
  readonly is_shown: boolean
  readonly first_name: string | null
  readonly is_confirmed: boolean
}

const ranked = statement(
  'statistic_referrer.leaderboard',
  `
select r.rank, p.id = $2::uuid as is_own,
  p.leaderboard_since is not null and p.first_name is not null and a.blocked_at is null as is_shown, p.first_name,
  p.confirmed as is_confirmed
from (
  select x.user_id, rank() over (order by x.converted desc) as rank
  from statistic_generation g
  cross join lateral (
    select s.user_id, s.converted
    from statistic_referrer s
    where s.tenant_id = $1
      and s.generation = g.generation
      and s.period = 'ALL'
      and s.start = ''
      and s.converted > 0
    order by s.converted desc, s.user_id
    limit $3
  ) as x
  where g.tenant_id = $1
    and g.state = 'CURRENT'
) as r
${joinByKey('account_user p', 'id', 'r.user_id')}
${joinByKey('account a', 'id', 'p.account_id')}
where p.id = $2::uuid
  or (p.leaderboard_since is not null and p.first_name is not null and a.blocked_at is null)
order by p.id <> $2::uuid, r.rank, p.id
limit $4`,
)

/**
 * Ranks the first referrers by converted friends of all time: a person first, if they are among them, and then those who
 * agreed to be shown.
 *
 * @param most how many referrers are looked at
 * @param shown how many of those who agreed are returned
 */
export function rankUsers(
  tx: TenantTx,
  user: UserKey,
  most: number,
  shown: number,
): Promise<RankedUserRow[]> {
  return tx.rows<RankedUserRow>(ranked, [user, most, shown + 1])
}

const show = statement(
  'account_user.show_on_leaderboard',
  `
update account_user x
set leaderboard_since = case when $3::timestamptz is null then null else coalesce(x.leaderboard_since, $3::timestamptz) end
where ${byCtid('account_user', byKey('y.id', '$2'))}`,
)

/** Keeps that a person agreed to be shown, since when, or that they do not any more. */
export function setLeaderboardSince(tx: TenantTx, user: UserKey, since: number | null): void {
  tx.write(show, [user, since === null ? null : isoTime(since)], 1)
}
