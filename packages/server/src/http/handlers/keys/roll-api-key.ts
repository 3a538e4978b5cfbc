import type { rollApiKey } from '@goodword/contract/endpoints/roll-api-key'
import { replaceApiKey } from '../../../operations/administration/keys/replace-api-key.ts'
import type { Handler } from '../../server/handler.ts'
import { keyCallerOf } from './caller.ts'

const HOUR_MS = 3_600_000

export const handleRollApiKey: Handler<typeof rollApiKey> = (ctx, { tenant, principal, params, body }) =>
  replaceApiKey(ctx, tenant.tenantId, params.keyId, body.overlapHours * HOUR_MS, keyCallerOf(principal))
