import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { changeReceiver } from './change-receiver.ts'
import { createReceiver } from './create-receiver.ts'
import { readDeliveries, readDelivery } from './read-deliveries.ts'
import { readReceiver, readReceivers } from './read-receivers.ts'
import { removeReceiver } from './remove-receiver.ts'
import { resendDelivery, resendPeriod } from './resend-deliveries.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-test.ts'

/** Events, their receivers, and deliveries to them. */
export function webhookEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listWebhooks, async (ctx, { tenant, query }) => {
    const found = await readReceivers(ctx, tenant.tenantId, listQuestion(query).page)
    return { ...listAnswer(found), webhooks: found.rows }
  })
  serve(endpoints.createWebhook, (ctx, { tenant, body }) => createReceiver(ctx, tenant.tenantId, body))
  serve(endpoints.readWebhook, (ctx, { tenant, params }) =>
    readReceiver(ctx, tenant.tenantId, params.webhookId),
  )
  serve(endpoints.updateWebhook, (ctx, { tenant, params, body }) =>
    changeReceiver(ctx, tenant.tenantId, params.webhookId, body),
  )
  serve(endpoints.deleteWebhook, (ctx, { tenant, params }) =>
    removeReceiver(ctx, tenant.tenantId, params.webhookId),
  )
  serve(endpoints.rotateWebhookSecret, (ctx, { tenant, params }) =>
    rotateSecret(ctx, tenant.tenantId, params.webhookId),
  )
  serve(endpoints.testWebhook, (ctx, { tenant, params }) => sendTest(ctx, tenant.tenantId, params.webhookId))
  serve(endpoints.listDeliveries, async (ctx, { tenant, params, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readDeliveries(ctx, tenant.tenantId, params.webhookId, filter, page)
    return { ...listAnswer(found), deliveries: found.rows }
  })
  serve(endpoints.readDelivery, (ctx, { tenant, params }) =>
    readDelivery(ctx, tenant.tenantId, params.deliveryId),
  )
  serve(endpoints.resendDelivery, (ctx, { tenant, params }) =>
    resendDelivery(ctx, tenant.tenantId, params.deliveryId),
  )
  serve(endpoints.resendDeliveries, (ctx, { tenant, params, body }) =>
    resendPeriod(ctx, tenant.tenantId, params.webhookId, body),
  )
}
