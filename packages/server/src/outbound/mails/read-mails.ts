import { Refusal } from '@goodword/contract/frame/refusal'
import type { MailContent } from '@goodword/contract/mails/mail'
import { isUuid, modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { linkWithToken, pageAddress } from '../../referring/hosted-page/page-address.ts'
import { tokenOfLink } from '../../referring/hosted-page/page-token.ts'
import { findPageLink } from '../../referring/hosted-page/rows/page-links.ts'
import { usersOfAddress } from '../../referring/hosted-page/users-of-address.ts'
import { namesOf } from '../../referring/users/names-of.ts'
import { unsubscribeLink } from './mail-keys.ts'
import { senderText } from './mail-message.ts'
import { mailParts } from './mail-parts.ts'
import { isCustomerMail, loadMailSubject } from './mail-subject.ts'
import { renderMail } from './rendering/render-mail.ts'
import { findMail, type ListedMailRow, listMails, type MailFilter } from './rows/mail-list.ts'
import { loadInvitationSubject, renderInvitation } from './sending/prepare-invitation.ts'
import { signInContent } from './sending/prepare-sign-in-mail.ts'

/** An e-mail with the merchant's IDs of its recipient. */
export type ListedMail = ListedMailRow

/** A page of e-mails; an account that does not exist has none. */
export function readMailPage(
  ctx: Context,
  tenantId: TenantId,
  filter: MailFilter,
  page: PageQuestion,
): Promise<Page<ListedMail>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, (tx) => listMails(tx, filter, tx.now, request))
}

export type MailReading = {
  readonly mail: ListedMail
  readonly from: string | null
  readonly to: string | null
  readonly content: MailContent | null
}

/**
 * An e-mail with its content as it would be sent now.
 *
 * Throws a Refusal MAIL_NOT_FOUND.
 */
export async function readMail(ctx: Context, tenantId: TenantId, id: string): Promise<MailReading> {
  const found = isUuid(id) ? await ctx.readTenant(tenantId, (tx) => load(ctx, tx, tenantId, id)) : null
  if (found === null) {
    throw new Refusal('MAIL_NOT_FOUND', 'No e-mail has this ID. Use an ID from GET mails.', 'mailId')
  }
  return found
}

async function load(
  ctx: Context,
  tx: Transaction,
  tenantId: TenantId,
  id: string,
): Promise<MailReading | null> {
  const mail = await findMail(tx, id)
  if (mail === null) return null
  if (mail.kind === 'INVITATION') return loadInvitation(ctx, tx, tenantId, mail)
  if (!isCustomerMail(mail)) return loadSignInMail(ctx, tx, mail)
  const subject = await loadMailSubject(tx, mail)
  const { emails, name } = subject.settings
  const to = subject.recipient?.email ?? null
  if (emails === null) return { mail, from: null, to, content: null }
  const link = to === null ? `${ctx.baseUrl}/unsubscribe` : unsubscribeLink(ctx, tenantId, to)
  const content = renderMail(
    mailParts(ctx, tenantId, subject, emails, { unsubscribeLink: link, canAppeal: false }),
  )
  return { mail, from: senderText(emails, name), to, content }
}

/**
 * A link to the hosted page as it was sent; without content once it is used or has expired. The link signs in its
 * holder, so staff see only that of a test program, whose e-mails reach no one else.
 */
async function loadSignInMail(ctx: Context, tx: Transaction, mail: ListedMailRow): Promise<MailReading> {
  const [link, program] = await Promise.all([findPageLink(tx, mail.subject), loadProgram(tx)])
  const settings = settingsOf(program.settings)
  const { emails, name } = settings
  const from = emails === null ? null : senderText(emails, name)
  if (link === null || emails === null || link.expires_at <= ctx.clock.now()) {
    return { mail, from, to: link?.address ?? null, content: null }
  }
  const [user] = await usersOfAddress(tx, link.address)
  const shown =
    modeOf(tx.tenantId) === 'test'
      ? linkWithToken(ctx, tx.tenantId, tokenOfLink(ctx, tx.tenantId, link.id))
      : pageAddress(ctx, tx.tenantId)
  const { language } = link
  const content = signInContent(settings, emails, {
    language,
    firstName: namesOf(user).first,
    link: shown,
  })
  return { mail, from, to: user?.email ?? link.address, content }
}

async function loadInvitation(
  ctx: Context,
  tx: Transaction,
  tenantId: TenantId,
  mail: ListedMail,
): Promise<MailReading> {
  const subject = await loadInvitationSubject(tx, mail)
  const { emails, name } = subject.settings
  const content = renderInvitation(ctx, tenantId, subject)?.content ?? null
  const from = emails === null ? null : senderText(emails, name)
  return { mail, from, to: subject.invitation?.address ?? null, content }
}
