import { Refusal } from '@goodword/contract/frame/refusal'
import type { Mail, RenderedMail } from '@goodword/contract/mails/mail'
import { mailReasons } from '@goodword/domain/outbound/mail'
import { isUuid, modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
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

/** A page of e-mails; an account that does not exist has none. */
export function readMailPage(
  ctx: Context,
  tenantId: TenantId,
  filter: MailFilter,
  page: PageQuestion,
): Promise<Page<Mail>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listMails(tx, filter, tx.now, request), mailAnswer),
  )
}

/**
 * An e-mail with its content as it would be sent now.
 *
 * @throws Refusal MAIL_NOT_FOUND
 */
export async function readMail(ctx: Context, tenantId: TenantId, id: string): Promise<RenderedMail> {
  const found = isUuid(id)
    ? await ctx.readTenant(tenantId, async (tx) => {
        const mail = await findMail(tx, id)
        return mail === null ? null : { ...mailAnswer(mail), ...(await render(ctx, tx, tenantId, mail)) }
      })
    : null
  if (found !== null) return found
  throw new Refusal('MAIL_NOT_FOUND', 'No e-mail has this ID. Use an ID from GET mails.', 'mailId')
}

type Rendered = Pick<RenderedMail, 'from' | 'to' | 'content'>

async function render(
  ctx: Context,
  tx: Transaction,
  tenantId: TenantId,
  mail: ListedMailRow,
): Promise<Rendered> {
  if (mail.kind === 'INVITATION') return renderInvitationMail(ctx, tx, tenantId, mail)
  if (!isCustomerMail(mail)) return renderSignInMail(ctx, tx, mail)
  const subject = await loadMailSubject(tx, mail)
  const { emails, name } = subject.settings
  const to = subject.recipient?.email ?? null
  if (emails === null) return { from: null, to, content: null }
  const link = to === null ? `${ctx.baseUrl}/unsubscribe` : unsubscribeLink(ctx, tenantId, to)
  const content = renderMail(
    mailParts(ctx, tenantId, subject, emails, { unsubscribeLink: link, canAppeal: false }),
  )
  return { from: senderText(emails, name), to, content }
}

/**
 * A link to the hosted page as it was sent; without content once it is used or has expired. The link signs in its
 * holder, so staff see only that of a test program, whose e-mails reach no one else.
 */
async function renderSignInMail(ctx: Context, tx: Transaction, mail: ListedMailRow): Promise<Rendered> {
  const [link, program] = await Promise.all([findPageLink(tx, mail.subject), loadProgram(tx)])
  const settings = settingsOf(program.settings)
  const { emails, name } = settings
  const from = emails === null ? null : senderText(emails, name)
  if (link === null || emails === null || link.expires_at <= ctx.clock.now()) {
    return { from, to: link?.address ?? null, content: null }
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
  return { from, to: user?.email ?? link.address, content }
}

async function renderInvitationMail(
  ctx: Context,
  tx: Transaction,
  tenantId: TenantId,
  mail: ListedMailRow,
): Promise<Rendered> {
  const subject = await loadInvitationSubject(tx, mail)
  const { emails, name } = subject.settings
  const content = renderInvitation(ctx, tenantId, subject)?.content ?? null
  const from = emails === null ? null : senderText(emails, name)
  return { from, to: subject.invitation?.address ?? null, content }
}

function mailAnswer(row: ListedMailRow): Mail {
  const { id, kind, state, reason, attempts } = row
  return {
    id,
    kind,
    state,
    reason,
    message: reason === null ? null : mailReasons[reason],
    replyCode: row.reply_code,
    attempts,
    accountId: row.account,
    userId: row.user_external_id,
    referralId: row.referral_id,
    rewardId: row.reward_id,
    dateCreated: row.created_at,
    dateDue: row.due_at,
    dateFinished: row.finished_at,
  }
}
