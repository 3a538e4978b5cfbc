import { endpoints } from '@goodword/contract/all-endpoints'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { choosePreferences } from './preferences.ts'
import { previewMail } from './preview-mail.ts'
import { readMail, readMailPage } from './read-mails.ts'
import { suppressAddress } from './unsubscribe.ts'

/** E-mails to customers. */
export function mailEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listMails, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readMailPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), mails: found.rows }
  })
  serve(endpoints.readMail, (ctx, { tenant, params }) => readMail(ctx, tenant.tenantId, params.mailId))
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
