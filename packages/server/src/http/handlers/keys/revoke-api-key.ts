import type { revokeApiKey } from '@goodword/contract/endpoints/revoke-api-key'
import { endApiKey } from '../../../operations/administration/keys/end-api-key.ts'
import type { Handler } from '../../server/handler.ts'
import { keyCallerOf } from './caller.ts'

export const handleRevokeApiKey: Handler<typeof revokeApiKey> = (ctx, { tenant, principal, params }) =>
  endApiKey(ctx, tenant.tenantId, params.keyId, keyCallerOf(principal))
