import { isLive, isToBeChanged } from '@goodword/domain/bills/bill-discount'
import { billTime, dayOf } from '@goodword/domain/bills/bill-time'
import { billingTimeOfDay } from '@goodword/domain/bills/processor-payment'
import type { TenantId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../../connectors/processor-error.ts'
import type { SubscriptionState } from '../../../connectors/processor-state.ts'
import { jobOfSubject } from '../../../engine/job-table/job-of-subject.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { enqueueJobs } from '../../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { callProcessor, countCallsNow } from '../../connections/call-processor.ts'
import { type OpenConnection, openConnectionWith } from '../../connections/processor-client.ts'
import { isTriedAgain } from '../../connections/repeat-work.ts'
import { areNotificationsRead } from '../../notifications/read-missed-notifications.ts'
import { saveLooks } from '../../rows/looks.ts'
import type { SubscriptionRow } from '../../rows/subscriptions.ts'
import { type Due, findFriends, findRound, type Round } from './find-round.ts'
import { NEAR_EVERY_MS, nextLook, startOfHour } from './next-look.ts'
import { readMark } from './read-mark.ts'
import { routineMs } from './save-watched.ts'
import { watchDrafts } from './sweep-drafts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type SweepRun = {
  readonly signal: AbortSignal
  /** A sweep that fails now is not tried again. */
  readonly isLastAttempt: boolean
}

/**
 * Compares the subscriptions that are due with the payment processor, so that a lost notification and a discount that was
 * changed by hand are noticed: pages of them, the nearest bill first. A customer is read only if something about it is different.
 * Where the processor lists its notifications, these say which subscriptions are to be compared. Before the bill of a referrer its
 * friends are compared, because their leaving changes it.
 *
 * Returns when the next subscription is due; null without a connection.
 */
export async function sweepBills(
  ctx: Context,
  tenantId: TenantId,
  { signal, isLastAttempt }: SweepRun,
): Promise<{ readonly again: number } | null> {
  try {
    const opened = await openConnectionWith(ctx, tenantId, (tx) =>
      Promise.all([loadProgram(tx), findRound(tx), jobOfSubject(tx, 'READ_NOTIFICATIONS', ''), tx.now]),
    )
    if (opened === null) return null
    const [connection, [{ settings }, round, reading, now]] = opened
    const { processorDiscountId: discountId } = settingsOf(settings)
    const isRead = areNotificationsRead(connection, reading, now)
    const sweep = { ctx, tenantId, connection, discountId, isFollowed: isRead === 'YES', now }
    const again = isRead === 'SOON' ? now + MINUTE_MS : await compareDue(sweep, round, signal)
    const { openBills } = connection.client
    if (openBills !== undefined) await ctx.writeTenant(tenantId, (tx) => watchDrafts(tx, connection))
    return { again }
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (isTriedAgain(tenantId, error, isLastAttempt)) throw error
    // The sweep goes on after an outage of any length; the connection shows the error.
    return { again: await ctx.readTenant(tenantId, async ({ now }) => now + HOUR_MS) }
  }
}

/** Returns when the next subscription is due. */
async function compareDue(sweep: Sweep, first: Round, signal: AbortSignal): Promise<number> {
  let round = first
  while (round.rows.length > 0 && !signal.aborted) {
    const { rows } = round
    const [friends, next] = await compareSubscriptions(sweep, round, async (tx) => {
      return [await findFriends(tx, rows), await findRound(tx)] as const
    })
    round = friends.rows.length === 0 ? next : await compareSubscriptions(sweep, friends, findRound)
  }
  return round.again
}

/*
 * Where the processor lists its notifications, one request tells of all subscriptions that changed, and their customers are read by
 * those. A comparison of the others would find what was stored: it only moves on to when they are to be compared next.
 */

const DAY_MS = 86_400_000

/** A bill within this time is read when it is made. */
const BILLED_SOON_MS = 31 * DAY_MS

/** How often the others are read all the same: no notification says that what was used, or a pending item, became more. */
const ANYWAY_EVERY_MS = 60 * DAY_MS

/** The input of a sweep's comparisons. */
type Sweep = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly connection: OpenConnection
  readonly discountId: string
  /** Whether the notifications of all changes were read, so that subscriptions without one are unchanged. */
  readonly isFollowed: boolean
  /** The time of the tenant's clock at which it began. */
  readonly now: number
}

const PAGE = 50

const ONE_HOUR_MS = 3_600_000

/**
 * Reads subscriptions, a page with one request, and asks for a look at the customers of those that are other than they were, or
 * are not there any more, and at those whose last look was given up. A customer that is being read as a whole is left out, and so is
 * a subscription of which notifications say that nothing changed.
 * Returns what `next` reads in the transaction of the last page.
 */
async function compareSubscriptions<Next>(
  sweep: Sweep,
  { rows, jobs }: Due,
  next: (tx: Transaction) => Promise<Next>,
): Promise<Next> {
  const page = (from: number) => ({ rows: rows.slice(from, from + PAGE), jobs })
  let at = 0
  for (; at + PAGE < rows.length; at += PAGE) await comparePage(sweep, page(at), async () => null)
  return comparePage(sweep, page(at), next)
}

