import type { RewardSource } from '@goodword/domain/rewards/reward'
import type { AccountKey, RewardId } from '@goodword/domain/values/ids'
import type { Rate } from '@goodword/domain/values/rate'
import { byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

export type PercentageRow = {
  readonly id: RewardId
  readonly source: RewardSource
  /** The percentage in basis points. */
  readonly amount: Rate
  readonly given_at: number | null
  readonly expires_at: number | null
  readonly months: number | null
  readonly bills_after: number | null
  readonly bills_left: number | null
}

/** A bill takes off 100 % at most, so that more percentages than this cannot matter. */
const MAX_PERCENTAGES = 10_000

/**
 * How long one that ended is still looked at: the last of N monthly bills may be a few days later than N calendar months, and
 * a bill that is voided does not count any more.
 */
const LATEST_BILL = '2 months'

const columns = 'w.id, w.source, w.amount, w.given_at, w.expires_at, w.months, w.bills_after, w.bills_left'

/** The percentages of an account that may count for bills after a moment. */
const ofAccountSince = `from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.account_id', '$2::uuid')}
) as w
where w.type = 'PCT_DISCOUNT'
  and (w.expires_at is null
    or w.expires_at > $3::timestamptz
    or w.bills_left > 0
    or (w.months is not null and w.expires_at + interval '${LATEST_BILL}' > $3::timestamptz))`

const ofAccount = statement(
  'reward.percentages',
  `
select ${columns}
${ofAccountSince}
  and w.cancelled_at is null
limit ${MAX_PERCENTAGES}`,
)

const since = statement(
  'reward.percentages_since',
  `
select ${columns}, w.cancelled_at
${ofAccountSince}
  and (w.cancelled_at is null or w.cancelled_at > $3::timestamptz)
limit ${MAX_PERCENTAGES}`,
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

/** Below zero from when a percentage was taken back, and above from when it was given again. */
export type WithdrawalRow = {
  readonly reward_id: RewardId
  readonly amount: number
  readonly effective_at: number
}

const withdrawals = statement(
  'reward.percentage_withdrawals',
  `
select e.reward_id, e.amount, e.effective_at
from (
  select e.*
  from entry e
  where e.tenant_id = $1
    and ${byKey('e.account_id', '$2::uuid')}
) as e
where e.kind = 'REVERSAL'
  and e.reward_type = 'PCT_DISCOUNT'
limit ${MAX_PERCENTAGES}`,
)

/** When percentages of an account were taken back, as by a denial, and given again. */
export function loadWithdrawals(tx: TenantTx, account: AccountKey): Promise<WithdrawalRow[]> {
  return tx.rows<WithdrawalRow>(withdrawals, [account])
}

/** The percentages of an account that may count for bills after a moment and were not cancelled. */
export function loadPercentages(tx: TenantTx, account: AccountKey, after: number): Promise<PercentageRow[]> {
  return tx.rows<PercentageRow>(ofAccount, [account, isoTime(after)])
}
