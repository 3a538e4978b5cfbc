import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** Referrers whose rows are counted: these, and those who referred these accounts. They are locked by then. */
export type CountedReferrers = {
  readonly referrers: readonly AccountKey[]
  readonly referred: readonly AccountKey[]
  /** Rows beyond are not counted. */
  readonly most: number
}

/**
 * SQL for counting rows of a table (`reward x`) by the column with the referrer, and for the earliest value of another; $5 is
 * free for the condition.
 */
const countOf = (table: string, condition: string, column: string, time: string): string => `
select requested.id as account_id, found.counted, found.first_at
from unnest(
  array(
    select unnest($3::uuid[])
    union
    select r.referring_account_id
    from unnest($4::uuid[]) as referred(id)
    cross join lateral (
      select r.referring_account_id
      from referral r
      where r.tenant_id = $1
        and not r.is_replaced
        and ${byKey('r.referred_account_id', 'referred.id')}
    ) as r
  )
) as requested(id)
cross join lateral (
  select count(*)::int4 as counted, min(x.at) as first_at
  from (
    select x.${time} as at
    from ${table}
    where x.tenant_id = $1
      and ${condition}
      and ${byKey(`x.${column}`, 'requested.id')}
    limit $2
  ) as x
) as found`

const rewards = statement(
  'reward.counts_of_referrers',
  countOf('reward x', `x.source = 'FRIEND_SIGNUP' and x.cancelled_at is null`, 'account_id', 'created_at'),
)

/** Rewards of referrers that were not cancelled: how many, and when each referrer got the first. */
export type CountedRewards = {
  readonly counts: ReadonlyMap<AccountKey, number>
  readonly firstAt: ReadonlyMap<AccountKey, number>
}

export const noRewards: CountedRewards = { counts: new Map(), firstAt: new Map() }

export async function loadRewardCounts(tx: TenantTx, counted: CountedReferrers): Promise<CountedRewards> {
  const rows = await countsOf(tx, rewards, counted, [])
  return {
    counts: new Map(rows.map((row) => [row.account_id, row.counted])),
    firstAt: new Map(rows.flatMap((row) => (row.first_at === null ? [] : [[row.account_id, row.first_at]]))),
  }
}

const unconfirmed = statement(
  'referral.unconfirmed_counts',
  countOf('referral x', 'x.outstanding_until > $5', 'referring_account_id', 'started_at'),
)

/** How many conversions of referrers no trusted source has confirmed, of those whose reward is valid after a moment. */
export async function loadUnconfirmedCounts(
  tx: TenantTx,
  counted: CountedReferrers,
  now: number,
): Promise<ReadonlyMap<AccountKey, number>> {
  const rows = await countsOf(tx, unconfirmed, counted, [isoTime(now)])
  return new Map(rows.map((row) => [row.account_id, row.counted]))
}

type CountRow = { account_id: AccountKey; counted: number; first_at: number | null }

function countsOf(
  tx: TenantTx,
  count: typeof rewards,
  { referrers, referred, most }: CountedReferrers,
  values: readonly string[],
): Promise<CountRow[]> {
  return tx.rows<CountRow>(count, [most, referrers, referred, ...values])
}
