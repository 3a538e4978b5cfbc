import { Refusal } from '@goodword/contract/frame/refusal'
import type { ApiKey } from '@goodword/contract/keys/api-key'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { type ApiKeyRow, revokeKey, workingApiKeys } from '../../frame/rows/api-keys.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { apiKeyAnswer } from './api-key-answer.ts'
import { existingApiKey } from './existing-api-key.ts'
import type { KeyCaller } from './key-caller.ts'

/**
 * Revokes an API key of a tenant: it stops working within 5 seconds. A repeat changes nothing.
 *
 * @throws Refusal API_KEY_NOT_FOUND, or LAST_ADMIN_KEY to an API key
 */
export async function endApiKey(
  ctx: Context,
  tenantId: TenantId,
  keyId: string,
  caller: KeyCaller,
): Promise<ApiKey> {
  const now = ctx.clock.now()
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two keys that revoke each other at the same time are not both the last one but one.
    await lockProgram(tx)
    const key = await existingApiKey(tx, keyId)
    if (key.revoked_at !== null) return apiKeyAnswer(key)
    if (caller.kind === 'API_KEY') refuseLastAdmin(key, await workingApiKeys(tx, now))
    revokeKey(tx, key.id, now)
    writeAuditEntry(tx, auditEntry(ctx, 'key.revoke', { keyId: key.id }))
    return apiKeyAnswer({ ...key, revoked_at: now })
  })
}

function refuseLastAdmin(key: ApiKeyRow, working: readonly ApiKeyRow[]): void {
  const admins = working.filter((it) => it.scopes.includes('admin'))
  if (admins.length !== 1 || admins[0]?.id !== key.id) return
  const message =
    'This is the last working API key with the scope "admin". Roll it, create another one first, or let staff revoke it.'
  throw new Refusal('LAST_ADMIN_KEY', message, 'keyId')
}
