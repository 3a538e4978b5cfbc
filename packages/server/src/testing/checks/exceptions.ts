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
  'domain_claim',
  // Tables of the whole database.
  'secret_key',
  // Staff sign in before they choose a tenant, and belong to merchants.
  'staff',
  'staff_session',
  'staff_credential',
  'staff_verification',
  'staff_two_factor',
  'staff_passkey',
  'staff_assistant',
  'staff_assistant_write',
  'staff_invitation',
  'staff_link',
  'staff_mail',
  'staff_used_code',
  'letter_allowance',
  'membership',
]

/** Functions that run as their owner, and so past row-level security. */
export const securityDefinerFunctions: readonly string[] = [
  'open_click_months',
  'drop_click_month',
  'forget_click_salts',
  'erase_test_rows',
  'erase_counted_test_rows',
  'hold_shard_of',
  // Workers have to know these across tenants: names of tenants and counts.
  'tenants_with_ready_jobs',
  'tenants_with_due_jobs',
  'test_clocks_with_jobs',
  'tenants_with_failed_jobs',
  'job_statistics',
  'tenants_with_uncounted',
  'tenants_with_old_requests',
  'tenants_with_old_notifications',
  'tenants_with_old_mails',
  'tenants_with_unpublished_events',
  'unpublished_event_statistics',
  'oldest_uncounted_seconds',
  'discount_statistics',
  'oldest_discount_check',
  'connection_statistics',
  'used_call_budgets',
  'wrong_bill_statistics',
  'review_statistics',
]

/** Indexes that only those functions look into. */
export const indexesOfFunctions: readonly string[] = [
  'job_counting',
  'job_due_of_all',
  'job_ready_of_all',
  'processor_bill_wrong',
  'processor_subscription_behind',
  'processor_subscription_live_check',
  'processor_subscription_test_check',
  'referral_oldest_review',
]

/**
 * Tables whose rows are never changed: they have the one trigger there is, and the service may only read and add. Where tables
 * are distributed they go without it.
 */
export const appendOnlyTables: readonly string[] = ['audit_entry']

/** Names of the statements that look across tenants. */
export const crossTenantStatements: readonly string[] = []

/** Names of the statements of the operator's commands, which run as the owner; the service may not run them. */
export const operatorStatements: readonly string[] = [
  'tenant.disable',
  'tenant.enable',
  'secret_key.insert',
  'secret_key.replace',
  'secret_key.put',
  'secret_key.delete',
  'signing_key.replace_secret_box',
]

/** Tables of a tenant that have a handful of rows for each. */
export const smallTables: readonly string[] = [
  'audit_head',
  'program',
  'test_clock',
  'test_data_erasure',
  'click_salt',
  'network_salt',
  // The newest 50.
  'fraud_simulation',
  'processor_connection',
  'processor_notification_kind',
  'statistic_generation',
  'event_feed',
  'mail_sweep',
  'webhook_receiver',
  'integration_activity',
  'usual_fact',
]
