import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { readNotification, readNotifications } from './read-notifications.ts'
import { rerunNotification } from './rerun-notification.ts'

export function notificationEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listNotifications, async (ctx, { tenant, query }) => {
    const { filter, page: question } = listQuestion(query)
    const { page, rejected } = await readNotifications(ctx, tenant.tenantId, filter, question)
    return { ...listAnswer(page), notifications: [...page.rows], rejected }
  })
  serve(endpoints.readNotification, (ctx, { tenant, params }) =>
    readNotification(ctx, tenant.tenantId, params.notificationId),
  )
  serve(endpoints.rerunNotification, (ctx, { tenant, params }) =>
    rerunNotification(ctx, tenant.tenantId, params.notificationId),
  )
}
