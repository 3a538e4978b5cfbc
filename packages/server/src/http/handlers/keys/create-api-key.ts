import type { createApiKey } from '@goodword/contract/endpoints/create-api-key'
import { addApiKey } from '../../../operations/administration/keys/add-api-key.ts'
import type { Handler } from '../../server/handler.ts'
import { keyCallerOf } from './caller.ts'

export const handleCreateApiKey: Handler<typeof createApiKey> = (ctx, { tenant, principal, body }) => {
  const { name, scopes, dateExpires = null } = body
  return addApiKey(ctx, tenant.tenantId, { name, scopes, expiresAt: dateExpires }, keyCallerOf(principal))
}
