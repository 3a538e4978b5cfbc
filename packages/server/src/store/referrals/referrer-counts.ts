import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

/** Referrers whose rows are counted: these, and those who referred these accounts. They are locked by then. */
export type CountedReferrers = {
  readonly referrers: readonly AccountKey[]
  readonly referred: readonly AccountKey[]
  /** Rows beyond are not counted. */
  readonly most: number
}

/** SQL for counting rows of a table (`reward x`) by the column with the referrer; $5 is free for the condition. */
const countOf = (table: string, condition: string, column: string): string => `
select requested.id as account_id, (
    select count(*)
    from (
      select
      from ${table}
      where x.tenant_id = $1
        and ${condition}
        and ${byKey(`x.${column}`, 'requested.id')}
      limit $2
    ) as counted
  ) as counted
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
) as requested(id)`

const rewards = statement(
  'reward.counts_of_referrers',
  countOf('reward x', `x.source = 'FRIEND_SIGNUP' and x.cancelled_at is null`, 'account_id'),
)

/** How many rewards referrers have that were not cancelled. */
export function loadRewardCounts(
  tx: TenantTx,
  counted: CountedReferrers,
): Promise<ReadonlyMap<AccountKey, number>> {
  return countsOf(tx, rewards, counted, [])
}

const unconfirmed = statement(
  'referral.unconfirmed_counts',
  countOf('referral x', 'x.outstanding_until > $5', 'referring_account_id'),
)

/** How many conversions of referrers no trusted source has confirmed, of those whose reward is valid after a moment. */
export function loadUnconfirmedCounts(
  tx: TenantTx,
  counted: CountedReferrers,
  now: number,
): Promise<ReadonlyMap<AccountKey, number>> {
  return countsOf(tx, unconfirmed, counted, [isoTime(now)])
}

async function countsOf(
  tx: TenantTx,
  count: typeof rewards,
  { referrers, referred, most }: CountedReferrers,
  values: readonly string[],
): Promise<ReadonlyMap<AccountKey, number>> {
  const rows = await tx.rows<{ account_id: AccountKey; counted: number }>(count, [
    most,
    referrers,
    referred,
    ...values,
  ])
  return new Map(rows.map((row) => [row.account_id, row.counted]))
}
