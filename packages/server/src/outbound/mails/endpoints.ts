import { endpoints } from '@goodword/contract/all-endpoints'
import type { Mail } from '@goodword/contract/mails/mail'
import { mailReasons } from '@goodword/domain/outbound/mail'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { choosePreferences } from './preferences.ts'
import { previewMail } from './preview-mail.ts'
import { type ListedMail, readMail, readMailPage } from './read-mails.ts'
import { suppressAddress } from './unsubscribe.ts'

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
  serve(endpoints.readMailPreferences, (ctx, { tenant, params }) => {
    const user = { accountId: params.accountId as AccountId, userId: params.userId as UserId }
    return choosePreferences(ctx, tenant.tenantId, user, {})
  })
  serve(endpoints.suppressAddress, async (ctx, { tenant, body }) => {
    await suppressAddress(ctx, tenant.tenantId, body.email)
    return { suppressed: true }
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
    userId: row.user_external_id,
    referralId: row.referral_id,
    rewardId: row.reward_id,
    dateCreated: row.created_at,
    dateDue: row.due_at,
    dateFinished: row.finished_at,
  }
}
