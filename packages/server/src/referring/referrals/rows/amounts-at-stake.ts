import type { ReferralId } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const waiting = statement(
  'referral.waiting_for_staff',
  `
select x.id
from referral x
where x.tenant_id = $1
  and (x.referred_moderation = 'PENDING' or x.referrer_moderation = 'PENDING')
  and x.at_stake_minor is not null
  and x.id > $2::uuid
order by x.id
limit $3`,
)

/** Referrals that wait for staff, oldest first, after one of them. */
export async function loadWaitingForStaff(
  tx: TenantTx,
  after: ReferralId,
  limit: number,
): Promise<readonly ReferralId[]> {
  const rows = await tx.rows<{ id: ReferralId }>(waiting, [after, limit])
  return rows.map((it) => it.id)
}

const save = statement(
  'referral.save_amount_at_stake',
  `
update referral x
set at_stake_minor = $3
where x.tenant_id = $1
  and x.at_stake_minor is not null
  and x.ctid = (
    select y.ctid
    from referral y
    where y.tenant_id = $1
      and ${byKey('y.id', '$2')}
  )`,
)

/** Keeps the amount of a referral that still waits for staff. */
export function saveAmountAtStake(tx: TenantTx, referral: ReferralId, amount: number): void {
  tx.write(save, [referral, amount])
}
