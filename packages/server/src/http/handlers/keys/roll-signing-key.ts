import type { rollSigningKey } from '@goodword/contract/endpoints/roll-signing-key'
import {
  ROLL_REPEAT_MS,
  replaceSigningKey,
} from '../../../operations/administration/keys/replace-signing-key.ts'
import type { Handler } from '../../server/handler.ts'

const HOUR_MS = 3_600_000

export const handleRollSigningKey: Handler<typeof rollSigningKey> = (ctx, { tenant, body }) =>
  replaceSigningKey(ctx, tenant.tenantId, {
    overlapMs: body.overlapHours * HOUR_MS,
    repeatMs: ROLL_REPEAT_MS,
  })
