import type { testWebhook } from '@goodword/contract/endpoints/test-webhook'
import { sendTest } from '../../../operations/outbound/webhooks/send-test.ts'
import type { Handler } from '../../server/handler.ts'

export const handleTestWebhook: Handler<typeof testWebhook> = (ctx, { tenant, params }) =>
  sendTest(ctx, tenant.tenantId, params.webhookId)
