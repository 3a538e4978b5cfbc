import type { Account } from '@goodword/domain/account'
import type { AccountId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { byKey } from './driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from './driver/rows.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'
import type { Tables } from './schema/tables.generated.ts'

export type AccountRow = Tables['account']

const selected = columnList('x', 'account')

const findNamed = statement(
  'account.find',
  `
select ${selected}
from unnest($2::text[]) as asked(id)
cross join lateral (
  select ${selected}
  from account x
  where x.tenant_id = $1
    and ${byKey('x.external_id', 'asked.id')}
) as x`,
)

/** The accounts that exist, as they stand; nothing is locked. */
export function findAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<AccountRow[]> {
  return tx.rows(findNamed, [ids])
}

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

/** SQL that is true where a condition on the program's settings holds. */
const programHas = (condition: string): string => `(
      select ${condition}
      from program k
      where k.tenant_id = $1
    )`

/** The referrers of these accounts and of these codes (SQL) under a condition on the program, without which nothing is read. */
function referrersWhere(condition: string, ids: string, codes: string): string {
  const onlyIf = (values: string): string => `case when ${programHas(condition)} then ${values} end`
  return `select r.referring_account_id
    from (${selectKeysOfNamed(onlyIf(ids))}) as named
    cross join lateral (
      select r.referring_account_id
      from referral r
      where r.tenant_id = $1
        and ${byKey('r.referred_account_id', 'named.id')}
    ) as r
    union
    select c.account_id
    from unnest(${onlyIf(codes)}) as asked(code)
    cross join lateral (
      select c.account_id
      from referral_code c
      where c.tenant_id = $1
        and ${byKey('c.code', 'asked.code')}
    ) as c`
}

/** $2 are the named accounts, $3 the codes; no account where the program has no limit. */
const limitedReferrers = referrersWhere(
  `k.settings ->> 'maxReferrerRewards' is not null`,
  '$2::text[]',
  '$3::text[]',
)

/** Locks the accounts of these keys (SQL) one by one, in the order of their keys. */
const lockInOrder = (keys: string): string => `
select ${selected}
from unnest(array(
  select wanted.id
  from (
    ${keys}
  ) as wanted
  order by wanted.id
)) as wanted(id)
cross join lateral (
  select ${selected}
  from account x
  where x.tenant_id = $1
    and ${byKey('x.id', 'wanted.id')}
  for no key update
) as x`

const lockNamed = statement(
  'account.lock',
  lockInOrder(`${namedAccounts}
    union
    ${limitedReferrers}`),
)

/**
 * Locks the accounts in the order of their ids, so that two transactions never wait for each other. Under a program
 * that limits a referrer's rewards their referrers are locked too, those of the codes included: the count must hold.
 */
export function lockAccounts(
  tx: TenantTx,
  ids: readonly AccountId[],
  codes: readonly ReferralCode[],
): Promise<AccountRow[]> {
  return tx.rows(lockNamed, [ids, codes])
}

const unsignedReferrers = referrersWhere(
  `coalesce(k.settings #>> '{unsignedConversions,mode}', 'limit') = 'limit'`,
  '$7::text[]',
  '$8::text[]',
)

/**
 * How many accounts with the same e-mail address or claimed customer are screened again when their referrer becomes better
 * known. A referral beyond is screened when its friend is identified again, and before it converts.
 */
const MOST_FRIENDS = 100

// The friends are looked for from what is said, not from the referrer, who may have a hundred thousand of them. Unsigned
// calls can give one e-mail address or claimed customer to any number of accounts, so only some of these are looked at.
const lockNamedAndOthers = statement(
  'account.lock_with_others',
  lockInOrder(`${namedAccounts}
    union
    select r.referred_account_id
    from unnest($4::text[], $5::text[], $6::text[]) as said(external_id, email_key, provider_id)
    cross join lateral (
      select a.id
      from account a
      where a.tenant_id = $1
        and ${byKey('a.external_id', 'said.external_id')}
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
        from participant p
        where p.tenant_id = $1
          and ${byKey('p.email_key', 'said.email_key')}
        limit ${MOST_FRIENDS}
      )
      union all
      (
        select f.id
        from account f
        where f.tenant_id = $1
          and ${byKey('f.provider_id', 'said.provider_id')}
      )
      union all
      (
        select f.id
        from account f
        where f.tenant_id = $1
          and ${byKey('f.claimed_provider_id', 'said.provider_id')}
        limit ${MOST_FRIENDS}
      )
    ) as friend
    cross join lateral (
      select r.referred_account_id, r.referring_account_id, r.ended_at
      from referral r
      where r.tenant_id = $1
        and ${byKey('r.referred_account_id', 'friend.account_id')}
    ) as r
    where r.referring_account_id = a.id
      and r.ended_at is null
    union
    ${limitedReferrers}
    union
    ${unsignedReferrers}`),
)

/** What a call says of an account's people that a fraud rule may compare. */
export type Evidence = {
  readonly accountId: AccountId
  readonly emailKey: string | null
  readonly providerId: string | null
}

/** The accounts for which unsigned browsers report a payment, and the codes that come with it. */
export type UnsignedPayments = { readonly ids: readonly AccountId[]; readonly codes: readonly ReferralCode[] }

/**
 * The same, and with them the friends of those accounts whom the evidence concerns; and the referrers for whom unsigned
 * payments count under a program that limits these.
 */
export function lockAccountsAndOthers(
  tx: TenantTx,
  ids: readonly AccountId[],
  codes: readonly ReferralCode[],
  evidence: readonly Evidence[],
  unsigned: UnsignedPayments,
): Promise<AccountRow[]> {
  const emails = [
    evidence.map((it) => it.accountId),
    evidence.map((it) => it.emailKey),
    evidence.map((it) => it.providerId),
  ]
  return tx.rows(lockNamedAndOthers, [ids, codes, ...emails, unsigned.ids, unsigned.codes])
}

const insert = rowInsert('account')
const update = rowUpdate('account', ['external_id', 'created_at'])

export function insertAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  sendRows(tx, insert, accounts.map(toRow))
}

export function updateAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  sendRows(tx, update, accounts.map(toRow))
}

/** What an account's own row says of it. */
export function fieldsOf(row: AccountRow): Omit<Account, 'participants' | 'otherParticipants' | 'referral'> {
  return {
    key: row.id,
    id: row.external_id,
    createdAt: row.created_at,
    subscription: {
      status: row.subscription_status,
      billingIntervalValue: row.billing_interval_value,
      billingIntervalType: row.billing_interval_type,
      valueMinor: row.value_minor,
      currency: row.currency,
    },
    providerId: row.provider_id,
    claimedProviderId: row.claimed_provider_id,
    browserPaid: row.browser_paid,
    paidAt: row.paid_at,
  }
}

function toRow(account: Account): RowOf<'account'> {
  return {
    id: account.key,
    external_id: account.id,
    currency: account.subscription.currency,
    value_minor: account.subscription.valueMinor,
    billing_interval_type: account.subscription.billingIntervalType,
    billing_interval_value: account.subscription.billingIntervalValue,
    subscription_status: account.subscription.status,
    browser_paid: account.browserPaid,
    provider_id: account.providerId,
    claimed_provider_id: account.claimedProviderId,
    paid_at: account.paidAt,
    created_at: account.createdAt,
  }
}
