import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable } from '../../../engine/driver/database-error.ts'
import { stopwatch } from '../../../engine/foundation/clock.ts'
import { inParallel } from '../../../engine/foundation/in-parallel.ts'
import type { MailServer } from '../../../engine/mail-server/mail-server.ts'
import type { Context } from '../../../frame/context.ts'
import { mailServerOf } from '../mail-server-of.ts'
import { nextMails } from '../rows/mails.ts'
import { prepareMail } from './prepare-mail.ts'
import { recordOutcome } from './record-outcome.ts'

/** When the e-mails of the tenant are to be looked at again, in milliseconds of its clock; null if none waits. */
export type SentMails = { readonly again: number | null }

/** A run ends after this long, so that other work gets its turn. */
const RUN_MS = 30_000
const AT_ONCE = 4
const BATCH = 40
/** The pause before a mail server that does not work is tried again. */
const RETRY_SERVER_MS = 30_000
const RETRY_RUN_MS = 2000
const RETRY_RECORD_MS = 500

/**
 * Sends the e-mails of a tenant that are due, a few at a time. An e-mail is stored as `SENDING` before it is sent, and its
 * outcome afterwards; one that was interrupted in between is sent again with the same Message-ID.
 */
export async function sendMails(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<SentMails> {
  const server = mailServerOf(ctx, tenantId)
  if (server === null) return sendDue(ctx, tenantId, null, signal)
  return (
    (await server.inRun(() => sendDue(ctx, tenantId, server, signal))) ?? {
      again: (await tenantNow(ctx, tenantId)) + jittered(RETRY_RUN_MS),
    }
  )
}

async function sendDue(
  ctx: Context,
  tenantId: TenantId,
  server: MailServer | null,
  signal: AbortSignal,
): Promise<SentMails> {
  const endsAt = stopwatch.now() + RUN_MS
  for (;;) {
    const { now, mails } = await ctx.readTenant(tenantId, async (tx) => ({
      now: tx.now,
      mails: await nextMails(tx, BATCH),
    }))
    const due = mails.filter((it) => it.due_at <= now)
    if (due.length === 0) return { again: mails[0]?.due_at ?? null }
    const pausedMs = server?.pausedMs() ?? 0
    if (pausedMs > 0) return { again: now + jittered(Math.max(pausedMs, RETRY_RUN_MS)) }
    if (signal.aborted || stopwatch.now() >= endsAt) return { again: now }
    const isServerUp = await inParallel(due.values(), AT_ONCE, ({ id }) =>
      sendMail(ctx, tenantId, server, id, signal),
    )
    if (!isServerUp) return { again: now + jittered(RETRY_SERVER_MS) }
  }
}

/** False if the mail server does not work. */
async function sendMail(
  ctx: Context,
  tenantId: TenantId,
  server: MailServer | null,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false
  const message = await ctx.writeTenant(tenantId, (tx) => prepareMail(ctx, tx, tenantId, id))
  if (message === null || server === null) return true
  const startedAt = stopwatch.now()
  const outcome = await server.send(message, signal)
  const durationMs = stopwatch.now() - startedAt
  // The mail server may have accepted it: without a record it would be sent again.
  for (;;) {
    try {
      await ctx.writeTenant(tenantId, (tx) => recordOutcome(ctx, tx, id, outcome, durationMs))
      return outcome.kind !== 'unavailable'
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || signal.aborted) throw error
      await pause(jittered(RETRY_RECORD_MS))
    }
  }
}

function tenantNow(ctx: Context, tenantId: TenantId): Promise<number> {
  return ctx.readTenant(tenantId, async (tx) => tx.now)
}

/** Spreads a delay, so that processes that failed together do not come back together. */
function jittered(delayMs: number): number {
  return Math.round(delayMs * (0.75 + Math.random() / 2))
}
