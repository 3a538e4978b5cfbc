import type { MailContent } from '@goodword/contract/mails/mail'
import { faultOf } from '@goodword/domain/attribution/attribution'
import { invitationSkipReason, MONTHS_BETWEEN_INVITATIONS } from '@goodword/domain/outbound/invitation'
import type { MailReason } from '@goodword/domain/outbound/mail'
import { emailKey } from '@goodword/domain/values/email-key'
import type { TenantId } from '@goodword/domain/values/ids'
import { addMonths } from '@goodword/domain/values/interval'
import { inDirectory } from '../../../engine/driver/directory-tx.ts'
import type { OutgoingMail } from '../../../engine/mail-server/mail-server.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { type FullSettings, programOf, publicNameOf, settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { shareLinks } from '../../../referring/share-links/share-links.ts'
import { namesOf } from '../../../referring/users/names-of.ts'
import { type FullUserRow, loadUsersByKey } from '../../../referring/users/rows/users.ts'
import { codeOwner, loadCodes } from '../../../tracking/rows/codes.ts'
import { finishMail, keptReason } from '../finish-mail.ts'
import { invitationLink } from '../mail-keys.ts'
import { mailMessage } from '../mail-message.ts'
import { programParts } from '../mail-parts.ts'
import { countLetterTo, nextLetterMs } from '../recipient-allowance.ts'
import { renderMail } from '../rendering/render-mail.ts'
import { claimAddress, findInvitation, type InvitationRow, isKnownAddress } from '../rows/invitations.ts'
import { type MailRow, updateMail } from '../rows/mails.ts'
import { loadUnsubscribed } from '../rows/unsubscribes.ts'

/** The present data of an invitation. */
export type InvitationSubject = {
  readonly settings: FullSettings
  /** Null after the erasure of its sender. */
  readonly invitation: InvitationRow | null
  readonly sender: FullUserRow | null
  readonly isCodeValid: boolean
}

export async function loadInvitationSubject(
  tx: Transaction,
  { subject }: Pick<MailRow, 'subject'>,
): Promise<InvitationSubject> {
  const [{ settings }, invitation] = await Promise.all([loadProgram(tx), findInvitation(tx, subject)])
  const key = invitation?.user_id ?? null
  const sender = key === null ? null : ((await loadUsersByKey(tx, [key])).get(key) ?? null)
  const code = sender === null ? undefined : (await loadCodes(tx, [sender.code])).get(sender.code)
  const fault = faultOf(code === undefined ? null : codeOwner(code), {
    now: tx.now,
    program: programOf(settings),
  })
  return { settings: settingsOf(settings), invitation, sender, isCodeValid: fault === null }
}

/** Why an invitation that is due is not sent; null if it is, and then its address is taken by it for a year. */
async function reasonToSkip(
  tx: Transaction,
  { settings, invitation, sender, isCodeValid }: InvitationSubject,
): Promise<MailReason | null> {
  const address = invitation?.address ?? null
  const [out, isKnown] = await Promise.all([
    invitation === null ? null : loadUnsubscribed(tx, invitation.address_hash),
    address !== null && isKnownAddress(tx, emailKey(address)),
  ])
  const reason = invitationSkipReason({
    isOn: settings.invitations === 'ON' && settings.emails !== null,
    isValid: address !== null && isCodeValid && namesOf(sender).first !== null,
    isSenderBlocked: sender?.blocked_at != null,
    isSuppressed: out !== null && (out.has('INVITATION') || out.has('ALL')),
    isKnown,
  })
  if (reason !== null || invitation === null) return reason
  const freeUntil = addMonths(tx.now, -MONTHS_BETWEEN_INVITATIONS)
  return (await claimAddress(tx, invitation, tx.now, freeUntil)) ? null : 'INVITED_BEFORE'
}

/** Decides about an invitation that is due, and makes its message. */
export async function prepareInvitation(
  ctx: Context,
  tx: Transaction,
  mail: MailRow,
): Promise<OutgoingMail | null> {
  const { tenantId } = tx
  const subject = await loadInvitationSubject(tx, mail)
  const reason = await reasonToSkip(tx, subject)
  if (reason !== null) return finishMail(tx, mail, 'SKIPPED', reason)
  const kept = keptReason(ctx, tenantId)
  if (kept !== null) return finishMail(tx, mail, 'KEPT', kept)
  const recipient = subject.invitation?.address ?? ''
  if (!(await inDirectory(ctx.db, (directory) => countLetterTo(ctx, directory, recipient)))) {
    // Its address stays taken by it. It is outdated once the address is erased.
    updateMail(tx, { ...mail, state: 'WAITING', reason: 'TOO_MANY', due_at: tx.now + nextLetterMs(ctx) })
    return null
  }
  const rendered = renderInvitation(ctx, tenantId, subject)
  const { emails } = subject.settings
  const programName = publicNameOf(subject.settings)
  const to = subject.invitation?.address ?? null
  if (rendered === null || emails === null || to === null) {
    throw new Error('an invitation without an address passed the decision to send it')
  }
  updateMail(tx, { ...mail, state: 'SENDING', reason: null })
  const { content, link: unsubscribeLink } = rendered
  const about = { tenantId, mailId: mail.id, to, programName, unsubscribeLink, sentAt: ctx.clock.now() }
  return mailMessage({ ...emails, replyTo: null }, about, content)
}

/** An invitation as its friend sees it; null if the program has no e-mails, or nothing is kept of it. */
export function renderInvitation(
  ctx: Context,
  tenantId: TenantId,
  { settings, invitation, sender }: InvitationSubject,
): { readonly content: MailContent; readonly link: string } | null {
  const { emails, referredReward } = settings
  if (emails === null || invitation === null || sender === null) return null
  const link = invitationLink(ctx, tenantId, invitation.address_hash)
  const content = renderMail({
    kind: 'INVITATION',
    ...programParts(settings, emails),
    // The friend's own is not known; who invites writes in theirs.
    locale: sender.locale,
    firstName: null,
    friendName: null,
    senderName: namesOf(sender).first,
    reward: referredReward,
    expiresAt: null,
    // The plain link: nothing in it says which e-mail it came by.
    shareLink: shareLinks(ctx, tenantId, sender.code).direct,
    unsubscribeLink: link,
  })
  return { content, link }
}
