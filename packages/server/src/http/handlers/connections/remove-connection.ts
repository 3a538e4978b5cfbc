import type { removeConnection as endpoint } from '@goodword/contract/endpoints/remove-connection'
import { removeConnection } from '../../../operations/billing/connections/remove-connection.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRemoveConnection: Handler<typeof endpoint> = (ctx, { tenant, query }) =>
  removeConnection(ctx, tenant.tenantId, query.discounts)
