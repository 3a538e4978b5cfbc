import type { AccountId } from '@goodword/domain/values/ids'
import { byKey, firstFrom, joinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Closings } from './ledger/entries.ts'
import { type RewardRow, rewardColumns } from './ledger/rewards.ts'
import { type ReferralRow, referralColumns, referrerJoins } from './referrals.ts'
import { trustedFirst, type UserRow, userColumns } from './users.ts'

// The rows of a single account are read here: statements for a list cost PostgreSQL two to four times as much, most of
// it before they look at a row.

/** How many people of an account are read with it. An account that has as many may have more. */
export const FEW_USERS = 5

const named = `(
  select a.id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', '$2')}
) as named`

const people = statement(
  'account.first_users',
  `
select ${userColumns}
from ${named}
cross join lateral (
  select ${userColumns}
  from account_user p
  where p.tenant_id = $1
    and ${byKey('p.account_id', 'named.id')}, p.id
  limit ${FEW_USERS}
) as p`,
)

// An address is looked for among the referrer's people one by one: they may be many.
const sharing = statement(
  'account.users_of_referrer',
  `
select ${userColumns}
from ${named}
cross join lateral (
  select r.referring_account_id, r.ended_at
  from referral r
  where r.tenant_id = $1
    and not r.is_replaced
    and ${byKey('r.referred_account_id', 'named.id')}
) as r
cross join lateral (
  (
    select p.email_key
    from account_user p
    where p.tenant_id = $1
      and p.email_key is not null
      and ${byKey('p.account_id', 'named.id')}, p.email_key
    limit ${FEW_USERS}
  )
  union all
  select unnest($3::text[])
) as known
join lateral (
  select ${userColumns}, p.email_key
  from account_user p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${firstFrom(
      ['p.account_id', 'p.email_key'],
      ['r.referring_account_id', 'known.email_key'],
      trustedFirst,
    )}
) as p on p.email_key = known.email_key
where r.ended_at is null`,
)

/** SQL that selects when an account's ledger was closed: all its closings are of one moment. */
const closingOf = (account: string): string => `(
  select c.until
  from closing_balance c
  where c.tenant_id = $1
    and ${byKey('c.account_id', account)}
  limit 1
)`

const referral = statement(
  'account.referral',
  `
select ${referralColumns}, own.until as closed_until, of_referrer.until as referring_closed_until
from ${named}
${joinByKey('referral r', 'referred_account_id', 'named.id', 'not r.is_replaced')}
${referrerJoins}
left join lateral ${closingOf('named.id')} as own on true
left join lateral ${closingOf('r.referring_account_id')} as of_referrer on true`,
)

// The order of their sources is one order for all who lock the rewards of a referral.
const rewards = statement(
  'account.lock_rewards_of_referral',
  `
select ${rewardColumns}
from ${named}
cross join lateral (
  select r.id
  from referral r
  where r.tenant_id = $1
    and not r.is_replaced
    and ${byKey('r.referred_account_id', 'named.id')}
) as r
cross join lateral (
  select ${rewardColumns}
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.referral_id', 'r.id')}, w.source
  for no key update
) as w`,
)

export type RowsOfAccount = {
  /** The first of them: all, if they are fewer than `FEW_USERS`. */
  readonly users: readonly UserRow[]
  /** The account's referral, none or one. */
  readonly referrals: readonly ReferralRow[]
  /** The closings of the account and of its referrer. */
  readonly closings: Closings
  readonly rewards: readonly RewardRow[]
  /** The referrer's people who have an e-mail address of those people, or one that is reported for the account. */
  readonly usersOfReferrer: readonly UserRow[]
}

/** Reads what belongs to one account, and locks the rewards of its referral; nothing if there is no such account. */
export async function loadRowsOfAccount(
  tx: TenantTx,
  id: AccountId,
  saidEmailKeys: readonly string[],
): Promise<RowsOfAccount> {
  const [found, referrals, rewardRows, usersOfReferrer] = await Promise.all([
    tx.rows<UserRow>(people, [id]),
    tx.rows<ClosedReferralRow>(referral, [id]),
    tx.rows<RewardRow>(rewards, [id]),
    tx.rows<UserRow>(sharing, [id, saidEmailKeys]),
  ])
  const closings = new Map(
    referrals.flatMap((row) => [
      [row.referred_account_id, row.closed_until] as const,
      [row.referring_account_id, row.referring_closed_until] as const,
    ]),
  )
  return { users: found, referrals, closings, rewards: rewardRows, usersOfReferrer }
}

type ClosedReferralRow = ReferralRow & {
  readonly closed_until: number | null
  readonly referring_closed_until: number | null
}
