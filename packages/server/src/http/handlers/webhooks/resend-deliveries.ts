import type { resendDeliveries } from '@goodword/contract/endpoints/resend-deliveries'
import { resendPeriod } from '../../../operations/outbound/webhooks/resend-deliveries.ts'
import type { Handler } from '../../server/handler.ts'

export const handleResendDeliveries: Handler<typeof resendDeliveries> = (ctx, { tenant, params, body }) =>
  resendPeriod(ctx, tenant.tenantId, params.webhookId, body)
