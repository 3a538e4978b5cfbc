import type { MailReason, MailState } from '@goodword/domain/outbound/mail'
import type { SendOutcome } from '../../../engine/mail-server/mail-server.ts'
import { type MailOutcome, reportMail } from '../../../engine/signals/mail-events.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { findInvitation } from '../rows/invitations.ts'
import { lockMail, updateMail } from '../rows/mails.ts'
import { suppress } from '../unsubscribe.ts'

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
export async function recordOutcome(
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
