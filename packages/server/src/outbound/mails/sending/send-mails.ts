import { setTimeout as pause } from 'node:timers/promises'
import type { MailReason, MailState } from '@goodword/domain/outbound/mail'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { skipReason } from '@goodword/domain/outbound/mail-decision'
import { statusesOf } from '@goodword/domain/rewards/reward'
import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable } from '../../../engine/driver/database-error.ts'
import { stopwatch } from '../../../engine/foundation/clock.ts'
import { inParallel } from '../../../engine/foundation/in-parallel.ts'
import type { MailServer, OutgoingMail, SendOutcome } from '../../../engine/mail-server/mail-server.ts'
import { type MailOutcome, reportMail } from '../../../engine/signals/mail-events.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { publicNameOf } from '../../../frame/program/program-of.ts'
import { rewardOf } from '../../../tracking/rows/ledger/rewards.ts'
import { noticedEnd } from '../create-mails.ts'
import { finishMail, keptReason } from '../finish-mail.ts'
import { addressHash, unsubscribeLink } from '../mail-keys.ts'
import { mailMessage } from '../mail-message.ts'
import { mailParts } from '../mail-parts.ts'
import { mailServerOf } from '../mail-server-of.ts'
import { isCustomerMail, loadMailSubject, type MailSubject } from '../mail-subject.ts'
import { renderMail } from '../rendering/render-mail.ts'
import { findInvitation } from '../rows/invitations.ts'
import { loadCustomerState } from '../rows/mail-subjects.ts'
import { countSentTo, lockMail, type MailRow, nextMails, updateMail } from '../rows/mails.ts'
import { loadUnsubscribed } from '../rows/unsubscribes.ts'
import { suppress } from '../unsubscribe.ts'
import { prepareInvitation } from './prepare-invitation.ts'
import { prepareSignInMail } from './prepare-sign-in-mail.ts'

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

/** An e-mail that the server refused temporarily this many times is given up: after four to five days. */
export const MAX_REFUSALS = 25

const FIRST_DELAY_MS = 60_000
const MAX_DELAY_MS = 6 * 3_600_000

type Recorded = {
  readonly state: MailState
  readonly reason: MailReason | null
  readonly dueAt?: number
  readonly outcome: MailOutcome
}

/** Stores what the mail server answered. An invited address that does not exist is not tried again. */
async function recordOutcome(
  ctx: Context,
  tx: Transaction,
  id: string,
  outcome: SendOutcome,
  durationMs: number,
): Promise<void> {
  const mail = await lockMail(tx, id)
  if (mail === null || mail.state !== 'SENDING') return
  // A server that does not work says nothing about this e-mail.
  const attempts = mail.attempts + (outcome.kind === 'unavailable' ? 0 : 1)
  const { state, reason, dueAt = mail.due_at, outcome: counted } = recorded(outcome, attempts, tx.now)
  updateMail(tx, {
    ...mail,
    state,
    reason,
    reply_code: outcome.replyCode ?? mail.reply_code,
    attempts,
    due_at: dueAt,
    finished_at: state === 'WAITING' ? null : tx.now,
  })
  if (mail.kind === 'INVITATION' && reason === 'RECIPIENT_REFUSED') {
    const invitation = await findInvitation(tx, mail.subject)
    if (invitation !== null) suppress(ctx, tx, invitation.address_hash)
  }
  tx.afterCommit(() => reportMail({ kind: mail.kind, outcome: counted, durationMs }))
}

function recorded(outcome: SendOutcome, attempts: number, now: number): Recorded {
  switch (outcome.kind) {
    case 'accepted':
      return { state: 'SENT', reason: null, outcome: 'sent' }
    case 'refused':
      return { state: 'FAILED', reason: outcome.reason, outcome: 'failed' }
    case 'unavailable':
      return { state: 'WAITING', reason: outcome.reason, outcome: 'unavailable' }
    case 'deferred': {
      if (attempts >= MAX_REFUSALS) return { state: 'FAILED', reason: 'GAVE_UP', outcome: 'failed' }
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1))
      return { state: 'WAITING', reason: 'REFUSED_FOR_NOW', dueAt: now + delayMs, outcome: 'deferred' }
    }
  }
}

