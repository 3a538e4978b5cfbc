import type { AccountId, AccountKey, ReceiverId, UserKey } from '@goodword/domain/values/ids'
import { checkDueDomains } from '../administration/custom-domains/check-due-domains.ts'
import { remindReviewers } from '../administration/notices/remind-reviewers.ts'
import { refundBill } from '../billing/bills/refund-bill.ts'
import { releaseQueues } from '../billing/bills/release-queues.ts'
import { mirrorCodes } from '../billing/discounts/mirror-codes.ts'
import { beginRemoval, endRemoval } from '../billing/discounts/remove-discounts.ts'
import { processNotification } from '../billing/notifications/process-notification.ts'
import { readMissedNotifications } from '../billing/notifications/read-missed-notifications.ts'
import { sweepNotifications } from '../billing/notifications/sweep-notifications.ts'
import { settleShares } from '../billing/payments/settle-shares.ts'
import { enqueueAllCustomers } from '../billing/reconciliation/enqueue-all-customers.ts'
import { reconcileCustomer } from '../billing/reconciliation/reconcile-customer.ts'
import { sweepBills } from '../billing/reconciliation/sweeps/sweep-bills.ts'
import { sweepDrafts } from '../billing/reconciliation/sweeps/sweep-drafts.ts'
import type { NotificationId } from '../billing/rows/notifications.ts'
import { runExports } from '../files/exports/run-exports.ts'
import { cleanImports } from '../files/imports/clean-imports.ts'
import { runImports } from '../files/imports/run-imports.ts'
import { eraseTestData } from '../files/test-data/erase-test-data.ts'
import { sweepAnswers } from '../frame/idempotency/sweep-answers.ts'
import type { JobKind } from '../frame/jobs/job-kind.ts'
import { sweepEvents } from '../outbound/events/sweep-events.ts'
import { mailServerOf } from '../outbound/mails/mail-server-of.ts'
import { sendMails } from '../outbound/mails/sending/send-mails.ts'
import { sweepMails } from '../outbound/mails/sending/sweep-mails.ts'
import { sweepExpiringRewards } from '../outbound/mails/sweep-expiring-rewards.ts'
import { publishEvents } from '../outbound/publishing/publish-events.ts'
import { deliverEvents, MAX_RUN_MS } from '../outbound/webhooks/deliver-events.ts'
import { sweepDeliveries } from '../outbound/webhooks/sweep-deliveries.ts'
import { carryOutErasure } from '../privacy/erasure/carry-out-erasure.ts'
import { followBlock } from '../referring/accounts/follow-block.ts'
import { maintainClickPartitions } from '../referring/clicks/maintain-click-partitions.ts'
import { sweepEvidence } from '../referring/clicks/sweep-evidence.ts'
import { sweepPage } from '../referring/hosted-page/sweep-page.ts'
import { endReviews } from '../referring/referrals/end-reviews.ts'
import { estimateAmounts } from '../referring/referrals/estimate-amounts.ts'
import { closeLedger } from '../referring/rewards/close-ledger.ts'
import { ALL_QUEUES, followQueue } from '../referring/rewards/follow-queue.ts'
import { followYearlyRewards } from '../referring/rewards/yearly-rewards.ts'
import { runSimulation } from '../reporting/fraud-simulation/run-simulation.ts'
import { countStatistics, findUncounted } from '../reporting/statistics/counting/count-statistics.ts'
import { followIdentity } from '../tracking/identities/follow-identity.ts'
import { countUsualFacts } from '../tracking/usual-facts.ts'
import { MAX_ATTEMPTS } from './backoff.ts'
import type { JobHandler } from './job-handler.ts'

const MINUTE_MS = 60_000
const COUNT_EVERY_MS = 30_000
const HOUR_MS = 60 * MINUTE_MS

type Work<Result> = (...call: Parameters<JobHandler['run']>) => Promise<Result>

/** A job that is done when its work is. */
const once =
  (work: Work<unknown>): JobHandler['run'] =>
  async (...call) => {
    await work(...call)
    return null
  }

/** A job whose work returns when it is to run next; null when it is done. */
const until =
  (work: Work<number | null>): JobHandler['run'] =>
  async (...call) => {
    const again = await work(...call)
    return again === null ? null : { again }
  }

