import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey, UserId, UserKey } from '@goodword/domain/values/ids'
import { byCtid, byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../../engine/driver/tenant-tx.ts'

// An erased person never gives way to another: their kept data stays theirs.
const beginErasure = statement(
  'account_user.erase',
  `
update account_user x
set external_id = $3,
  code = $4,
  email = null,
  email_key = null,
  email_claimed = false,
  email_trusted = false,
  confirmed = true,
  first_name = null,
  last_name = null,
  locale = null,
  weighed_cookie = null,
  search_name = null,
  search_last_name = null,
  search_email = null,
  leaderboard_since = null
where ${byCtid('account_user', byKey('y.id', '$2'))}`,
)

/** Takes away who a person is; the account must be locked. */
export function eraseUserRow(
  tx: TenantTx,
  user: UserKey,
  placeholder: { readonly userId: UserId; readonly code: ReferralCode },
): void {
  tx.write(beginErasure, [user, placeholder.userId, placeholder.code], 1)
}

const eraseAccount = statement(
  'account.erase',
  `
update account x
set external_id = $3,
  claimed_provider_id = null
where ${byCtid('account', byKey('y.id', '$2'))}`,
)

export function eraseAccountRow(tx: TenantTx, account: AccountKey, placeholder: AccountId): void {
  tx.write(eraseAccount, [account, placeholder], 1)
}

const eraseNotesOfEvents = (column: 'account_id' | 'referring_account_id') => `
update event x
set note = null
from (
  select y.ctid as place
  from event y
  where y.tenant_id = $1
    and y.note is not null
    and ${byKey(`y.${column}`, '$2')}
) as noted
where x.tenant_id = $1
  and x.ctid = noted.place`

const eraseNotes = statement('event.erase_notes', eraseNotesOfEvents('account_id'))
const eraseNotesOfReferrals = statement(
  'event.erase_notes_of_referrals',
  eraseNotesOfEvents('referring_account_id'),
)

// Appeals are events of the accounts of referrers, who may have written about the friend.
const eraseAppeals = statement(
  'event.erase_appeals_about',
  `
update event x
set note = null
from (
  select y.place
  from referral r
  cross join lateral (
    select e.ctid as place
    from event e
    where e.tenant_id = $1
      and e.note is not null
      and e.type = 'referral.appealed'
      and e.referral_id = r.id
      and ${byKey('e.account_id', 'r.referring_account_id')}
  ) as y
  where r.tenant_id = $1
    and r.appealed_at is not null
    and ${byKey('r.referred_account_id', '$2')}
) as noted
where x.tenant_id = $1
  and x.ctid = noted.place`,
)

const eraseBlockReason = statement(
  'account.erase_block_reason',
  `
update account x
set blocked_reason = null
where ${byCtid('account', byKey('y.id', '$2'))}`,
)

/** Takes away what staff and referrers wrote about an account and the referrals that it made; the account must be locked. */
export function eraseNotesAbout(tx: TenantTx, account: AccountKey): void {
  tx.write(eraseBlockReason, [account], 1)
  tx.write(eraseNotes, [account])
  tx.write(eraseNotesOfReferrals, [account])
  tx.write(eraseAppeals, [account])
}

const restoreAccount = statement(
  'account.restore_id',
  `
update account x
set external_id = $3
where ${byCtid('account', byKey('y.id', '$2'))}`,
)

/** Gives an account the ID back that its merchant knows it by. */
export function restoreAccountId(tx: TenantTx, account: AccountKey, id: AccountId): void {
  tx.write(restoreAccount, [account, id], 1)
}

const codesOf = statement(
  'referral_code.of_user',
  `
select c.code
from referral_code c
where c.tenant_id = $1
  and c.user_id between $2::uuid and $2::uuid
order by c.user_id`,
)

/** Every code that the person was ever given. */
export async function codesOfUser(tx: TenantTx, user: UserKey): Promise<readonly ReferralCode[]> {
  const rows = await tx.rows<{ code: ReferralCode }>(codesOf, [user])
  return rows.map((it) => it.code)
}

const replaceCode = statement(
  'referral_code.erase',
  `
update referral_code x
set code = $3,
  disabled_at = coalesce(x.disabled_at, $4::timestamptz)
where ${byCtid(
    'referral_code',
    `${byKey('y.code', '$2')}
    for no key update`,
  )}`,
)

export type Replacements = ReadonlyMap<ReferralCode, ReferralCode>

/** Replaces codes by placeholders, which are disabled: referrals keep whose code they used. */
export function eraseCodes(tx: TimedTx, codes: Replacements): void {
  for (const [old, placeholder] of codes) tx.write(replaceCode, [old, placeholder, isoTime(tx.now)], 1)
}
