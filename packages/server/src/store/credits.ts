import type { AccountKey } from '@goodword/domain/ids'
import { type RewardRow, rewardColumns } from './rewards.ts'
import { isoTime } from './rows.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

/** The credits of an account and unit that can be spent at a moment. */
export type CreditSelection = { readonly account: AccountKey; readonly unit: string; readonly now: number }

const spendable = `w.tenant_id = $1
    and w.account_id = $2::uuid
    and w.unit = $3
    and w.type in ('CREDIT', 'TIME_CREDIT')
    and w.cancelled_at is null
    and w.redeemed < w.amount
    and w.given_at <= $4::timestamptz
    and (w.expires_at is null or w.expires_at > $4::timestamptz)`

const available = statement(
  'reward.available_credit',
  `
select coalesce(sum(w.amount - w.redeemed), 0)::int8 as available
from reward w
where ${spendable}`,
)

/** What all of them come to. */
export async function sumCredits(tx: TenantTx, { account, unit, now }: CreditSelection): Promise<number> {
  const [row] = await tx.rows<{ available: number }>(available, [account, unit, isoTime(now)])
  return row?.available ?? 0
}

// A credit that was cancelled before its lock was granted is left out.
const locked = statement(
  'reward.lock_credits',
  `
select ${rewardColumns}
from reward w
where w.tenant_id = $1
  and w.id = any(array(
    select summed.id
    from (
      select w.id, sum(w.amount - w.redeemed) over (
          order by w.expires_at, w.created_at, w.id
          rows between unbounded preceding and 1 preceding
        ) as before
      from reward w
      where ${spendable}
      order by w.expires_at, w.created_at, w.id
      limit $6
    ) as summed
    where coalesce(summed.before, 0) < $5::int8
  ))
  and w.cancelled_at is null
  and w.redeemed < w.amount
order by w.id
for no key update of w`,
)

/**
 * Locks as many of them as an amount takes, the soonest to expire first and of those the oldest; `limit` at most. They
 * may come to less than the amount.
 */
export function lockCredits(
  tx: TenantTx,
  { account, unit, now }: CreditSelection,
  amount: number,
  limit: number,
): Promise<RewardRow[]> {
  return tx.rows(locked, [account, unit, isoTime(now), amount, limit])
}
