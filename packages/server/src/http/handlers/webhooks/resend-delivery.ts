import type { resendDelivery as endpoint } from '@goodword/contract/endpoints/resend-delivery'
import { resendDelivery } from '../../../operations/outbound/webhooks/resend-deliveries.ts'
import type { Handler } from '../../server/handler.ts'

export const handleResendDelivery: Handler<typeof endpoint> = (ctx, { tenant, params }) =>
  resendDelivery(ctx, tenant.tenantId, params.deliveryId)
