import type { updateWebhook } from '@goodword/contract/endpoints/update-webhook'
import { changeReceiver } from '../../../operations/outbound/webhooks/change-receiver.ts'
import type { Handler } from '../../server/handler.ts'

export const handleUpdateWebhook: Handler<typeof updateWebhook> = (ctx, { tenant, params, body }) =>
  changeReceiver(ctx, tenant.tenantId, params.webhookId, body)