const DAY_MS = 24 * 3_600_000

/**
 * Decides about an e-mail that is due. The message, if it is to be sent: it is stored as `SENDING` then. Null if there is
 * nothing to send.
 */
async function prepareMail(
  ctx: Context,
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<OutgoingMail | null> {
  const mail = await lockMail(tx, id)
  if (mail === null || mail.finished_at !== null || mail.due_at > tx.now) return null
  if (mail.kind === 'INVITATION') return prepareInvitation(ctx, tx, mail)
  if (!isCustomerMail(mail)) return prepareSignInMail(ctx, tx, mail)
  const subject = await loadMailSubject(tx, mail)
  const laterAt = notBefore(subject)
  if (laterAt !== null && laterAt > tx.now) {
    updateMail(tx, { ...mail, state: 'WAITING', due_at: laterAt })
    return null
  }
  const { settings, recipient } = subject
  const { emails } = settings
  const recipientKey = recipient?.id ?? mail.user_id
  const addressed = { ...mail, user_id: recipientKey }
  const hashOf = (address: string) => addressHash(ctx, tenantId, address)
  const reason = await reasonToSkip(tx, mail, subject, hashOf)
  if (reason !== null) return finishMail(tx, addressed, 'SKIPPED', reason)
  const kept = keptReason(ctx, tenantId)
  if (kept !== null) return finishMail(tx, addressed, 'KEPT', kept)
  const to = deliverableAddress(recipient?.email ?? '')
  if (emails === null || recipient?.email == null || to === null) {
    throw new Error('an e-mail without an address passed the decision to send it')
  }
  const link = unsubscribeLink(ctx, tenantId, recipient.email)
  const content = renderMail(
    mailParts(ctx, tenantId, subject, emails, { unsubscribeLink: link, canAppeal: true }),
  )
  updateMail(tx, { ...addressed, state: 'SENDING', reason: null })
  const about = { tenantId, mailId: id, to, programName: publicNameOf(settings), unsubscribeLink: link }
  return mailMessage(emails, { ...about, sentAt: ctx.clock.now() }, content)
}

/** A held reward may be given later than was known when the e-mail was created. */
function notBefore({ kind, reward }: MailSubject): number | null {
  return kind === 'REWARD_EARNED' && reward?.cancelled_at == null ? (reward?.given_at ?? null) : null
}

async function reasonToSkip(
  tx: Transaction,
  mail: MailRow,
  subject: MailSubject,
  hashOf: (address: string) => Buffer,
): Promise<MailReason | null> {
  const { kind, settings, recipient, referral, reward } = subject
  const email = recipient?.email ?? null
  const [out, sentToday, customer] = await Promise.all([
    email === null ? null : loadUnsubscribed(tx, hashOf(email)),
    recipient === null ? 0 : countSentTo(tx, recipient.id, kind, tx.now - DAY_MS),
    recipient === null ? null : loadCustomerState(tx, recipient.account_id, recipient.id),
  ])
  const isFriend = reward?.source === 'REFERRED'
  const side = isFriend ? referral?.referred_moderation : referral?.referrer_moderation
  return skipReason({
    kind,
    isKindOn: settings.emails?.kinds.some((it) => it === kind) ?? false,
    address: email,
    isDeliverable: email !== null && deliverableAddress(email) !== null,
    isVerified: recipient?.email_trusted === true,
    takesUnverified: settings.emails?.includeUnverified ?? false,
    isUnsubscribed: out !== null && (out.has('ALL') || out.has(kind)),
    moderation: side ?? null,
    referralStatus: referral?.status ?? null,
    rewardStatus: reward === null ? null : statusesOf(rewardOf(reward), tx.now)[0],
    hasEndMoved: mail.ends_at !== noticedEnd(kind, reward?.expires_at ?? null),
    isBlocked: recipient?.blocked_at != null,
    hasLeft: customer?.subscription_status === 'CANCELLED',
    hasShared: customer?.has_shared ?? false,
    sentToday,
  })
}
