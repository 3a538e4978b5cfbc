import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type KeyId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { findTenantOfKey } from '../../frame/rows/api-keys.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import type { CreatedApiKey } from './create-api-key.ts'
import { operatorCaller } from './key-caller.ts'
import { replaceApiKey } from './replace-api-key.ts'

/** A key that was replaced, and when it stops working. */
export type RolledKey = { readonly keyId: KeyId; readonly expiresAt: number }

export type CreatedByRoll = CreatedApiKey & { readonly rolled: RolledKey }

/**
 * Replaces the API key that an operator names.
 *
 * @throws OperatorError when there is no such key, it works no more, or another one has replaced it
 */
export async function rollApiKey(ctx: Context, keyId: string, overlapMs: number): Promise<CreatedByRoll> {
  const alias = isUuid(keyId) ? await findTenantOfKey(ctx.db, keyId as KeyId) : null
  if (alias === null) throw unknownKey(keyId)
  const { id, apiKey, scopes, rolled } = await replaceApiKey(
    ctx,
    alias,
    keyId,
    overlapMs,
    operatorCaller,
  ).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'API_KEY_ENDED' ? unknownKey(keyId) : error
  })
  // Both are IDs of keys, and a key that was replaced has an end.
  return {
    ...{ alias, keyId: id as KeyId, apiKey, scopes },
    rolled: { keyId: keyId as KeyId, expiresAt: rolled.dateExpires ?? ctx.clock.now() },
  }
}

function unknownKey(keyId: string): OperatorError {
  return new OperatorError(
    `There is no active key "${keyId}" that can be rolled. Run "key list <alias>" to see the keys of a tenant, or "key create" to add one.`,
  )
}
