import type { readConnection as endpoint } from '@goodword/contract/endpoints/read-connection'
import { readConnection } from '../../../operations/billing/connections/connection-reading.ts'
import { scopesOf } from '../../requests/authenticate.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadConnection: Handler<typeof endpoint> = async (ctx, { tenant, principal }) => {
  const connection = await readConnection(ctx, tenant.tenantId)
  // Who has these URLs can send notifications and move the clock of a test program.
  return scopesOf(principal).includes('admin')
    ? connection
    : { ...connection, webhookUrl: null, clockUrl: null }
}
