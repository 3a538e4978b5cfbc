import type { connectProcessor as endpoint } from '@goodword/contract/endpoints/connect-processor'
import { connectProcessor } from '../../../operations/billing/connections/connect-processor.ts'
import type { Handler } from '../../server/handler.ts'

export const handleConnectProcessor: Handler<typeof endpoint> = (ctx, { tenant, body }) =>
  connectProcessor(ctx, tenant.tenantId, body)
