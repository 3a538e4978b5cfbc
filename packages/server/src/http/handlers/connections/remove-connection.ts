import type { removeConnection as endpoint } from '@goodword/contract/endpoints/remove-connection'
import { removeConnection } from '../../../operations/connections/remove-connection.ts'
import type { Handler } from '../../handler.ts'

export const handleRemoveConnection: Handler<typeof endpoint> = async (ctx, { tenant, query }) => {
  const answer = await removeConnection(ctx, tenant.tenantId, query.discounts)
  return { status: answer.state === 'REMOVING' ? 202 : 200, answer }
}
