import type { TenantId } from '@goodword/domain/values/ids'
import type { Notification } from '../../connectors/notification.ts'
import { documentOf } from '../../connectors/processor-clients.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { JobOfSubject } from '../../engine/job-table/job-of-subject.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { callProcessor, storedFindings } from '../connections/call-processor.ts'
import {
  credentialsContext,
  type OpenConnection,
  openConnectionWith,
  openCredentials,
} from '../connections/processor-client.ts'
import { isWebhook, withWebhook } from '../connections/read-connection.ts'
import { repeatWork } from '../connections/repeat-work.ts'
import {
  type ConnectionId,
  lockConnectionHealth,
  recordCredentials,
  recordNotificationsRead,
  recordSetup,
} from '../rows/connections.ts'
import { listNotificationKinds, loadKnownHashes } from '../rows/notifications.ts'
import { identityHash, isStorable, storeNotification } from './accept-request.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const EVERY_MS = 10 * MINUTE_MS
/** While all of them arrive: drafts are looked for by themselves. */
const WHILE_COMPLETE_EVERY_MS = 2 * 60 * MINUTE_MS
/** Notifications are listed a little later than they are made, and not in the order of their times. */
const OVERLAP_MS = 5 * MINUTE_MS
/** The processor lists notifications for 30 days: after a longer outage every customer is read. */
const LISTED_MS = 29 * DAY_MS

/**
 * Reads at the processor which notifications it made since the last time, and takes those that did not arrive: after an
 * outage of the service, and while its webhook is not set up or does not work, which is corrected once a day. Each is taken once, by
 * its identity. They are read more seldom while all of them arrive.
 *
 * Returns when to read again; null without a connection, and for a processor that does not list its notifications.
 */
export async function readMissedNotifications(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const opened = await openConnectionWith(ctx, tenantId, async ({ now }) => now).catch(lostKeys)
  if (opened === null) return null
  const [connection, now] = opened
  if (connection.client.readNotifications === undefined) return null
  return repeatWork(connection, { now, afterErrorMs: EVERY_MS }, async () => {
    const missed = await readAll(ctx, tenantId, connection, signal)
    await followWebhook(ctx, tenantId, connection)
    if (missed === null) return DAY_MS
    const isComplete = missed === 0 && (await doNotificationsArrive(ctx, tenantId, connection))
    return isComplete ? WHILE_COMPLETE_EVERY_MS : EVERY_MS
  })
}

/**
 * Whether every change at the processor is known that was made until a short time ago, because its notifications were read: `SOON`
 * where the job that reads them is about to. `NO` for a processor that does not list them, and for keys that may not.
 */
export function areNotificationsRead(
  connection: OpenConnection,
  job: JobOfSubject | null,
  now: number,
): 'YES' | 'SOON' | 'NO' {
  if (!readsNotifications(connection)) return 'NO'
  const { notifications_read_at: readAt } = connection.row
  if (readAt !== null && now - readAt <= WHILE_COMPLETE_EVERY_MS + EVERY_MS) return 'YES'
  const isDue = job?.state === 'WAITING' && job.due_at !== null && job.due_at <= now
  return isDue || job?.state === 'READY' || job?.state === 'RUNNING' ? 'SOON' : 'NO'
}

/** Whether notifications that were lost are found, because those of the connection have been read at the processor. */
export function readsNotifications({ client, row }: OpenConnection): boolean {
  return client.readNotifications !== undefined && row.notifications_read_at !== null
}

/** Whether one arrived within a day. */
async function doNotificationsArrive(
  ctx: Context,
  tenantId: TenantId,
  { row }: OpenConnection,
): Promise<boolean> {
  const kinds = await ctx.readTenant(tenantId, (tx) => listNotificationKinds(tx, row.id))
  return kinds.some((it) => ctx.clock.now() - it.last_seen_at < DAY_MS)
}

/** They are to be sent again, and reading begins anew then. */
function lostKeys(error: unknown): null {
  if (!(error instanceof ProcessorError)) throw error
  return null
}

