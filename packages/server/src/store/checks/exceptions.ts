/**
 * Exceptions to the rules of tenancy. These lists may only shrink: an entry that is no longer needed fails the
 * tests as well, and a new one needs a decision of its own.
 */

/** Tables without a tenant: they are looked up before one is known. */
export const directoryTables: readonly string[] = [
  'merchant',
  'tenant',
  'api_key',
  'signing_key',
  'custom_domain',
  // Of the whole database.
  'secret_key',
]

/** Functions that run as their owner, and so past row-level security. */
export const securityDefinerFunctions: readonly string[] = [
  'open_click_months',
  'drop_click_month',
  'forget_click_salts',
]

/** Names of the statements that look across tenants. */
export const crossTenantStatements: readonly string[] = []

/** Names of the statements of the operator's commands, which run as the owner; the service may not run them. */
export const operatorStatements: readonly string[] = [
  'merchant.insert',
  'tenant.insert',
  'api_key.insert',
  'api_key.revoke',
  'api_key.expire',
  'tenant.lock',
  'signing_key.insert',
  'signing_key.expire',
  'program.insert',
  'tenant.disable',
  'tenant.enable',
  'custom_domain.insert',
  'custom_domain.delete',
  'secret_key.insert',
  'secret_key.replace',
]

/** Tables of a tenant that have a handful of rows for each. */
export const smallTables: readonly string[] = ['program', 'test_clock', 'click_salt']

/**
 * Statements whose plan, if it was made while the tables were empty, reads all rows of a tenant: on a table without rows
 * an index of the tenant and something else costs the same as the right one. The service lets plans be made anew as
 * tables grow.
 */
export const badOnEmptyTables: readonly string[] = [
  'account.discount',
  'closing_balance.close',
  'code.change',
  'code.state',
  'idempotent_request.find',
  'idempotent_request.forget',
  'idempotent_request.keep',
  'idempotent_request.release',
  'idempotent_request.sweep',
  'participant.by_keys',
  'participant.find',
  'participant.search_count',
  'participant.search_page',
  'participant.search_page_of_many',
  'referral.find',
  'referral.list by converted page',
  'referral.list by ended page',
  'referral.list by referredAccount count',
  'referral.list by referredAccount next page',
  'referral.list by referredAccount page',
  'referral.list by referringAccount and referringPerson count',
  'referral.list by referringAccount and referringPerson next page',
  'referral.list by referringAccount and referringPerson page',
  'referral.list by referringAccount and status and converted next page',
  'referral.list by referringAccount and status and converted page',
  'referral.list by referringAccount count',
  'referral.list by referringAccount next page',
  'referral.list by referringAccount page',
  'reward.list by account and status and type next page',
  'reward.list by account and status and type page',
  'reward.list by account next page',
  'reward.list by account page',
  'reward.lock',
  'reward.of_referrals',
  'reward.of_request',
]

/** The same for PostgreSQL 15 and 16. */
export const badOnEmptyTablesBefore17: readonly string[] = ['entry.balances', 'reward.lock_credits']
