import { isUuid, type KeyId, type TenantId } from '@goodword/domain/ids'
import { type RevokedKeyRow, revokeKey } from '../../store/directory/directory.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import { OperatorError } from './operator-error.ts'

export type RevokedApiKey = { readonly alias: TenantId; readonly keyId: KeyId; readonly dateRevoked: number }

/**
 * Takes an API key out of service: within 5 seconds it opens nothing any more. A repeat changes nothing.
 *
 * @throws OperatorError when there is no such key
 */
export async function revokeApiKey(ctx: Context, keyId: string): Promise<RevokedApiKey> {
  const revoked = isUuid(keyId) ? await revoke(ctx, keyId as KeyId) : null
  if (revoked === null) {
    throw new OperatorError(
      `There is no key "${keyId}". Use the keyId printed by "key create" or "key list".`,
    )
  }
  return { alias: revoked.alias, keyId: keyId as KeyId, dateRevoked: revoked.revoked_at }
}

function revoke(ctx: Context, keyId: KeyId): Promise<RevokedKeyRow | null> {
  const now = ctx.clock.now()
  return inDirectory(ctx.db, async (tx) => {
    const revoked = await revokeKey(tx, keyId, now)
    // A key that was revoked before keeps its time, and nothing was changed.
    if (revoked?.revoked_at === now) await audit(tx, ctx, revoked.alias, 'key.revoke', { keyId })
    return revoked
  })
}
