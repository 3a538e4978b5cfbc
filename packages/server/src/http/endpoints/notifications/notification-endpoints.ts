import { endpoints } from '@goodword/contract/endpoints/all'
import {
  readNotification,
  readNotifications,
} from '../../../operations/billing/notifications/read-notifications.ts'
import { rerunNotification } from '../../../operations/billing/notifications/rerun-notification.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** What the payment processor sent. */
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
