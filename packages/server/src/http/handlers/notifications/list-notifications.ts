import type { listNotifications } from '@goodword/contract/endpoints/list-notifications'
import { readNotifications } from '../../../operations/billing/notifications/read-notifications.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListNotifications: Handler<typeof listNotifications> = async (ctx, { tenant, query }) => {
  const { filter, page: question } = listQuestion(query)
  const { page, rejected } = await readNotifications(ctx, tenant.tenantId, filter, question)
  return { ...listAnswer(page), notifications: [...page.rows], rejected }
}
