import type { readIntegration as endpoint } from '@goodword/contract/endpoints/read-integration'
import { readIntegration } from '../../../operations/reporting/integration/read-integration.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadIntegration: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readIntegration(ctx, tenant.tenantId)