async function comparePage<Next>(
  sweep: Sweep,
  { rows, jobs }: Due,
  next: (tx: Transaction) => Promise<Next>,
): Promise<Next> {
  const { ctx, tenantId, connection } = sweep
  const isBeingRead = ({ customer_id: customer }: SubscriptionRow) =>
    jobs.get(customer) === 'READY' || jobs.get(customer) === 'RUNNING'
  const isUnchanged = (row: SubscriptionRow) =>
    sweep.isFollowed && jobs.get(row.customer_id) !== 'FAILED' && !isReadAnyway(row, sweep.now)
  const others = rows.filter((it) => !isBeingRead(it) && !isUnchanged(it))
  const states = await readStates(sweep, others)
  return ctx.writeTenant(tenantId, async (tx) => {
    countCallsNow(tx, connection)
    const soon = { look_at: tx.now + ONE_HOUR_MS, look_class: 'NEAR', checked_at: tx.now } as const
    const every = routineMs(ctx)
    saveLooks(
      tx,
      rows.map((row) =>
        isBeingRead(row)
          ? { ...row, ...soon }
          : isUnchanged(row)
            ? unchangedRow(row, every, tx.now)
            : comparedRow(row, states.get(row.subscription_id), every, tx.now),
      ),
    )
    const different = others.filter(
      (row) =>
        // A refund that was denied changes nothing of the subscription.
        jobs.get(row.customer_id) === 'FAILED' || isDifferent(row, states.get(row.subscription_id)),
    )
    enqueueJobs(
      tx,
      different.map(({ customer_id: subject }) => ({ kind: 'CUSTOMER', subject }) as const),
    )
    return next(tx)
  })
}

async function readStates(
  { ctx, tenantId, connection, discountId }: Sweep,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, SubscriptionState>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map((it) => it.subscription_id)
  const read = await callProcessor(ctx, tenantId, connection, (client) =>
    client.readSubscriptions(ids, discountId),
  )
  return new Map(read.map((it) => [it.id, it]))
}

/** A discount that is not as it is to be is tried again, though nothing changed. */
function isDifferent({ read_mark, state }: SubscriptionRow, read: SubscriptionState | undefined): boolean {
  return read === undefined || isToBeChanged(state) || readMark(read) !== read_mark
}

/** A difference is stored when its customer has been read. Should that fail repeatedly, it is compared again. */
function comparedRow(
  row: SubscriptionRow,
  read: SubscriptionState | undefined,
  every: number,
  now: number,
): SubscriptionRow {
  if (read === undefined || isDifferent(row, read))
    return { ...row, look_at: now + NEAR_EVERY_MS, look_class: 'NEAR', checked_at: now }
  const isBilled = isLive(read) && read.nextBillDate !== null
  const timeOfDay = billingTimeOfDay(read)
  const bill = isBilled ? billTime(read.nextBillDate, timeOfDay) : null
  const stake = row.look_class === 'AFTER' ? 'BILLS' : 'MONEY'
  const terms = { stake, bill, hasFailed: false, routineMs: every } as const
  return { ...row, ...nextLook(terms, now), checked_at: now }
}

/** Whether a subscription is compared, although every notification was read and none was about it. */
function isReadAnyway(row: SubscriptionRow, now: number): boolean {
  const { state, look_class: lookClass, next_bill_date: billDate, checked_at: checkedAt } = row
  if (isToBeChanged(state)) return true
  const isOverdue = billDate !== null && billDate < dayOf(now)
  if (isOverdue && lookClass === 'NEAR') return true
  const isBilledSoon = billDate !== null && !isOverdue && billDate <= dayOf(now + BILLED_SOON_MS)
  return !isBilledSoon && turnOf(row, now) !== turnOf(row, checkedAt)
}

/** The turns of subscriptions begin at different times, so that they are not all read on one day. */
function turnOf({ id }: SubscriptionRow, at: number): number {
  const offset = Number.parseInt(id.slice(-8), 16) % ANYWAY_EVERY_MS
  return Math.floor((at + offset) / ANYWAY_EVERY_MS)
}

/** The row of a subscription that is as it was stored, with when it is compared next: on the day of its bill from the first hour on. */
function unchangedRow(row: SubscriptionRow, routineMs: number, now: number): SubscriptionRow {
  const { look_class: lookClass, next_bill_date: billDate } = row
  const bill = billDate === null ? null : billTime(billDate, null)
  if (lookClass === 'NEAR' && bill !== null) {
    const at = startOfHour(now + NEAR_EVERY_MS)
    return { ...row, look_at: bill.from > now ? Math.min(at, bill.from) : at, checked_at: now }
  }
  const stake = lookClass === 'AFTER' ? 'BILLS' : 'MONEY'
  return { ...row, ...nextLook({ stake, bill, hasFailed: false, routineMs }, now), checked_at: now }
}
