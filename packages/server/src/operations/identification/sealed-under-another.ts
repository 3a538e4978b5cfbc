import type { TenantId } from '@goodword/domain/ids'
import { createSecretBox, openOrNull } from '../../platform/secrets/secret-box.ts'
import type { SecretKey } from '../../platform/secrets/secret-key.ts'
import { loadNewestSigningKeys } from '../../store/directory/signing-keys.ts'
import type { Database } from '../../store/driver/database.ts'

export type SealedKeys = {
  /** The number of signing keys that the secret key decrypts. */
  readonly opened: number
  /** The tenants of those that it does not decrypt. */
  readonly shut: readonly TenantId[]
}

/** Tries to decrypt the newest valid signing keys with the secret key. */
export async function findSealedUnderAnother(
  db: Database,
  secretKey: SecretKey,
  now: number,
): Promise<SealedKeys> {
  const box = createSecretBox(secretKey)
  const kept = await loadNewestSigningKeys(db, now)
  const shut = kept.filter(({ id, tenant_id: tenantId, secret_box: bytes }) => {
    return openOrNull(box, bytes, { tenantId, purpose: 'signing-key', recordId: id }) === null
  })
  return { opened: kept.length - shut.length, shut: [...new Set(shut.map((it) => it.tenant_id))] }
}
