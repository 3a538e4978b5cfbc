import type { AccountKey, ReferralId, RewardId, UserKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'
import { type FullUserRow, fullUserColumns, fullUserJoins } from '../../../referring/users/rows/users.ts'
import { type RewardRow, rewardColumns } from '../../../tracking/rows/ledger/rewards.ts'

const referrals = statement(
  'mail.referrals',
  `
select ${columnList('r', 'referral')}
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}`,
)

/** The referrals that e-mails are about. */
export function loadMailReferrals(
  tx: TenantTx,
  ids: readonly ReferralId[],
): Promise<Omit<Tables['referral'], 'tenant_id'>[]> {
  return tx.rows(referrals, [ids])
}

const rewards = statement(
  'mail.rewards',
  `
select ${rewardColumns}
from unnest($2::uuid[]) as asked(id)
${joinByKey('reward w', 'id', 'asked.id')}`,
)

/** The rewards that e-mails are about. */
export function loadMailRewards(tx: TenantTx, ids: readonly RewardId[]): Promise<RewardRow[]> {
  return tx.rows(rewards, [ids])
}

const firstWithAddress = statement(
  'mail.first_with_address',
  `
select ${fullUserColumns}
from (
  select p.*
  from (
    select p.*
    from account_user p
    where p.tenant_id = $1
      and ${byKey('p.account_id', '$2')}, p.id
    limit 100
  ) as p
  where p.email is not null
  order by p.id
  limit 1
) as p
${fullUserJoins}`,
)

/** The first user of an account that has an e-mail address, among its first hundred. */
export async function loadFirstWithAddress(tx: TenantTx, account: AccountKey): Promise<FullUserRow | null> {
  const [row] = await tx.rows<FullUserRow>(firstWithAddress, [account])
  return row ?? null
}

const customerState = statement(
  'mail.customer_state',
  `
select a.subscription_status,
  (
    select r.id
    from referral r
    where r.tenant_id = $1
      and ${byKey('r.referring_account_id', '$2')}, r.id
    limit 1
  ) is not null or exists (
    select
    from statistic_generation g
    join statistic_referrer x on x.tenant_id = $1 and x.generation = g.generation
    where g.tenant_id = $1
      and g.state = 'CURRENT'
      and x.user_id between $3 and $3
  ) as has_shared
from account a
where a.tenant_id = $1
  and ${byKey('a.id', '$2')}`,
)

export type CustomerState = Pick<Tables['account'], 'subscription_status'> & { has_shared: boolean }

/** Whether an account is still a customer, and whether a link of the person was followed or a code of the account used. */
export async function loadCustomerState(
  tx: TenantTx,
  account: AccountKey,
  user: UserKey,
): Promise<CustomerState | null> {
  const [row] = await tx.rows<CustomerState>(customerState, [account, user])
  return row ?? null
}

const expiring = statement(
  'mail.expiring_rewards',
  `
select ${rewardColumns}
from reward w
where w.tenant_id = $1
  and w.cancelled_at is null
  and w.redeemed < w.amount
  and w.expires_at is not null
  and (w.expires_at, w.id) > ($2, $3)
  and w.expires_at <= $4
order by w.expires_at, w.id
limit $5`,
)

export type ExpiryPosition = { readonly expiresAt: number; readonly id: string }

/** Rewards that are not used up and end after a position and until a time, the next to end first. */
export function loadExpiringRewards(
  tx: TenantTx,
  { expiresAt, id }: ExpiryPosition,
  until: number,
  limit: number,
): Promise<RewardRow[]> {
  return tx.rows(expiring, [isoTime(expiresAt), id, isoTime(until), limit])
}

const sweep = statement(
  'mail_sweep.load',
  `
select x.expiring_until
from mail_sweep x
where x.tenant_id = $1`,
)

/** Returns up to which expiry owners were notified; null for none yet. */
export async function loadExpirySweep(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ expiring_until: number }>(sweep, [])
  return row?.expiring_until ?? null
}

const sweptTo = statement(
  'mail_sweep.put',
  `
insert into mail_sweep as x (tenant_id, expiring_until)
values ($1, $2)
on conflict (tenant_id) do update
set expiring_until = greatest(x.expiring_until, excluded.expiring_until)`,
)

export function storeExpirySweep(tx: TenantTx, until: number): void {
  tx.write(sweptTo, [isoTime(until)], 1)
}
