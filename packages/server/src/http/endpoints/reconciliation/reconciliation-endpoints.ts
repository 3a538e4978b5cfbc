import { endpoints } from '@goodword/contract/endpoints/all'
import { reconcileConnection } from '../../../operations/billing/reconciliation/reconcile-connection.ts'
import type { CustomerRuns } from '../../../operations/foundation/jobs/run-now.ts'
import type { ServeEndpoint } from '../../server/handler.ts'

/** The comparison with the payment processor. */
export function reconciliationEndpoints(serve: ServeEndpoint, { runCustomer }: CustomerRuns): void {
  serve(endpoints.reconcileConnection, (ctx, { tenant, body }) =>
    reconcileConnection(ctx, tenant.tenantId, body.accountId ?? null, runCustomer),
  )
}
