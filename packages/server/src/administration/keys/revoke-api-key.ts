import { isUuid, type KeyId, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { findTenantOfKey } from '../../frame/rows/api-keys.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { endApiKey } from './end-api-key.ts'
import { operatorCaller } from './key-caller.ts'

export type RevokedApiKey = { readonly alias: TenantId; readonly keyId: KeyId; readonly dateRevoked: number }

/**
 * Revokes the API key that an operator names: it stops working within 5 seconds. A repeat changes nothing.
 *
 * @throws OperatorError when there is no such key
 */
export async function revokeApiKey(ctx: Context, keyId: string): Promise<RevokedApiKey> {
  const alias = isUuid(keyId) ? await findTenantOfKey(ctx.db, keyId as KeyId) : null
  if (alias === null) {
    throw new OperatorError(
      `There is no key "${keyId}". Use the keyId printed by "key create" or "key list".`,
    )
  }
  const { dateRevoked } = await endApiKey(ctx, alias, keyId, operatorCaller)
  return { alias, keyId: keyId as KeyId, dateRevoked: dateRevoked ?? ctx.clock.now() }
}
