import type { AccountKey } from '@goodword/domain/ids'
import type { Rate } from '@goodword/domain/rate'
import type { RewardSource } from '@goodword/domain/reward'
import { byKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

export type PercentageRow = {
  readonly source: RewardSource
  /** In basis points. */
  readonly amount: Rate
  readonly given_at: number | null
  readonly expires_at: number | null
}

/** A bill takes off 100 % at most, so that more percentages than this cannot matter. */
const MOST_PERCENTAGES = 10_000

const ofAccount = statement(
  'reward.percentages',
  `
select w.source, w.amount, w.given_at, w.expires_at
from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.account_id', '$2::uuid')}
) as w
where w.type = 'PCT_DISCOUNT'
  and w.cancelled_at is null
  and (w.expires_at is null or w.expires_at > $3::timestamptz)
limit ${MOST_PERCENTAGES}`,
)

const since = statement(
  'reward.percentages_since',
  `
select w.source, w.amount, w.given_at, w.expires_at, w.cancelled_at
from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.account_id', '$2::uuid')}
) as w
where w.type = 'PCT_DISCOUNT'
  and (w.cancelled_at is null or w.cancelled_at > $3::timestamptz)
  and (w.expires_at is null or w.expires_at > $3::timestamptz)
limit ${MOST_PERCENTAGES}`,
)

export type EarlierPercentageRow = PercentageRow & { readonly cancelled_at: number | null }

/** The percentages of an account that had not ended at a moment, those that were cancelled after it as well. */
export function loadPercentagesSince(
  tx: TenantTx,
  account: AccountKey,
  moment: number,
): Promise<EarlierPercentageRow[]> {
  return tx.rows<EarlierPercentageRow>(since, [account, isoTime(moment)])
}

/** The percentages of an account that end after a moment and were not cancelled. */
export function loadPercentages(tx: TenantTx, account: AccountKey, after: number): Promise<PercentageRow[]> {
  return tx.rows<PercentageRow>(ofAccount, [account, isoTime(after)])
}
