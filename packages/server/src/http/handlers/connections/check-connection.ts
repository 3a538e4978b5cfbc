import type { checkConnection as endpoint } from '@goodword/contract/endpoints/check-connection'
import { checkConnection } from '../../../operations/billing/connections/check-connection.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCheckConnection: Handler<typeof endpoint> = (ctx, { tenant }) =>
  checkConnection(ctx, tenant.tenantId)
