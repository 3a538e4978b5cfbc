import type { readDelivery as endpoint } from '@goodword/contract/endpoints/read-delivery'
import { readDelivery } from '../../../operations/outbound/webhooks/read-deliveries.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadDelivery: Handler<typeof endpoint> = (ctx, { tenant, params }) =>
  readDelivery(ctx, tenant.tenantId, params.deliveryId)
