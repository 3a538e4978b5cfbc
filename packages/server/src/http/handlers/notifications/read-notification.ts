import type { readNotification as endpoint } from '@goodword/contract/endpoints/read-notification'
import { readNotification } from '../../../operations/billing/notifications/read-notifications.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadNotification: Handler<typeof endpoint> = (ctx, { tenant, params }) =>
  readNotification(ctx, tenant.tenantId, params.notificationId)
