import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserIds } from '@goodword/domain/values/ids'
import { byKey, firstFrom } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { type UserRow, userColumns } from './users.ts'

/** A user with the fields of the account that show whether a browser's call is a repeat. */
export type KnownUserRow = UserRow &
  Pick<Tables['account'], 'provider_id' | 'claimed_provider_id' | 'browser_paid' | 'paid_at'> &
  Pick<Tables['referral'], 'unconfirmed_at'> & {
    account: AccountId
    referral_code: ReferralCode | null
    from_page: boolean | null
  }

const knownUsers = statement(
  'account_user.known',
  `
select a.external_id as account, a.provider_id, a.claimed_provider_id, a.browser_paid, a.paid_at,
  ${userColumns}, r.code as referral_code, r.unconfirmed_at, r.from_page
from unnest($2::text[], $3::text[]) as requested(account, person)
cross join lateral (
  select a.*
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', 'requested.account')}
) as a
join lateral (
  select p.*
  from account_user p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['requested.person', 'a.id'])}
) as p on p.account_id = a.id
left join lateral (
  select r.code, r.unconfirmed_at, r.from_page
  from referral r
  where r.tenant_id = $1
    and not r.is_replaced
    and ${byKey('r.referred_account_id', 'a.id')}
) as r on true`,
)

/** Who of these people is known. */
export function loadKnownUsers(tx: TenantTx, users: readonly UserIds[]): Promise<KnownUserRow[]> {
  return tx.rows(knownUsers, [users.map((it) => it.accountId), users.map((it) => it.userId)])
}
