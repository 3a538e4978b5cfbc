import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** Two are enough to know that a claim is not the only one. */
const MAX_CLAIMANTS = 2

const claimants = statement(
  'account.claimants',
  `
select x.external_id
from (
  select x.id, x.external_id, x.provider_id
  from account x
  where x.tenant_id = $1
    and ${byKey('x.claimed_provider_id', '$2')}
) as x
${joinByKey('referral r', 'referred_account_id', 'x.id', 'not r.is_replaced')}
where r.code = $3
  and (
    x.provider_id is null
    or exists (
      select
      from processor_customer c
      where c.tenant_id = $1
        and c.missing_since is not null
        and ${byKey('c.customer_id', 'x.provider_id')}
    )
  )
limit ${MAX_CLAIMANTS}`,
)

/** Accounts without a customer, or whose customer is gone, that unsigned calls linked with this one, and that were attributed by this code. */
export async function loadClaimants(
  tx: TenantTx,
  customerId: string,
  code: ReferralCode,
): Promise<readonly AccountId[]> {
  const rows = await tx.rows<{ external_id: AccountId }>(claimants, [customerId, code])
  return rows.map((it) => it.external_id)
}
