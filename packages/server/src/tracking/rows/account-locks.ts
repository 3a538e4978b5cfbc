import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type AccountRow, accountColumns } from './accounts.ts'

const lockOne = statement(
  'account.lock_one',
  `
select ${accountColumns}
from account x
where x.tenant_id = $1
  and ${byKey('x.external_id', '$2')}
for no key update`,
)

/** SQL that selects the keys of the accounts that `ids` (SQL) names. */
const selectKeysOfNamed = (ids: string): string => `select a.id
    from unnest(${ids}) as named(external_id)
    cross join lateral (
      select a.id
      from account a
      where a.tenant_id = $1
        and ${byKey('a.external_id', 'named.external_id')}
    ) as a`

const namedAccounts = selectKeysOfNamed('$2::text[]')

/** SQL that selects who shares a code (SQL). */
const selectOwner = (code: string): string => `select c.account_id
      from referral_code c
      where c.tenant_id = $1
        and ${byKey('c.code', code)}`

/** The referrers of these accounts and of these codes (SQL). */
const selectReferrers = (ids: string, codes: string): string => `select r.referring_account_id
    from (${selectKeysOfNamed(ids)}) as named
    cross join lateral (
      select r.referring_account_id
      from referral r
      where r.tenant_id = $1
        and not r.is_replaced
        and ${byKey('r.referred_account_id', 'named.id')}
    ) as r
    union
    select c.account_id
    from unnest(${codes}) as requested(code)
    cross join lateral (
      ${selectOwner('requested.code')}
    ) as c`

/** The owners of the codes that would refer those of the accounts that exist (SQL). */
const selectReferrersOfKnown = (ids: string, codes: string): string => `select c.account_id
    from unnest(${ids}, ${codes}) as attributed(external_id, code)
    cross join lateral (
      select a.id
      from account a
      where a.tenant_id = $1
        and ${byKey('a.external_id', 'attributed.external_id')}
    ) as a
    cross join lateral (
      ${selectOwner('attributed.code')}
    ) as c`

/** Locks the accounts of these keys (SQL) one by one, in the order of their keys. */
const lockInOrder = (...keys: readonly string[]): string => `
select ${accountColumns}
from unnest(array(
  select wanted.id
  from (
    ${keys.join(`
    union
    `)}
  ) as wanted
  order by wanted.id
)) as wanted(id)
cross join lateral (
  select ${accountColumns}
  from account x
  where x.tenant_id = $1
    and ${byKey('x.id', 'wanted.id')}
  for no key update
) as x`

const lockNamed = statement('account.lock', lockInOrder(namedAccounts))

/** Locks the accounts in the order of their ids, so that two transactions never wait for each other. */
export function lockAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<AccountRow[]> {
  return ids.length === 1 ? tx.rows(lockOne, [ids[0]]) : tx.rows(lockNamed, [ids])
}

const lockNamedAndReferrers = statement(
  'account.lock_with_referrers',
  lockInOrder(
    namedAccounts,
    selectReferrers('$2::text[]', '$3::text[]'),
    selectReferrersOfKnown('$4::text[]', '$5::text[]'),
  ),
)

/**
 * How many accounts with the same e-mail address or claimed customer are screened again when their referrer becomes better
 * known. A referral beyond is screened when its friend is identified again, and before it converts.
 */
const MAX_FRIENDS = 100

// The friends are found by the evidence, not by the referrer, who may have a hundred thousand of them. Unsigned
// calls can give one e-mail address or claimed customer to any number of accounts, so only some of these are looked at.
const friendsConcerned = `select r.referred_account_id
    from unnest($3::text[], $4::text[], $5::text[]) as reported(external_id, email_key, provider_id)
    cross join lateral (
      select a.id
      from account a
      where a.tenant_id = $1
        and ${byKey('a.external_id', 'reported.external_id')}
    ) as a
    cross join lateral (
      select
      from referral any_of
      where any_of.tenant_id = $1
        and ${byKey('any_of.referring_account_id', 'a.id')}
      limit 1
    ) as any_of
    cross join lateral (
      (
        select p.account_id
        from account_user p
        where p.tenant_id = $1
          and ${byKey('p.email_key', 'reported.email_key')}
        limit ${MAX_FRIENDS}
      )
      union all
      (
        select f.id
        from account f
        where f.tenant_id = $1
          and ${byKey('f.provider_id', 'reported.provider_id')}
      )
      union all
      (
        select f.id
        from account f
        where f.tenant_id = $1
          and ${byKey('f.claimed_provider_id', 'reported.provider_id')}
        limit ${MAX_FRIENDS}
      )
    ) as friend
    cross join lateral (
      select r.referred_account_id, r.referring_account_id, r.ended_at
      from referral r
      where r.tenant_id = $1
        and not r.is_replaced
        and ${byKey('r.referred_account_id', 'friend.account_id')}
    ) as r
    where r.referring_account_id = a.id
      and r.ended_at is null`

