import type { AccountId } from '@goodword/domain/values/ids'
import { joinByKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

const failed = statement(
  'processor_subscription.failed',
  `
select a.external_id as account, x.subscription_id, x.reason
from (
  select x.account_id, x.subscription_id, x.reason
  from processor_subscription x
  where x.tenant_id = $1
    and x.is_listed
    and x.state = 'FAILED'
  order by x.id
  limit $2
) as x
${joinByKey('account a', 'id', 'x.account_id')}`,
)

export type FailedDiscount = {
  readonly account: AccountId
  readonly subscription_id: string
  readonly reason: string
}

/** Discounts that the processor did not accept. */
export function loadFailedDiscounts(tx: TenantTx, most: number): Promise<FailedDiscount[]> {
  return tx.rows<FailedDiscount>(failed, [most])
}

const contested = statement(
  'processor_subscription.contested',
  `
select x.customer_id, x.reason
from processor_subscription x
where x.tenant_id = $1
  and x.is_listed
  and x.state = 'FAILED'
  and x.reason in ('COUPON_DIFFERS', 'CHANGED_BY_SOMEONE_ELSE')
order by x.id
limit 1000`,
)

export type ContestedDiscount = {
  readonly customer_id: string
  readonly reason: 'COUPON_DIFFERS' | 'CHANGED_BY_SOMEONE_ELSE'
}

/** Discounts that are wrong because of what someone else did at the processor, up to 1,000 of them. */
export function loadContestedDiscounts(tx: TenantTx): Promise<ContestedDiscount[]> {
  return tx.rows<ContestedDiscount>(contested, [])
}

const uncharged = statement(
  'referral.uncharged',
  `
select a.external_id as account
from (
  select r.referred_account_id
  from referral r
  where r.tenant_id = $1
    and r.status between 'IN_PROGRESS' and 'IN_PROGRESS'
    and not r.is_replaced
  order by r.status, r.id
  limit $3
) as r
${joinByKey('account a', 'id', 'r.referred_account_id')}
${joinByKey('processor_customer c', 'customer_id', 'a.provider_id')}
where c.bound_at < $2`,
)

/** Accounts that were bound to a customer before a time, among so many whose referral waits for a first payment. */
export async function loadUnchargedAccounts(
  tx: TenantTx,
  boundBefore: number,
  most: number,
): Promise<readonly AccountId[]> {
  const rows = await tx.rows<{ readonly account: AccountId }>(uncharged, [isoTime(boundBefore), most])
  return rows.map((it) => it.account)
}