/** The handlers by kind of job: each runs one operation. Recurring ones say how often. */
export const jobHandlers: Readonly<Record<JobKind, JobHandler>> = {
  CLOSE_LEDGER: {
    // The subject of this kind is an account's ID.
    run: once((ctx, tenantId, subject) => closeLedger(ctx, tenantId, subject as AccountId)),
  },
  NOTIFICATION: {
    // The subject of this kind is a notification's ID.
    run: once((ctx, tenantId, subject) => processNotification(ctx, tenantId, subject as NotificationId)),
  },
  CUSTOMER: {
    run: until(async (ctx, tenantId, subject) => (await reconcileCustomer(ctx, tenantId, subject)).again),
  },
  REFUND_BILL: {
    run: until((ctx, tenantId, subject) => refundBill(ctx, tenantId, subject)),
  },
  ALL_CUSTOMERS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: once((ctx, tenantId, subject, { signal }) => enqueueAllCustomers(ctx, tenantId, subject, signal)),
  },
  REMOVE_DISCOUNTS: {
    timeLimitMs: 10 * MINUTE_MS,
    async run(ctx, tenantId, subject, { signal }) {
      if (subject !== 'BEGIN') return endRemoval(ctx, tenantId, signal)
      await beginRemoval(ctx, tenantId, signal)
      return null
    },
  },
  SWEEP_BILLS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { attempt, signal }) =>
      sweepBills(ctx, tenantId, { signal, isLastAttempt: attempt >= MAX_ATTEMPTS }),
  },
  READ_NOTIFICATIONS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { signal }) => readMissedNotifications(ctx, tenantId, signal),
  },
  SWEEP_DRAFTS: {
    run: (ctx, tenantId, _subject, { attempt }) =>
      sweepDrafts(ctx, tenantId, { isLastAttempt: attempt >= MAX_ATTEMPTS }),
  },
  MIRROR_CODES: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, subject, { signal }) => mirrorCodes(ctx, tenantId, subject, signal),
  },
  PUBLISH_EVENTS: {
    isFrequent: true,
    timeLimitMs: 10 * MINUTE_MS,
    run: once((ctx, tenantId, _subject, { signal }) => publishEvents(ctx, tenantId, signal)),
  },
  SWEEP_EVENTS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: until((ctx, tenantId, _subject, { signal }) => sweepEvents(ctx, tenantId, signal)),
  },
  ERASE_PERSON: {
    timeLimitMs: 30 * MINUTE_MS,
    // The subject of this kind is our key of a person.
    run: until((ctx, tenantId, subject, { signal }) =>
      carryOutErasure(ctx, tenantId, subject as UserKey, signal),
    ),
  },
  FOLLOW_BLOCK: {
    timeLimitMs: 10 * MINUTE_MS,
    // The subject of this kind is our key of an account.
    run: once((ctx, tenantId, subject, { signal }) =>
      followBlock(ctx, tenantId, subject as AccountKey, signal),
    ),
  },
  SETTLE_SHARES: {
    // The subject of this kind is our key of a user.
    run: once((ctx, tenantId, subject) => settleShares(ctx, tenantId, subject as UserKey)),
  },
  FOLLOW_YEARLY_REWARDS: {
    // The subject of this kind is our key of a user.
    run: once((ctx, tenantId, subject) => followYearlyRewards(ctx, tenantId, subject as UserKey)),
  },
  END_REVIEWS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: until((ctx, tenantId, _subject, { signal }) => endReviews(ctx, tenantId, signal)),
  },
  REMIND_REVIEWERS: {
    isExternal: ({ mailServer }) => mailServer !== null,
    timeLimitMs: 2 * MINUTE_MS,
    run: once((ctx, tenantId, subject, { attempt, signal }) =>
      remindReviewers(ctx, tenantId, subject, { isLastAttempt: attempt >= MAX_ATTEMPTS, signal }),
    ),
  },
  ESTIMATE_AMOUNTS: {
    timeLimitMs: 10 * MINUTE_MS,
    async run(ctx, tenantId, _subject, { signal }) {
      await estimateAmounts(ctx, tenantId, signal)
      return signal.aborted ? { again: 0 } : null
    },
  },
  FOLLOW_IDENTITY: {
    // The subject of this kind is our key of an account.
    run: once((ctx, tenantId, subject, { signal }) =>
      followIdentity(ctx, tenantId, subject as AccountKey, signal),
    ),
  },
  FOLLOW_QUEUE: {
    // The subject of this kind is our key of an account, or empty.
    run: until((ctx, tenantId, subject) =>
      subject === ALL_QUEUES
        ? releaseQueues(ctx, tenantId)
        : followQueue(ctx, tenantId, subject as AccountKey),
    ),
  },
  COUNT_USUAL_FACTS: {
    run: once((ctx, tenantId) => countUsualFacts(ctx, tenantId)),
  },
  EXPORTS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { attempt, signal }) => runExports(ctx, tenantId, { attempt, signal }),
  },
  SEND_MAILS: {
    isExternal: (ctx, tenantId) => mailServerOf(ctx, tenantId) !== null,
    timeLimitMs: 2 * MINUTE_MS,
    run: until(async (ctx, tenantId, _subject, { signal }) => (await sendMails(ctx, tenantId, signal)).again),
  },
  SWEEP_EXPIRING_REWARDS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { signal }) => sweepExpiringRewards(ctx, tenantId, signal),
  },
  SWEEP_PAGE: {
    run: (ctx, tenantId, _subject, { signal }) => sweepPage(ctx, tenantId, signal),
  },
  SIMULATE_FRAUD: {
    timeLimitMs: 10 * MINUTE_MS,
    run: once((ctx, tenantId, subject, { attempt, signal }) =>
      runSimulation(ctx, tenantId, subject, { attempt, signal }),
    ),
  },
  SWEEP_EVIDENCE: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { signal }) => sweepEvidence(ctx, tenantId, signal),
  },
  DELIVER_EVENTS: {
    isExternal: () => true,
    timeLimitMs: MAX_RUN_MS + MINUTE_MS,
    run: (ctx, tenantId, subject, { signal }) =>
      // The subject of this kind is a receiver's ID.
      deliverEvents(ctx, tenantId, subject as ReceiverId, { signal }),
  },
  SWEEP_DELIVERIES: {
    timeLimitMs: 10 * MINUTE_MS,
    run: (ctx, tenantId, _subject, { signal }) => sweepDeliveries(ctx, tenantId, signal),
  },
  IMPORT: {
    timeLimitMs: 10 * MINUTE_MS,
    async run(ctx, tenantId, _subject, { signal }) {
      return (await runImports(ctx, tenantId, signal)) ? { again: 0 } : null
    },
  },
  CLEAN_IMPORTS: {
    timeLimitMs: 10 * MINUTE_MS,
    run: until((ctx, tenantId, _subject, { signal }) => cleanImports(ctx, tenantId, signal)),
  },
  ERASE_TEST_DATA: {
    timeLimitMs: 30 * MINUTE_MS,
    run: until((ctx, tenantId, _subject, { signal }) => eraseTestData(ctx, tenantId, signal)),
  },
  SWEEP_ANSWERS: {
    everyMs: HOUR_MS,
    timeLimitMs: 30 * MINUTE_MS,
    run: once((ctx, _tenantId, _subject, { signal }) => sweepAnswers(ctx, signal)),
  },
  SWEEP_NOTIFICATIONS: {
    everyMs: HOUR_MS,
    timeLimitMs: 30 * MINUTE_MS,
    run: once((ctx, _tenantId, _subject, { signal }) => sweepNotifications(ctx, signal)),
  },
  SWEEP_MAILS: {
    everyMs: HOUR_MS,
    timeLimitMs: 30 * MINUTE_MS,
    run: once((ctx, _tenantId, _subject, { signal }) => sweepMails(ctx, signal)),
  },
  COUNT_STATISTICS: {
    isFrequent: true,
    timeLimitMs: 10 * MINUTE_MS,
    async run(ctx, tenantId, _subject, { signal }) {
      const isLeft = await countStatistics(ctx, tenantId, signal)
      // The time limit came first. A moment that is past is at once.
      return isLeft ? { again: 0 } : null
    },
  },
  FIND_UNCOUNTED: {
    isFrequent: true,
    everyMs: COUNT_EVERY_MS,
    run: once((ctx, _tenantId, _subject, { signal }) => findUncounted(ctx, signal)),
  },
  CHECK_DOMAINS: {
    isExternal: () => true,
    isFrequent: true,
    everyMs: MINUTE_MS,
    timeLimitMs: 10 * MINUTE_MS,
    run: once((ctx, _tenantId, _subject, { signal }) => checkDueDomains(ctx, signal)),
  },
  MAINTAIN_CLICK_PARTITIONS: {
    everyMs: HOUR_MS,
    run: once((ctx) => maintainClickPartitions(ctx)),
  },
}
