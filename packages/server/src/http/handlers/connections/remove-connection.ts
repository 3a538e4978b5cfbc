import type { removeConnection as endpoint } from '@goodword/contract/endpoints/remove-connection'
import { removeConnection } from '../../../operations/connections/remove-connection.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../requests/authenticate.ts'

export const handleRemoveConnection: Handler<typeof endpoint> = (ctx, { tenant, principal }) =>
  removeConnection(ctx, tenant.tenantId, actorOf(principal))
