import type { createWebhook } from '@goodword/contract/endpoints/create-webhook'
import { createReceiver } from '../../../operations/outbound/webhooks/create-receiver.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCreateWebhook: Handler<typeof createWebhook> = (ctx, { tenant, body }) =>
  createReceiver(ctx, tenant.tenantId, body)
