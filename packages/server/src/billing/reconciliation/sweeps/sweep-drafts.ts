import type { TenantId } from '@goodword/domain/values/ids'
import type { ProcessorError } from '../../../connectors/processor-error.ts'
import type { OpenBill } from '../../../connectors/processor-state.ts'
import { jobOfSubject } from '../../../engine/job-table/job-of-subject.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { enqueueJob, enqueueJobs } from '../../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { callDay, callProcessor, hasUsedCalls } from '../../connections/call-processor.ts'
import { type OpenConnection, openConnectionWith } from '../../connections/processor-client.ts'
import { isTriedAgain, repeatWork } from '../../connections/repeat-work.ts'
import { readsNotifications } from '../../notifications/read-missed-notifications.ts'
import { loadDueLooks } from '../../rows/looks.ts'
import { loadSubscriptionsById, type SubscriptionRow } from '../../rows/subscriptions.ts'
import { NEAR_EVERY_MS } from './next-look.ts'

const MINUTE_MS = 60_000
/** A draft lives for an hour, and for three days where an endpoint of the merchant holds it. */
const EVERY_MS = 10 * MINUTE_MS
/** Once the calls of a day are used up: often enough for a draft. */
const SELDOM_MS = 30 * MINUTE_MS
const MAX_DRAFT_MS = 4 * 86_400_000
const MAX_BATCH = 1000
const MAX_NEAR = 500

/**
 * Asks for a look at the customers of drafts that are other than the service left them, so that a lost notification costs
 * nothing: one request for all of them. It runs when notifications tell of drafts and while a bill is near, and ends by itself.
 *
 * Returns when to look again; null if no bill is near, or the processor makes no drafts.
 */
export async function sweepDrafts(
  ctx: Context,
  tenantId: TenantId,
  { isLastAttempt }: { readonly isLastAttempt: boolean },
): Promise<{ readonly again: number } | null> {
  const opened = await openConnectionWith(ctx, tenantId, async (tx) => {
    const [{ settings }, near] = await Promise.all([loadProgram(tx), findNear(tx)])
    return { discountId: settingsOf(settings).processorDiscountId, near, now: tx.now }
  })
  if (opened === null) return null
  const [connection, { discountId, near, now }] = opened
  if (connection.client.openBills === undefined) return null
  const everyMs = hasUsedCalls(connection.row, now) ? SELDOM_MS : EVERY_MS
  const throws = (error: ProcessorError) => isTriedAgain(tenantId, error, isLastAttempt)
  return repeatWork(connection, { now, afterErrorMs: everyMs, isUrgent: true, throws }, async () => {
    const bills = await callProcessor(ctx, tenantId, connection, async (client) =>
      client.openBills?.(now - MAX_DRAFT_MS, discountId),
    )
    await lookAtChanged(ctx, tenantId, bills ?? [])
    return isBillNear(connection, near, now) ? everyMs : null
  })
}

async function lookAtChanged(ctx: Context, tenantId: TenantId, bills: readonly OpenBill[]): Promise<void> {
  for (let at = 0; at < bills.length; at += MAX_BATCH) {
    // The newest draft of a subscription comes first, and is its next bill.
    const newestLast = bills.slice(at, at + MAX_BATCH).toReversed()
    const some = new Map(newestLast.map((it) => [it.subscriptionId, it]))
    await ctx.writeTenant(tenantId, async (tx) => {
      const rows = await loadSubscriptionsById(tx, [...some.keys()])
      const changed = rows.filter((row) => isOther(row, some.get(row.subscription_id)))
      if (changed.length > 0)
        enqueueJobs(
          tx,
          changed.map(({ customer_id: subject }) => ({ kind: 'CUSTOMER', subject }) as const),
        )
    })
  }
}

/**
 * Whether a draft is to be read: it has another price or discount than was stored, or a discount that is not right. This alone decides
 * it, so that whatever only drafts are given, and their subscriptions are not, counts here.
 */
function isOther(row: SubscriptionRow, bill: OpenBill | undefined): boolean {
  if (bill === undefined || !row.is_live) return false
  const isAsStored = row.price_minor === bill.price.minor && row.actual_minor === bill.discountAmount
  return !isAsStored || row.actual_minor !== row.expected_minor
}

/** Has drafts looked for from now on, if a bill is near and that is not under way. */
export async function watchDrafts(tx: Transaction, connection: OpenConnection): Promise<void> {
  const [near, job] = await Promise.all([findNear(tx), jobOfSubject(tx, 'SWEEP_DRAFTS', '')])
  const isUnderWay = job !== null && (job.state === 'READY' || job.due_at !== null)
  if (isBillNear(connection, near, tx.now) && !isUnderWay)
    enqueueJob(tx, { kind: 'SWEEP_DRAFTS', subject: '', dueAt: tx.now + EVERY_MS })
}

/** Subscriptions are compared this often at least from two days before their bill until that is seen. */
function findNear(tx: Transaction): Promise<readonly SubscriptionRow[]> {
  return loadDueLooks(tx, 'NEAR', tx.now + NEAR_EVERY_MS, MAX_NEAR)
}

/** Where notifications are read, one tells of a bill that is made earlier than on its day. */
function isBillNear(connection: OpenConnection, near: readonly SubscriptionRow[], now: number): boolean {
  if (!readsNotifications(connection) || near.length === MAX_NEAR) return near.length > 0
  return near.some(({ next_bill_date: date }) => date !== null && date <= callDay(now))
}
