import type { readConnection as endpoint } from '@goodword/contract/endpoints/read-connection'
import { readConnection } from '../../../operations/connections/connection-reading.ts'
import type { Handler } from '../../handler.ts'

export const handleReadConnection: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readConnection(ctx, tenant.tenantId)
