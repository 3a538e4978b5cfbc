import { isUuid, type KeyId, type TenantId } from '@goodword/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../store/database.ts'
import { revokeKey } from '../../store/directory.ts'
import { OperatorError } from './operator-error.ts'

export type RevokedApiKey = { readonly alias: TenantId; readonly keyId: KeyId; readonly dateRevoked: number }

/**
 * Takes an API key out of service: within 5 seconds it opens nothing any more. A repeat changes nothing.
 *
 * @throws OperatorError when there is no such key
 */
export async function revokeApiKey(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  keyId: string,
): Promise<RevokedApiKey> {
  const revoked = isUuid(keyId) ? await revokeKey(db, keyId as KeyId, clock.now()) : null
  if (revoked === null) {
    throw new OperatorError(`There is no key "${keyId}". Give the keyId that "key create" answered.`)
  }
  return { alias: revoked.alias, keyId: keyId as KeyId, dateRevoked: revoked.revoked_at }
}
