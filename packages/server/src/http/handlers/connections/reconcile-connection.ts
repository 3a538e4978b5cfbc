import type { reconcileConnection as endpoint } from '@goodword/contract/endpoints/reconcile-connection'
import { reconcileConnection } from '../../../operations/billing/reconciliation/reconcile-connection.ts'
import type { RunCustomer } from '../../../operations/foundation/jobs/run-customer.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReconcileConnection =
  (runCustomer: RunCustomer): Handler<typeof endpoint> =>
  (ctx, { tenant, body }) =>
    reconcileConnection(ctx, tenant.tenantId, body.accountId ?? null, runCustomer)
