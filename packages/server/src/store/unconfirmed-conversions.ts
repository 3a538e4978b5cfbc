import type { AccountKey } from '@goodword/domain/ids'
import { byKey } from './driver/by-key.ts'
import { isoTime } from './driver/rows.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'

const countsOfReferrers = statement(
  'referral.unconfirmed_counts',
  `
select asked.id as account_id, (
    select count(*)
    from (
      select
      from referral r
      where r.tenant_id = $1
        and r.unconfirmed_at > $2
        and ${byKey('r.referring_account_id', 'asked.id')}
      limit $3
    ) as counted
  ) as counted
from unnest(
  array(
    select unnest($4::uuid[])
    union
    select r.referring_account_id
    from unnest($5::uuid[]) as referred(id)
    cross join lateral (
      select r.referring_account_id
      from referral r
      where r.tenant_id = $1
        and ${byKey('r.referred_account_id', 'referred.id')}
    ) as r
  )
) as asked(id)`,
)

/**
 * How many conversions since a moment nobody trusted has confirmed, of these referrers and of those who referred these
 * accounts; counted up to `most`. The referrers are locked by then.
 */
export async function loadUnconfirmedCounts(
  tx: TenantTx,
  since: number,
  most: number,
  referrers: readonly AccountKey[],
  referred: readonly AccountKey[],
): Promise<ReadonlyMap<AccountKey, number>> {
  const values = [isoTime(since), most, referrers, referred]
  const rows = await tx.rows<{ account_id: AccountKey; counted: number }>(countsOfReferrers, values)
  return new Map(rows.map((row) => [row.account_id, row.counted]))
}
