import type { TenantId } from '@goodword/domain/values/ids'

/**
 * The kinds of background jobs. Each kind has a handler in jobs/handlers.ts, and says here whose its subject is: a key of
 * our own, the ID that the merchant or the payment processor gave an account or a customer, or none. A kind stays in the
 * list as long as a database may have jobs of it.
 */
export const subjectsOfJobs = {
  /** An account's ID: its ledger is long, and is summed up to a closing balance. */
  CLOSE_LEDGER: 'account',
  /** The ID of a stored notification of the payment processor. */
  NOTIFICATION: 'own',
  /** The ID of a customer of the payment processor: its bills get the discounts of its account. */
  CUSTOMER: 'customer',
  /** The ID of a bill: its excess is refunded or credited. */
  REFUND_BILL: 'own',
  /**
   * The ID of a customer of the payment processor: jobs for all customers after it in the order of their IDs. Empty for
   * all, after a payment processor was connected.
   */
  ALL_CUSTOMERS: 'customer',
  /**
   * `BEGIN`: jobs for the customers whose discounts are removed before the connection is. `END`: the connection is removed
   * when none is left.
   */
  REMOVE_DISCOUNTS: 'own',
  /** Compares subscriptions with the payment processor, whenever the next of them is due; without a subject. */
  SWEEP_BILLS: 'none',
  /** Reads the notifications that a payment processor made and that did not arrive, again and again, without a subject. */
  READ_NOTIFICATIONS: 'none',
  /** Looks for drafts of bills that are not right, while a bill is near; without a subject. */
  SWEEP_DRAFTS: 'none',
  /**
   * Makes referral codes promotion codes at the payment processor, and retires those that are none any more. Empty for the
   * discount of the program; else the ID of one that it had before, whose promotion codes are all retired.
   */
  MIRROR_CODES: 'own',
  /** Publishes what happened, without a subject. Workers find out that it is due. */
  PUBLISH_EVENTS: 'none',
  /** Deletes old published events, without a subject. */
  SWEEP_EVENTS: 'none',
  /** Our key of a person who was erased: what else is stored about them is erased. */
  ERASE_PERSON: 'own',
  /** Our key of an account that was blocked or unblocked: the referrals that it made are held or released. */
  FOLLOW_BLOCK: 'own',
  /** Our key of a user who refers: the shares of the payments of friends are given and taken back. */
  SETTLE_SHARES: 'own',
  /** Our key of a user who got a reward: the rule about the sum of a year looks at it. */
  FOLLOW_YEARLY_REWARDS: 'own',
  /** Decides sides that have waited for staff as long as the program lets them, without a subject. */
  END_REVIEWS: 'none',
  /**
   * Reminds staff by e-mail of sides that have waited for them too long: empty to write an e-mail for each person who decides, else
   * the ID of one to send.
   */
  REMIND_REVIEWERS: 'own',
  /** Estimates again the amounts at stake in the review queue, without a subject. */
  ESTIMATE_AMOUNTS: 'none',
  /**
   * Our key of an account: its queued percentages end by their times, because no bills of it are seen. Empty for all accounts, after
   * the payment processor was removed: what its bills have left goes on by time.
   */
  FOLLOW_QUEUE: 'own',
  /** Our key of an account that turned out to have something in common with others: what that shows of people and referrals is followed. */
  FOLLOW_IDENTITY: 'own',
  /** Counts the usual facts of the tenant's referrals, without a subject. */
  COUNT_USUAL_FACTS: 'none',
  /** Makes the exports of a tenant, one after the other, without a subject. */
  EXPORTS: 'none',
  /** Sends the e-mails of the tenant that are due, without a subject. */
  SEND_MAILS: 'none',
  /** Makes e-mails about rewards that end soon, again and again, without a subject. */
  SWEEP_EXPIRING_REWARDS: 'none',
  /** Deletes links and sessions of the hosted page that have expired, without a subject. */
  SWEEP_PAGE: 'none',
  /** Deletes network keys, their salts and clicks from public pages when their time is over, without a subject. */
  SWEEP_EVIDENCE: 'none',
  /** Counts events and clicks that statistics do not have yet, without a subject. */
  COUNT_STATISTICS: 'none',
  /** The ID of a simulation of fraud rules that a request did not finish. */
  SIMULATE_FRAUD: 'own',
  /** The ID of a webhook receiver: the events that are due are sent to it. */
  DELIVER_EVENTS: 'own',
  /** Deletes old deliveries of webhooks, without a subject. */
  SWEEP_DELIVERIES: 'none',
  /** Empty: the imports of the tenant, one after the other. */
  IMPORT: 'none',
  /** Empty: deletes old imports of the tenant, and uploads that never ended. */
  CLEAN_IMPORTS: 'none',
  /** Empty: the data of a test tenant is erased. */
  ERASE_TEST_DATA: 'none',
  /** Jobs of the installation, without a subject. */
  SWEEP_ANSWERS: 'none',
  SWEEP_NOTIFICATIONS: 'none',
  SWEEP_MAILS: 'none',
  MAINTAIN_CLICK_PARTITIONS: 'none',
  FIND_UNCOUNTED: 'none',
  CHECK_DOMAINS: 'none',
} as const satisfies Readonly<Record<string, 'own' | 'account' | 'customer' | 'none'>>

export type JobKind = keyof typeof subjectsOfJobs

/** The tenant of jobs that serve the installation. No alias can be that. */
export const INSTALLATION = '*' as TenantId
