import type { Account } from '@goodword/domain/referrals/account'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type AccountRow = Tables['account']

/** The columns of an `AccountRow`, of a table that the statement calls `x`. */
export const accountColumns = columnList('x', 'account')

const findNamed = statement(
  'account.find',
  `
select ${accountColumns}
from unnest($2::text[]) as requested(id)
cross join lateral (
  select ${accountColumns}
  from account x
  where x.tenant_id = $1
    and ${byKey('x.external_id', 'requested.id')}
) as x`,
)

/** The accounts that exist, as they stand; nothing is locked. */
export function findAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<AccountRow[]> {
  return tx.rows(findNamed, [ids])
}

const insert = rowInsert('account')
const update = rowUpdate('account', ['external_id', 'created_at'])

export function insertAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  sendRows(tx, insert, accounts.map(toRow))
}

export function updateAccounts(tx: TenantTx, accounts: readonly Account[]): void {
  sendRows(tx, update, accounts.map(toRow))
}

/** The fields of an account's own row. */
export function accountFieldsOf(
  row: AccountRow,
): Omit<Account, 'users' | 'earningUsers' | 'referral' | 'replaced'> {
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
    isPaidOnPage: row.paid_on_page,
    hasConfirmedUsers: row.has_confirmed_users,
    block: row.blocked_at === null ? null : { at: row.blocked_at, reason: row.blocked_reason },
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
    paid_on_page: account.isPaidOnPage,
    has_confirmed_users: account.hasConfirmedUsers,
    blocked_at: account.block?.at ?? null,
    blocked_reason: account.block?.reason ?? null,
    created_at: account.createdAt,
  }
}

const byProviderId = statement(
  'account.by_provider_id',
  `
select x.id, x.external_id, x.provider_id, x.paid_at
from unnest($2::text[]) as requested(provider_id)
cross join lateral (
  select x.id, x.external_id, x.provider_id, x.paid_at
  from account x
  where x.tenant_id = $1
    and ${byKey('x.provider_id', 'requested.provider_id')}
) as x`,
)

/** An account that is a customer of the payment processor. */
export type ProviderOwnerRow = Pick<Tables['account'], 'id' | 'external_id' | 'paid_at'> & {
  provider_id: ProviderId
}

/** Loads the accounts of these customers of the payment processor. */
export async function loadProviderOwners(
  tx: TenantTx,
  providerIds: readonly ProviderId[],
): Promise<ProviderOwnerRow[]> {
  return providerIds.length === 0 ? [] : tx.rows(byProviderId, [providerIds])
}