const lockNamedAndFriends = statement(
  'account.lock_with_friends',
  lockInOrder(namedAccounts, friendsConcerned),
)

/** The values that are taken only while the program limits unconfirmed conversions; else null, and nothing is read. */
const ifUnsignedAreLimited = (values: string): string => `case when (
      select coalesce(k.settings #>> '{unsignedConversions,mode}', 'limit') = 'limit'
      from program k
      where k.tenant_id = $1
    ) then ${values} end`

const decidedOrCounted = (decided: readonly string[], counted: readonly string[]): string =>
  [
    ...decided.map((it) => `select x.id, true from (${it}) as x(id)`),
    ...counted.map((it) => `select x.id, false from (${it}) as x(id)`),
  ].join(`
    union all
    `)

// The accounts that are decided, and those that are locked because something is counted of them, one by one in the order of
// their keys.
const lockNamedAndOthers = statement(
  'account.lock_with_others',
  `
select ${accountColumns}, wanted.is_decided
from (
  select array_agg(each.id order by each.id) as ids, array_agg(each.is_decided order by each.id) as decided
  from (
    select found.id, bool_or(found.is_decided) as is_decided
    from (
    ${decidedOrCounted(
      [namedAccounts, friendsConcerned],
      [
        selectReferrers('$6::text[]', '$7::text[]'),
        selectReferrersOfKnown('$8::text[]', '$9::text[]'),
        selectReferrers(ifUnsignedAreLimited('$10::text[]'), ifUnsignedAreLimited('$11::text[]')),
      ],
    )}
    ) as found(id, is_decided)
    group by found.id
  ) as each
) as list
cross join lateral unnest(list.ids, list.decided) as wanted(id, is_decided)
cross join lateral (
  select ${accountColumns}
  from account x
  where x.tenant_id = $1
    and ${byKey('x.id', 'wanted.id')}
  for no key update
) as x`,
)

/** The evidence of a call about an account's users that a fraud rule may compare. */
export type Evidence = {
  readonly accountId: AccountId
  readonly emailKey: string | null
  readonly providerId: string | null
}

/** Accounts and codes whose referrers are to be locked. */
export type Referred = { readonly ids: readonly AccountId[]; readonly codes: readonly ReferralCode[] }

/** Accounts whose referrers are locked, and codes that would refer accounts. */
export type Limited = Referred & {
  /** Accounts that codes would refer without converting them: the owners matter only of those that exist. */
  readonly attributed: readonly { readonly accountId: AccountId; readonly code: ReferralCode }[]
}

/** The records beside the named accounts that calls concern. */
export type Concerned = {
  /** Locks the friends of those accounts that this concerns. */
  readonly evidence: readonly Evidence[]
  /** Locks the referrers; null under a program without limits and milestones. */
  readonly limited: Limited | null
  /** Payments that unsigned browsers report: locks the referrers if the program limits these. */
  readonly unsigned: Referred
}

/**
 * Locks the accounts of calls, and the accounts that the calls concern as well: their counts must hold. Returns those
 * that the calls name and the friends that they concern.
 */
export async function lockAccountsAndOthers(
  tx: TenantTx,
  ids: readonly AccountId[],
  { evidence, limited, unsigned }: Concerned,
): Promise<AccountRow[]> {
  const attributed = limited?.attributed ?? []
  const ofKnown = [attributed.map((it) => it.accountId), attributed.map((it) => it.code)]
  if (unsigned.ids.length === 0 && evidence.length === 0) {
    if (limited === null) return lockAccounts(tx, ids)
    const rows = await tx.rows<AccountRow>(lockNamedAndReferrers, [ids, limited.codes, ...ofKnown])
    return rows.filter((it) => ids.includes(it.external_id))
  }
  const reported = [
    evidence.map((it) => it.accountId),
    evidence.map((it) => it.emailKey),
    evidence.map((it) => it.providerId),
  ]
  if (unsigned.ids.length === 0 && limited === null) return tx.rows(lockNamedAndFriends, [ids, ...reported])
  const referred = [limited?.ids ?? [], limited?.codes ?? [], ...ofKnown, unsigned.ids, unsigned.codes]
  const rows = await tx.rows<AccountRow & { is_decided: boolean }>(lockNamedAndOthers, [
    ids,
    ...reported,
    ...referred,
  ])
  return rows.filter((it) => it.is_decided)
}
