import type { deleteWebhook } from '@goodword/contract/endpoints/delete-webhook'
import { removeReceiver } from '../../../operations/outbound/webhooks/remove-receiver.ts'
import type { Handler } from '../../server/handler.ts'

export const handleDeleteWebhook: Handler<typeof deleteWebhook> = (ctx, { tenant, params }) =>
  removeReceiver(ctx, tenant.tenantId, params.webhookId)
