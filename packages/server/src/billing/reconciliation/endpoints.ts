import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import type { CustomerRuns } from '../../frame/jobs/run-now.ts'
import { reconcileConnection } from './reconcile-connection.ts'

/** The comparison with the payment processor. */
export function reconciliationEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.reconcileConnection, (ctx, { tenant, body }) =>
    reconcileConnection(ctx, tenant.tenantId, body.accountId ?? null, runCustomer),
  )
}
