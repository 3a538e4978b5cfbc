import type { AccountKey, ReferralId } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const ofReferral = statement(
  'event.appeal',
  `
select e.note
from event e
where e.tenant_id = $1
  and e.note is not null
  and e.type = 'referral.appealed'
  and e.referral_id = $3
  and ${byKey('e.account_id', '$2')}
limit 1`,
)

/** Loads the appeal about a referral: the note of an event of the referrer's account. Null without one, and after an erasure. */
export async function loadAppeal(
  tx: TenantTx,
  referrer: AccountKey,
  referral: ReferralId,
): Promise<string | null> {
  const [row] = await tx.rows<{ note: string }>(ofReferral, [referrer, referral])
  return row?.note ?? null
}
