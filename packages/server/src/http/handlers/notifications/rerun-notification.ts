import type { rerunNotification as endpoint } from '@goodword/contract/endpoints/rerun-notification'
import { rerunNotification } from '../../../operations/billing/notifications/rerun-notification.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRerunNotification: Handler<typeof endpoint> = (ctx, { tenant, params }) =>
  rerunNotification(ctx, tenant.tenantId, params.notificationId)
