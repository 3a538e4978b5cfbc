import { endpoints } from '@goodword/contract/endpoints/all'
import { checkConnection } from '../../../operations/billing/connections/check-connection.ts'
import { connectProcessor } from '../../../operations/billing/connections/connect-processor.ts'
import { readConnection } from '../../../operations/billing/connections/connection-reading.ts'
import { removeConnection } from '../../../operations/billing/connections/remove-connection.ts'
import {
  readNotification,
  readNotifications,
} from '../../../operations/billing/notifications/read-notifications.ts'
import { rerunNotification } from '../../../operations/billing/notifications/rerun-notification.ts'
import { reconcileConnection } from '../../../operations/billing/reconciliation/reconcile-connection.ts'
import type { CustomerRuns } from '../../../operations/foundation/jobs/run-now.ts'
import { scopesOf } from '../../access/authenticate.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** The payment processor of a program, and what it sends. */
export function connectionEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.connectProcessor, (ctx, { tenant, body }) => connectProcessor(ctx, tenant.tenantId, body))
  serve(endpoints.readConnection, async (ctx, { tenant, principal }) => {
    const connection = await readConnection(ctx, tenant.tenantId)
    // Who has these URLs can send notifications and move the clock of a test program.
    return scopesOf(principal).includes('admin')
      ? connection
      : { ...connection, webhookUrl: null, clockUrl: null }
  })
  serve(endpoints.checkConnection, (ctx, { tenant }) => checkConnection(ctx, tenant.tenantId))
  serve(endpoints.reconcileConnection, (ctx, { tenant, body }) =>
    reconcileConnection(ctx, tenant.tenantId, body.accountId ?? null, runCustomer),
  )
  serve(endpoints.removeConnection, (ctx, { tenant, query }) =>
    removeConnection(ctx, tenant.tenantId, query.discounts),
  )
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
