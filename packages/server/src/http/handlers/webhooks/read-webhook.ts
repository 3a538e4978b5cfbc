import type { readWebhook } from '@goodword/contract/endpoints/read-webhook'
import { readReceiver } from '../../../operations/outbound/webhooks/read-receivers.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadWebhook: Handler<typeof readWebhook> = (ctx, { tenant, params }) =>
  readReceiver(ctx, tenant.tenantId, params.webhookId)
