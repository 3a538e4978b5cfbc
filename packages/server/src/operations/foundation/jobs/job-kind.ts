import type { TenantId } from '@goodword/domain/ids'

/**
 * What background work there is. Each kind has a handler in jobs/handlers.ts, and says here what its subject is. A kind
 * stays in the list as long as a database may have jobs of it.
 */
export const jobKinds = [
  /** An account's ID: its ledger is long, and is summed up to a closing balance. */
  'CLOSE_LEDGER',
  /** The ID of a stored notification of the payment processor. */
  'NOTIFICATION',
  /** The ID of a customer of the payment processor: its bills get the discounts of its account. */
  'CUSTOMER',
  /** The ID of a bill: what was paid too much for it is refunded. */
  'REFUND_BILL',
  /**
   * The ID of a customer of the payment processor: jobs for all customers after it in the order of their IDs. Empty for
   * all, after a payment processor was connected.
   */
  'ALL_CUSTOMERS',
  /**
   * `BEGIN`: jobs for the customers whose discounts are removed before the connection is. `END`: the connection is removed
   * when none is left.
   */
  'REMOVE_DISCOUNTS',
  /** Without a subject: subscriptions are compared with the payment processor, whenever the next of them is due. */
  'SWEEP_BILLS',
  /** Without a subject: what happened is published. Workers find out that it is due. */
  'PUBLISH_EVENTS',
  /** Without a subject: old published events are deleted. */
  'SWEEP_EVENTS',
  /** Our key of a person who was erased: what else is stored about them is erased. */
  'ERASE_PERSON',
  /** Our key of an account that was blocked or unblocked: the referrals that it made are held or released. */
  'FOLLOW_BLOCK',
  /** Without a subject: the exports of a tenant, one after the other. */
  'EXPORTS',
  /** Without a subject: the e-mails of the tenant that are due. */
  'SEND_MAILS',
  /** Without a subject: e-mails about rewards that expire soon, again and again. */
  'SWEEP_EXPIRING_REWARDS',
  /** Without a subject: statistics count what they have not counted yet. */
  'COUNT_STATISTICS',
  /** The ID of a webhook receiver: the events that are due are sent to it. */
  'DELIVER_EVENTS',
  /** Without a subject: deliveries of webhooks that are old are deleted. */
  'SWEEP_DELIVERIES',
  /** Empty: the imports of the tenant, one after the other. */
  'IMPORT',
  /** Empty: deletes old imports of the tenant, and uploads that never ended. */
  'CLEAN_IMPORTS',
  /** Empty: the data of a test tenant is erased. */
  'ERASE_TEST_DATA',
  /** Jobs of the installation, without a subject. */
  'SWEEP_ANSWERS',
  'SWEEP_NOTIFICATIONS',
  'SWEEP_MAILS',
  'MAINTAIN_CLICK_PARTITIONS',
  'FIND_UNCOUNTED',
  'CHECK_DOMAINS',
] as const

export type JobKind = (typeof jobKinds)[number]

/** The tenant of jobs that serve the installation. No alias can be that. */
export const INSTALLATION = '*' as TenantId
