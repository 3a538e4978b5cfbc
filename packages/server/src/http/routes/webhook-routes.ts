import { createWebhook } from '@goodword/contract/endpoints/create-webhook'
import { deleteWebhook } from '@goodword/contract/endpoints/delete-webhook'
import { listDeliveries } from '@goodword/contract/endpoints/list-deliveries'
import { listWebhooks } from '@goodword/contract/endpoints/list-webhooks'
import { readDelivery } from '@goodword/contract/endpoints/read-delivery'
import { readWebhook } from '@goodword/contract/endpoints/read-webhook'
import { resendDeliveries } from '@goodword/contract/endpoints/resend-deliveries'
import { resendDelivery } from '@goodword/contract/endpoints/resend-delivery'
import { rotateWebhookSecret } from '@goodword/contract/endpoints/rotate-webhook-secret'
import { testWebhook } from '@goodword/contract/endpoints/test-webhook'
import { updateWebhook } from '@goodword/contract/endpoints/update-webhook'
import { handleCreateWebhook } from '../handlers/webhooks/create-webhook.ts'
import { handleDeleteWebhook } from '../handlers/webhooks/delete-webhook.ts'
import { handleListDeliveries } from '../handlers/webhooks/list-deliveries.ts'
import { handleListWebhooks } from '../handlers/webhooks/list-webhooks.ts'
import { handleReadDelivery } from '../handlers/webhooks/read-delivery.ts'
import { handleReadWebhook } from '../handlers/webhooks/read-webhook.ts'
import { handleResendDeliveries } from '../handlers/webhooks/resend-deliveries.ts'
import { handleResendDelivery } from '../handlers/webhooks/resend-delivery.ts'
import { handleRotateWebhookSecret } from '../handlers/webhooks/rotate-webhook-secret.ts'
import { handleTestWebhook } from '../handlers/webhooks/test-webhook.ts'
import { handleUpdateWebhook } from '../handlers/webhooks/update-webhook.ts'
import type { ServeEndpoint } from '../server/handler.ts'

/** Receivers of events, and deliveries to them. */
export function webhookRoutes(serve: ServeEndpoint): void {
  serve(listWebhooks, handleListWebhooks)
  serve(createWebhook, handleCreateWebhook)
  serve(readWebhook, handleReadWebhook)
  serve(updateWebhook, handleUpdateWebhook)
  serve(deleteWebhook, handleDeleteWebhook)
  serve(rotateWebhookSecret, handleRotateWebhookSecret)
  serve(testWebhook, handleTestWebhook)
  serve(listDeliveries, handleListDeliveries)
  serve(readDelivery, handleReadDelivery)
  serve(resendDelivery, handleResendDelivery)
  serve(resendDeliveries, handleResendDeliveries)
}