/** Returns how many did not arrive; null if the keys may not list them, which the setup of the connection warns of. */
async function readAll(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  signal: AbortSignal,
): Promise<number | null> {
  const { row } = connection
  const { notifications_until: readUntil } = row
  const since = readUntil === null ? null : readUntil - OVERLAP_MS
  let newest = readUntil
  let missed = 0
  for (let after: string | null = null; !signal.aborted; ) {
    const page = await readPage(ctx, tenantId, connection, since, after)
    if (page === null) return null
    missed += await storeMissed(ctx, tenantId, row.id, page.notifications)
    newest = page.notifications.reduce<number | null>(
      (latest, { createdAt }) => Math.max(latest ?? createdAt, createdAt),
      newest,
    )
    after = page.next
    // At the first time the newest ones are enough: older ones were read with the customers.
    if (after === null || since === null) {
      await noteRead(ctx, tenantId, connection, newest)
      return missed
    }
  }
  return missed
}

function readPage(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  since: number | null,
  after: string | null,
) {
  return callProcessor(ctx, tenantId, connection, async ({ readNotifications }) => {
    try {
      return (await readNotifications?.(since, after)) ?? null
    } catch (error) {
      if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return null
      throw error
    }
  })
}

async function storeMissed(
  ctx: Context,
  tenantId: TenantId,
  connectionId: ConnectionId,
  notifications: readonly Notification[],
): Promise<number> {
  const hashes = notifications.map(({ identity }) => identityHash(identity))
  const known = await ctx.readTenant(tenantId, (tx) => loadKnownHashes(tx, hashes))
  const knownTexts = new Set(known.map((it) => it.toString('hex')))
  const missed = notifications.filter(
    (it) => !knownTexts.has(identityHash(it.identity).toString('hex')) && isStorable(it),
  )
  // The oldest first, as they would have come, and one by one, because each locks the job of its customer.
  for (const it of missed.toReversed())
    await ctx.writeTenant(tenantId, (tx) => storeNotification(tx, connectionId, it, ctx.clock.now()))
  return missed.length
}

/**
 * Notifications of the last minutes are read by the tenant's clock, as sweeps are due by it. A test clock at the processor may be
 * ahead of the time at which the next notifications are made.
 */
async function noteRead(
  ctx: Context,
  tenantId: TenantId,
  { row }: OpenConnection,
  newest: number | null,
): Promise<void> {
  const machineNow = ctx.clock.now()
  const { notifications_read_at: readAt } = row
  await ctx.writeTenant(tenantId, async (tx) => {
    const until = newest === null ? null : Math.min(newest, Math.max(machineNow, tx.now))
    recordNotificationsRead(tx, row.id, until, tx.now)
    if (readAt !== null && tx.now - readAt > LISTED_MS) enqueueJob(tx, { kind: 'ALL_CUSTOMERS', subject: '' })
  })
}

/**
 * Corrects the webhook that the service registered at the processor, a day after the setup was last looked at: it may have been deleted,
 * disabled or changed by hand, or an upgrade reads other kinds. What keeps it from being corrected is missing from then on.
 *
 * @throws ProcessorError
 */
async function followWebhook(ctx: Context, tenantId: TenantId, connection: OpenConnection): Promise<void> {
  const { row, client } = connection
  const now = ctx.clock.now()
  const isDue = now - (row.setup_checked_at ?? 0) >= DAY_MS
  if (client.registerWebhook === undefined || !isDue || row.removal_requested_at !== null) return
  const stored = openCredentials(ctx, tenantId, row)
  if (stored === null) return
  const { credentials, findings } = await callProcessor(ctx, tenantId, connection, () =>
    withWebhook(ctx, tenantId, client, { credentials: stored, findings: [], stored }),
  )
  const document = documentOf(credentials)
  await ctx.writeTenant(tenantId, async (tx) => {
    const health = await lockConnectionHealth(tx, row.id)
    if (health === null) return
    const others = storedFindings(health).filter((it) => !isWebhook(it))
    recordSetup(tx, row.id, [...others, ...findings], now)
    if (document !== documentOf(stored))
      recordCredentials(tx, row.id, ctx.secretBox.seal(document, credentialsContext(tenantId, row.id)))
  })
}
