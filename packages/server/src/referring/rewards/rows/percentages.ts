import { QUEUED_PERCENT, type RewardSource } from '@goodword/domain/rewards/reward'
import type { AccountKey, RewardId } from '@goodword/domain/values/ids'
import type { Rate } from '@goodword/domain/values/rate'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

export type PercentageRow = {
  readonly id: RewardId
  readonly source: RewardSource
  /** Whether it adds up with others or is queued, as `unitOf` says. */
  readonly unit: string
  readonly created_at: number
  /** The percentage in basis points. */
  readonly amount: Rate
  readonly given_at: number | null
  readonly expires_at: number | null
  readonly months: number | null
  readonly bills_after: number | null
  readonly months_left: number | null
  readonly bills_left: number | null
  readonly queue_position: number | null
  readonly turn_at: number | null
}

/** A bill takes off 100 % at most, so that more percentages than this cannot matter. */
const MAX_PERCENTAGES = 10_000

/**
 * How long one that ended is still looked at: the last of N monthly bills may be a few days later than N calendar months, and
 * a bill that is voided does not count any more.
 */
const LATEST_BILL = '2 months'

const columns = `w.id, w.source, w.unit, w.created_at, w.amount, w.given_at, w.expires_at, w.months, w.bills_after,
  w.months_left, w.bills_left, w.queue_position, w.turn_at`

/** The turn of a queued percentage follows from all that were before it, however long ago. */
const isQueued = `w.unit = '${QUEUED_PERCENT}'`

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
    or ${isQueued}
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
  and (w.cancelled_at is null or w.cancelled_at > $3::timestamptz or ${isQueued})
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

const binding = statement(
  'processor_customer.binding',
  `
select c.bound_at, exists (select from processor_connection where tenant_id = $1) as is_connected
from (
  select a.provider_id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.id', '$2::uuid')}
) as a
${joinByKey('processor_customer c', 'customer_id', 'a.provider_id')}`,
)

/** Since when an account has its customer, and whether the customer's payment processor is connected; null without a customer. */
export async function loadBinding(
  tx: TenantTx,
  account: AccountKey,
): Promise<{ readonly bound_at: number; readonly is_connected: boolean } | null> {
  const [row] = await tx.rows<{ bound_at: number; is_connected: boolean }>(binding, [account])
  return row ?? null
}

const queuing = statement(
  'reward.queuing_accounts',
  `
select distinct w.account_id
from reward w
where w.tenant_id = $1
  and ${isQueued}
  and w.account_id > $2::uuid
order by w.account_id
limit $3`,
)

/** The next accounts that have or had queued percentages, in the order of their keys. */
export async function loadQueuingAccounts(
  tx: TenantTx,
  after: AccountKey | null,
  most: number,
): Promise<readonly AccountKey[]> {
  const rows = await tx.rows<{ account_id: AccountKey }>(queuing, [after ?? FIRST_KEY, most])
  return rows.map((it) => it.account_id)
}

const FIRST_KEY = '00000000-0000-0000-0000-000000000000'
