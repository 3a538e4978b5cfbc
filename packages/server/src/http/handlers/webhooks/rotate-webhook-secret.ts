import type { rotateWebhookSecret } from '@goodword/contract/endpoints/rotate-webhook-secret'
import { rotateSecret } from '../../../operations/outbound/webhooks/rotate-secret.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRotateWebhookSecret: Handler<typeof rotateWebhookSecret> = (ctx, { tenant, params }) =>
  rotateSecret(ctx, tenant.tenantId, params.webhookId)
