import type { MailReason } from '@goodword/domain/outbound/mail'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { skipReason } from '@goodword/domain/outbound/mail-decision'
import { statusesOf } from '@goodword/domain/rewards/reward'
import type { TenantId } from '@goodword/domain/values/ids'
import type { OutgoingMail } from '../../../engine/mail-server/mail-server.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { publicNameOf } from '../../../frame/program/program-of.ts'
import { rewardOf } from '../../../tracking/rows/ledger/rewards.ts'
import { noticedEnd } from '../create-mails.ts'
import { finishMail, keptReason } from '../finish-mail.ts'
import { addressHash, unsubscribeLink } from '../mail-keys.ts'
import { mailMessage } from '../mail-message.ts'
import { mailParts } from '../mail-parts.ts'
import { isCustomerMail, loadMailSubject, type MailSubject } from '../mail-subject.ts'
import { renderMail } from '../rendering/render-mail.ts'
import { loadCustomerState } from '../rows/mail-subjects.ts'
import { countSentTo, lockMail, type MailRow, updateMail } from '../rows/mails.ts'
import { loadUnsubscribed } from '../rows/unsubscribes.ts'
import { prepareInvitation } from './prepare-invitation.ts'
import { prepareSignInMail } from './prepare-sign-in-mail.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Decides about an e-mail that is due. The message, if it is to be sent: it is stored as `SENDING` then. Null if there is
 * nothing to send.
 */
export async function prepareMail(
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
