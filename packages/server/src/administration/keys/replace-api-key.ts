import { Refusal } from '@goodword/contract/frame/refusal'
import type { RolledApiKey } from '@goodword/contract/keys/api-key'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { type ApiKeyRow, replaceKey, workingApiKeys } from '../../frame/rows/api-keys.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { newApiKey, refuseTooMany, storeApiKey } from './add-api-key.ts'
import { apiKeyAnswer } from './api-key-answer.ts'
import { existingApiKey } from './existing-api-key.ts'
import { type KeyCaller, refuseMoreScopes } from './key-caller.ts'

/**
 * Replaces an API key by a new one with its name, its scopes and its expiry, or that of the key that does it if it is sooner. The old one goes on for the overlap, unless it was to expire
 * sooner; without an overlap it stops working within 5 seconds.
 *
 * @throws Refusal API_KEY_NOT_FOUND, API_KEY_ENDED, INSUFFICIENT_SCOPE or TOO_MANY_API_KEYS
 */
export async function replaceApiKey(
  ctx: Context,
  tenantId: TenantId,
  keyId: string,
  overlapMs: number,
  caller: KeyCaller,
): Promise<RolledApiKey> {
  const now = ctx.clock.now()
  const made = newApiKey(ctx, tenantId, now, { name: null, scopes: [], expiresAt: null })
  return ctx.writeTenant(tenantId, async (tx) => {
    await lockProgram(tx)
    const old = await existingApiKey(tx, keyId)
    const row = {
      ...made.row,
      ...{ name: old.name, scopes: old.scopes, expires_at: earlier(old.expires_at, caller.expiresAt) },
    }
    const expiresAt = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + overlapMs)
    // Otherwise a transaction whose commit seemed lost is repeated.
    if (old.replaced_by !== row.id) {
      refuseEnded(old, now)
      refuseMoreScopes(caller, old.scopes)
      if (overlapMs > 0) refuseTooMany(await workingApiKeys(tx, now), caller)
      await storeApiKey(tx, row, made.apiKey)
      replaceKey(tx, old.id, expiresAt, row.id)
      const details = { keyId: row.id, rolled: { keyId: old.id, expiresAt } }
      writeAuditEntry(tx, auditEntry(ctx, 'key.roll', details))
    }
    const rolled = apiKeyAnswer({ ...old, expires_at: expiresAt, replaced_by: row.id })
    return { ...apiKeyAnswer(row), apiKey: made.apiKey, rolled }
  })
}

/** The earlier of two ends; null is never. */
function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

function refuseEnded(key: ApiKeyRow, now: number): void {
  const hasEnded = key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now)
  if (!hasEnded && key.replaced_by === null) return
  const message =
    key.replaced_by === null
      ? 'The API key is revoked or expired. Create a new key with POST api-keys.'
      : `The API key ${key.replaced_by} has already replaced this one. Roll that key, or create a new one.`
  throw new Refusal('API_KEY_ENDED', message, 'keyId')
}
