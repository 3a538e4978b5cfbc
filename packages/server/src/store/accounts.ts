import type { Account } from '@goodword/domain/account'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/ids'
import type { BillingIntervalType } from '@goodword/domain/interval'
import type { Currency } from '@goodword/domain/money'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { SubscriptionStatus } from '@goodword/domain/subscription'
import { arraysOf, insertRows, type Row, updateRows } from './rows.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'
import { selectKeysOfNamed } from './whose.ts'

export type AccountRow = {
  id: AccountKey
  external_id: AccountId
  currency: Currency | null
  value_minor: number | null
  billing_interval_type: BillingIntervalType | null
  billing_interval_value: number | null
  subscription_status: SubscriptionStatus | null
  browser_paid: boolean
  provider_id: ProviderId | null
  claimed_provider_id: ProviderId | null
  paid_at: number | null
  created_at: number
}

const changing = {
  currency: 'text',
  value_minor: 'int8',
  billing_interval_type: 'text',
  billing_interval_value: 'int4',
  subscription_status: 'text',
  browser_paid: 'bool',
  provider_id: 'text',
  claimed_provider_id: 'text',
  paid_at: 'timestamptz',
} as const
const columns = { id: 'uuid', external_id: 'text', ...changing, created_at: 'timestamptz' } as const
const updated = { id: 'uuid', ...changing } as const

const selected = Object.keys(columns)
  .map((name) => `x.${name}`)
  .join(', ')

const findNamed = statement(
  'account.find',
  `
select ${selected}
from account x
where x.tenant_id = $1
  and x.external_id = any($2::text[])`,
)

/** The accounts that exist, as they stand; nothing is locked. */
export function findAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<AccountRow[]> {
  return tx.rows(findNamed, [ids])
}

// One array, because conditions with `or`, and with `||` on PostgreSQL 15, would read every account of the tenant.
const namedAccounts = selectKeysOfNamed(2)

/** $2 are the named accounts, $3 the codes; nobody where the program has no limit, and then nothing is read. */
const limitedReferrers = `select r.referring_account_id
      from program k
      join account a on a.tenant_id = $1 and a.external_id = any($2::text[])
      join referral r on r.tenant_id = $1 and r.referred_account_id = a.id
      where k.tenant_id = $1
        and k.settings ->> 'maxReferrerRewards' is not null
      union all
      select c.account_id
      from program k
      join referral_code c on c.tenant_id = $1 and c.code = any($3::text[])
      where k.tenant_id = $1
        and k.settings ->> 'maxReferrerRewards' is not null`

const lockNamed = statement(
  'account.lock',
  `
select ${selected}
from account x
where x.tenant_id = $1
  and x.id = any(
    array(
      ${namedAccounts}
      union all
      ${limitedReferrers}
    )
  )
order by x.id
for no key update of x`,
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

/**
 * How many accounts with the same e-mail address or claimed customer are screened again when their referrer becomes better
 * known. A referral beyond is screened when its friend is identified again, and before it converts.
 */
const MOST_FRIENDS = 100

// The friends are looked for from what is said, not from the referrer, who may have a hundred thousand of them. Unsigned
// calls can give one e-mail address or claimed customer to any number of accounts, so only some of these are looked at.
// The limit of 1 says that an account has one referral: the planner then looks it up and does not read all of the tenant's.
const lockNamedAndOthers = statement(
  'account.lock_with_others',
  `
select ${selected}
from account x
where x.tenant_id = $1
  and x.id = any(
    array(
      ${namedAccounts}
      union all
      select r.referred_account_id
      from unnest($4::text[], $5::text[], $6::text[]) as said(external_id, email_key, provider_id)
      join account a on a.tenant_id = $1 and a.external_id = said.external_id
      cross join lateral (
        (
          select p.account_id
          from participant p
          where p.tenant_id = $1
            and p.email_key = said.email_key
          limit ${MOST_FRIENDS}
        )
        union all
        select f.id
        from account f
        where f.tenant_id = $1
          and f.provider_id = said.provider_id
        union all
        (
          select f.id
          from account f
          where f.tenant_id = $1
            and f.claimed_provider_id = said.provider_id
          limit ${MOST_FRIENDS}
        )
      ) as friend
      cross join lateral (
        select of_friend.referred_account_id, of_friend.referring_account_id, of_friend.ended_at
        from referral of_friend
        where of_friend.tenant_id = $1
          and of_friend.referred_account_id = friend.account_id
        limit 1
      ) as r
      where r.referring_account_id = a.id
        and r.ended_at is null
        and exists (
          select from referral any_of
          where any_of.tenant_id = $1
            and any_of.referring_account_id = a.id
        )
      union all
      ${limitedReferrers}
      union all
      select r.referring_account_id
      from program k
      join account a on a.tenant_id = $1 and a.external_id = any($7::text[])
      join referral r on r.tenant_id = $1 and r.referred_account_id = a.id
      where k.tenant_id = $1
        and coalesce(k.settings #>> '{unsignedConversions,mode}', 'limit') = 'limit'
      union all
      select c.account_id
      from program k
      join referral_code c on c.tenant_id = $1 and c.code = any($8::text[])
      where k.tenant_id = $1
        and coalesce(k.settings #>> '{unsignedConversions,mode}', 'limit') = 'limit'
    )
  )
order by x.id
for no key update of x`,
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
  const said = [
    evidence.map((it) => it.accountId),
    evidence.map((it) => it.emailKey),
    evidence.map((it) => it.providerId),
  ]
  return tx.rows(lockNamedAndOthers, [ids, codes, ...said, unsigned.ids, unsigned.codes])
}

const insert = insertRows('account', columns)
const update = updateRows('account', updated)

export function insertAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  tx.write(insert, arraysOf(columns, accounts.map(toRow)), accounts.length)
}

export function updateAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  tx.write(update, arraysOf(updated, accounts.map(toRow)))
}

function toRow(account: Account): Row<typeof columns> {
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
