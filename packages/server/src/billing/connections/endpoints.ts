import { endpoints } from '@goodword/contract/all-endpoints'
import { scopesOf } from '../../frame/http/access/authenticate.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { checkConnection } from './check-connection.ts'
import { connectProcessor } from './connect-processor.ts'
import { readConnection } from './read-connection.ts'
import { removeConnection } from './remove-connection.ts'

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
