import type { MailContent } from '@goodword/contract/mail'
import { Refusal } from '@goodword/contract/refusal'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import { findMail, type ListedMailRow, listMails, type MailFilter } from '../../../store/mails/mail-list.ts'
import { loadMailKey } from '../../../store/mails/unsubscribes.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../../foundation/page.ts'
import { unsubscribeLink } from './mail-keys.ts'
import { senderText } from './mail-message.ts'
import { mailParts } from './mail-parts.ts'
import { loadMailSubject } from './mail-subject.ts'
import { renderMail } from './render-mail.ts'

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
  const subject = await loadMailSubject(tx, mail)
  const { emails, name } = subject.settings
  const to = subject.recipient?.email ?? null
  if (emails === null) return { mail, from: null, to, content: null }
  const key = await loadMailKey(tx)
  // Without a key nothing was sent yet, so there is no link either.
  const link =
    key === null || to === null ? `${ctx.baseUrl}/unsubscribe` : unsubscribeLink(ctx, tenantId, key, to)
  const content = renderMail(mailParts(ctx, tenantId, subject, emails, link))
  return { mail, from: senderText(emails, name), to, content }
}
