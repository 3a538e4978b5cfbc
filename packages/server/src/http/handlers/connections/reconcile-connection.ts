import type { reconcileConnection as endpoint } from '@goodword/contract/endpoints/reconcile-connection'
import { type RunCustomer, reconcileConnection } from '../../../operations/billing/reconcile-connection.ts'
import type { Handler } from '../../handler.ts'

export const handleReconcileConnection =
  (runCustomer: RunCustomer): Handler<typeof endpoint> =>
  (ctx, { tenant, body }) =>
    reconcileConnection(ctx, tenant.tenantId, body.accountId ?? null, runCustomer)
