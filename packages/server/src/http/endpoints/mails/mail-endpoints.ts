import { endpoints } from '@goodword/contract/endpoints/all'
import type { Mail } from '@goodword/contract/mail'
import { mailReasons } from '@goodword/domain/outbound/mail'
import { previewMail } from '../../../operations/outbound/mails/preview-mail.ts'
import { type ListedMail, readMail, readMailPage } from '../../../operations/outbound/mails/read-mails.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** E-mails to customers. */
export function mailEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listMails, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readMailPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), mails: found.rows.map(mailAnswer) }
  })
  serve(endpoints.readMail, async (ctx, { tenant, params }) => {
    const { mail, from, to, content } = await readMail(ctx, tenant.tenantId, params.mailId)
    return { ...mailAnswer(mail), from, to, content }
  })
  serve(endpoints.previewMail, (ctx, { tenant, body }) => previewMail(ctx, tenant.tenantId, body))
}

function mailAnswer(row: ListedMail): Mail {
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
    userId: row.user_id,
    referralId: row.referral_id,
    rewardId: row.reward_id,
    dateCreated: row.created_at,
    dateDue: row.due_at,
    dateFinished: row.finished_at,
  }
}
