import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey, UserId } from '@goodword/domain/values/ids'
import { byKey, firstFrom } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { trustedFirst, type UserRow, userColumns } from './users.ts'

/** The data in calls that fraud rules compare with the people of the other side of a referral. */
export type Comparison = {
  /** The accounts that a code would refer. */
  readonly attributed: readonly {
    readonly accountId: AccountId
    readonly code: ReferralCode
  }[]
  /** The accounts whose referrer gets the code in the same list of calls. */
  readonly given: readonly {
    readonly accountId: AccountId
    readonly referrerId: AccountId
    readonly userId: UserId
  }[]
  /** The e-mail keys that are said of each account. */
  readonly reportedEmails: ReadonlyMap<AccountId, readonly string[]>
}

/**
 * How many e-mail addresses are compared that two accounts had before. Each step passes one of either account, so all are
 * compared unless both accounts have more people with an address.
 */
const MAX_STEPS = 100

/** SQL that selects the first e-mail key of an account from a value on. */
const emailKeyFrom = (account: string, value: string): string => `(
  select p.email_key
  from account_user p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${firstFrom(['p.account_id', 'p.email_key'], [account, value])}
)`

const accountOf = (id: string, columns = 'a.id, a.external_id'): string => `(
  select ${columns}
  from account a
  where a.tenant_id = $1
    and ${byKey('a.id', id)}
)`

const accountNamed = (id: string): string => `(
  select a.id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', id)}
)`

const idOfUser = (id: string): string => `(
  select p.external_id
  from account_user p
  where p.tenant_id = $1
    and ${byKey('p.id', id)}
)`

// A merge join by hand: the e-mail keys of both accounts are read in one order, each from the position of the other. The
// next text after a text is the text followed by the smallest character.
const compared = statement(
  'account_user.compared',
  `
with recursive pair(friend_id, friend, referrer_id, referrer, referring_user) as (
  select friend.id, friend.external_id, referrer.id, referrer.external_id, person.external_id
  from unnest($2::uuid[]) as those(id)
  cross join lateral (
    select r.referring_account_id, r.referring_user_id, r.ended_at
    from referral r
    where r.tenant_id = $1
      and not r.is_replaced
      and ${byKey('r.referred_account_id', 'those.id')}
  ) as r
  cross join lateral ${accountOf('those.id')} as friend
  cross join lateral ${accountOf('r.referring_account_id')} as referrer
  cross join lateral ${idOfUser('r.referring_user_id')} as person
  where r.ended_at is null
  union
  select friend.id, requested.account, referrer.id, referrer.external_id, person.external_id
  from unnest($3::text[], $4::text[]) as requested(account, code)
  cross join lateral (
    select c.account_id, c.user_id
    from referral_code c
    where c.tenant_id = $1
      and ${byKey('c.code', 'requested.code')}
  ) as c
  cross join lateral ${accountOf('c.account_id')} as referrer
  cross join lateral ${idOfUser('c.user_id')} as person
  left join lateral ${accountNamed('requested.account')} as friend on true
  union
  select friend.id, requested.friend, referrer.id, requested.referrer, null
  from unnest($5::text[], $6::text[]) as requested(friend, referrer)
  left join lateral ${accountNamed('requested.friend')} as friend on true
  left join lateral ${accountNamed('requested.referrer')} as referrer on true
), walk(friend_id, referrer_id, from_key, common_key, step) as (
  select pair.friend_id, pair.referrer_id, '' collate "C", null collate "C", 0
  from pair
  where pair.friend_id is not null
    and pair.referrer_id is not null
  union all
  select walk.friend_id, walk.referrer_id,
    case when friend.email_key = referrer.email_key then referrer.email_key || chr(1) else referrer.email_key end,
    case when friend.email_key = referrer.email_key then referrer.email_key end,
    walk.step + 1
  from walk
  cross join lateral ${emailKeyFrom('walk.friend_id', 'walk.from_key')} as friend
  cross join lateral ${emailKeyFrom('walk.referrer_id', 'friend.email_key')} as referrer
  where walk.step < ${MAX_STEPS}
)
select ${userColumns}
from (
  select walk.friend_id as account_id, walk.common_key as email_key
  from walk
  where walk.common_key is not null
  union
  select walk.referrer_id, walk.common_key
  from walk
  where walk.common_key is not null
  union
  select pair.friend_id, reported.email_key
  from pair
  cross join lateral jsonb_array_elements_text($7::jsonb -> pair.referrer) as reported(email_key)
  union
  select pair.referrer_id, reported.email_key
  from pair
  cross join lateral jsonb_array_elements_text($7::jsonb -> pair.friend) as reported(email_key)
) as wanted
join lateral (
  select ${userColumns}, p.email_key
  from account_user p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${firstFrom(['p.account_id', 'p.email_key'], ['wanted.account_id', 'wanted.email_key'], trustedFirst)}
) as p on p.email_key = wanted.email_key
union all
select ${userColumns}
from pair
join lateral (
  select ${userColumns}
  from account_user p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['pair.referring_user', 'pair.friend_id'])}
) as p on p.account_id = pair.friend_id`,
)

/**
 * Loads people of these accounts and of those who referred them, or would by the codes: the people with an e-mail
 * address that the other side has as well, one for each address, and the friend's person with the referrer's user id.
 * Where several people of an account have an address, one of them with trusted evidence.
 */
export function loadComparedUsers(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  { attributed, given, reportedEmails }: Comparison,
): Promise<UserRow[]> {
  return tx.rows(compared, [
    accounts,
    attributed.map((it) => it.accountId),
    attributed.map((it) => it.code),
    given.map((it) => it.accountId),
    given.map((it) => it.referrerId),
    JSON.stringify(Object.fromEntries(reportedEmails)),
  ])
}

const reported = statement(
  'account_user.of_code_owners',
  `
select ${userColumns}
from unnest($2::text[], $3::text[]) as requested(code, email_key)
cross join lateral (
  select c.account_id
  from referral_code c
  where c.tenant_id = $1
    and ${byKey('c.code', 'requested.code')}
) as c
join lateral (
  select ${userColumns}, p.email_key
  from account_user p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${firstFrom(['p.account_id', 'p.email_key'], ['c.account_id', 'requested.email_key'], trustedFirst)}
) as p on p.email_key = requested.email_key`,
)

/** Loads owners of codes by which an account would be referred: the people with an e-mail address reported of it. */
export async function loadReportedUsers(
  tx: TenantTx,
  { attributed, reportedEmails }: Comparison,
): Promise<readonly UserRow[]> {
  const requested = attributed.flatMap(({ accountId, code }) =>
    (reportedEmails.get(accountId) ?? []).map((key) => ({ code, key })),
  )
  if (requested.length === 0) return []
  return tx.rows(reported, [requested.map((it) => it.code), requested.map((it) => it.key)])
}
