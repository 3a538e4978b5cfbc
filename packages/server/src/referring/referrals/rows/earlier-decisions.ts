import type { AccountKey, ReferralId } from '@goodword/domain/values/ids'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A side of a referral of an account, and how it is decided. */
export type DecidedSideRow = {
  readonly account_id: AccountKey
  readonly id: ReferralId
  readonly side: 'REFERRER' | 'REFERRED'
  readonly status: Tables['referral']['referrer_moderation']
  readonly by: Tables['referral']['referrer_moderated_by']
}

const made = statement(
  'referral.decisions_of_referrers',
  `
select requested.id as account_id, r.id, 'REFERRER' as side, r.referrer_moderation as status,
  r.referrer_moderated_by as by
from unnest($2::uuid[]) as requested(id)
cross join lateral (
  select x.*
  from referral x
  where x.tenant_id = $1
    and x.referring_account_id between requested.id and requested.id
  order by x.referring_account_id desc, x.id desc
  limit $3
) as r`,
)

const own = statement(
  'referral.decisions_of_friends',
  `
select requested.id as account_id, r.id, 'REFERRED' as side, r.referred_moderation as status,
  r.referred_moderated_by as by
from unnest($2::uuid[]) as requested(id)
${joinByKey('referral r', 'referred_account_id', 'requested.id', 'not r.is_replaced')}`,
)

/** The sides of these accounts in the newest `most` referrals that each made, and in the one by which it came. */
export async function loadDecidedSides(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  most: number,
): Promise<readonly DecidedSideRow[]> {
  const [asReferrer, asFriend] = await Promise.all([
    tx.rows<DecidedSideRow>(made, [accounts, most]),
    tx.rows<DecidedSideRow>(own, [accounts]),
  ])
  return [...asReferrer, ...asFriend]
}
