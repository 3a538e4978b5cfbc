import {
  MAX_ACCOUNTS_OF_LINK,
  MAX_ACCOUNTS_PER_KEY,
  MAX_KEYS_PER_ACCOUNT,
} from '@goodword/domain/fraud/fraud-history'
import { MAX_ACCOUNTS_OF_PERSON } from '@goodword/domain/fraud/identities'
import type { ReferralId } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

// Referrals that wait for staff are related to one if they have an account in common with it, or an account that shares a key with
// one of its accounts or is of the same person. They are found by bounded reads of indexes each time, because evidence of relations
// is added and deleted at any time.

/** SQL that selects the two accounts of the referral that the statement calls `r`. */
const own = '(values (r.referring_account_id), (r.referred_account_id)) as own(id)'

/** SQL that selects the accounts around the referral that the statement calls `r`, each once. A crowded network links none. */
const linkedAccounts = `(
    select own.id
    from ${own}
    union
    select other.account_id
    from ${own}
    cross join lateral (
      select k.key, k.kind
      from evidence_key k
      where k.tenant_id = $1
        and k.account_id between own.id and own.id
      order by k.account_id, k.key
      limit ${MAX_KEYS_PER_ACCOUNT}
    ) as shared
    cross join lateral (
      select it.account_id, count(*) over () as accounts
      from (
        select k.account_id
        from evidence_key k
        where k.tenant_id = $1
          and k.key between shared.key and shared.key
        order by k.key, k.account_id
        limit ${MAX_ACCOUNTS_PER_KEY}
      ) as it
    ) as other
    where shared.kind <> 'network' or other.accounts < ${MAX_ACCOUNTS_OF_LINK}
    union
    select other.account_id
    from ${own}
    ${joinByKey('account_identity i', 'account_id', 'own.id', 'i.root is not null')}
    cross join lateral (
      select x.account_id
      from account_identity x
      where x.tenant_id = $1
        and x.root between i.root and i.root
      order by x.root, x.account_id
      limit ${MAX_ACCOUNTS_OF_PERSON}
    ) as other
  ) as linked`

/** SQL that selects what waits of one linked account, as the referrer or as the friend: its first `most` (SQL). */
const waitingOf = (most: string): string => `cross join lateral (
    (
      select x.id
      from referral x
      where x.tenant_id = $1
        and x.at_stake_minor is not null
        and x.referring_account_id between linked.id and linked.id
      order by x.referring_account_id, x.id
      limit ${most}
    )
    union all
    (
      select own.id
      from (
        select x.id, x.at_stake_minor
        from referral x
        where x.tenant_id = $1
          and not x.is_replaced
          and ${byKey('x.referred_account_id', 'linked.id')}
        limit 1
      ) as own
      where own.at_stake_minor is not null
    )
  ) as waiting`

const members = statement(
  'referral.related',
  `
select distinct waiting.id
from unnest($2::uuid[]) as requested(id)
${joinByKey('referral r', 'id', 'requested.id')}
cross join lateral ${linkedAccounts}
${waitingOf('$3')}
order by waiting.id
limit $3`,
)

/** Loads the oldest `most` related referrals that wait for staff, with the referral itself while it waits. */
export async function loadRelatedReferrals(
  tx: TenantTx,
  referral: ReferralId,
  most: number,
): Promise<readonly ReferralId[]> {
  const rows = await tx.rows<{ id: ReferralId }>(members, [[referral], most])
  return rows.map((it) => it.id)
}

const others = statement(
  'referral.related_counts',
  `
select requested.id, others.number
from unnest($2::uuid[]) as requested(id)
${joinByKey('referral r', 'id', 'requested.id')}
cross join lateral (
  select count(*) as number
  from (
    select distinct waiting.id
    from ${linkedAccounts}
    ${waitingOf('$3 + 1')}
    where waiting.id <> r.id
    limit $3
  ) as counted
) as others`,
)

/** How many other referrals wait for staff around each of these, at most `most`. */
export async function countRelatedReferrals(
  tx: TenantTx,
  referrals: readonly ReferralId[],
  most: number,
): Promise<ReadonlyMap<ReferralId, number>> {
  const rows = await tx.rows<{ id: ReferralId; number: number }>(others, [referrals, most])
  return new Map(rows.map((it) => [it.id, it.number]))
}
