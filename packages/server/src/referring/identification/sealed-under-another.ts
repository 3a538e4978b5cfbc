import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { createSecretBox, openOrNull } from '../../engine/secrets/secret-box.ts'
import type { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { liveSigningKeysOfAll } from '../../frame/rows/signing-keys.ts'

export type SealedKeys = {
  /** The number of signing keys that the secret keys decrypt. */
  readonly opened: number
  /** The tenants of those that they do not decrypt. */
  readonly shut: readonly TenantId[]
}

/** Tries to decrypt all valid signing keys with the secret keys. */
export async function findSealedUnderAnother(
  db: Database,
  keys: SecretKeys,
  now: number,
): Promise<SealedKeys> {
  const box = createSecretBox(keys)
  const shut = new Set<TenantId>()
  let opened = 0
  for await (const { id, tenant_id: tenantId, secret_box: bytes } of liveSigningKeysOfAll(db, now)) {
    const isOpened = openOrNull(box, bytes, { tenantId, purpose: 'signing-key', recordId: id }) !== null
    if (isOpened) opened += 1
    else shut.add(tenantId)
  }
  return { opened, shut: [...shut] }
}
