import { endpoints } from '@goodword/contract/endpoints/all'
import { checkConnection } from '../../../operations/billing/connections/check-connection.ts'
import { connectProcessor } from '../../../operations/billing/connections/connect-processor.ts'
import { readConnection } from '../../../operations/billing/connections/connection-reading.ts'
import { removeConnection } from '../../../operations/billing/connections/remove-connection.ts'
import { scopesOf } from '../../access/authenticate.ts'
import type { ServeEndpoint } from '../../server/handler.ts'

/** The payment processor of a program. */
export function connectionEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.connectProcessor, (ctx, { tenant, body }) => connectProcessor(ctx, tenant.tenantId, body))
  serve(endpoints.readConnection, async (ctx, { tenant, principal }) => {
    const connection = await readConnection(ctx, tenant.tenantId)
    // Who has these URLs can send notifications and move the clock of a test program.
    return scopesOf(principal).includes('admin')
      ? connection
      : { ...connection, webhookUrl: null, clockUrl: null }
  })
  serve(endpoints.checkConnection, (ctx, { tenant }) => checkConnection(ctx, tenant.tenantId))
  serve(endpoints.removeConnection, (ctx, { tenant, query }) =>
    removeConnection(ctx, tenant.tenantId, query.discounts),
  )
}
