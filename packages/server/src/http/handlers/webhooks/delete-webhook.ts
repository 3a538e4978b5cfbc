import type { deleteWebhook } from '@goodword/contract/endpoints/delete-webhook'
import { removeReceiver } from '../../../operations/webhooks/remove-receiver.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../requests/authenticate.ts'

export const handleDeleteWebhook: Handler<typeof deleteWebhook> = (ctx, { tenant, principal, params }) =>
  removeReceiver(ctx, tenant.tenantId, params.webhookId, actorOf(principal))
