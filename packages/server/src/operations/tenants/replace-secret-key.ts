import type { TenantId } from '@goodword/domain/ids'
import type { SecretKey } from '../../platform/secret-key.ts'
import { secretKeyMark } from '../../platform/secret-key-mark.ts'
import { inDirectory } from '../../store/directory-tx.ts'
import { replaceSecretKeyMark } from '../../store/secret-key-mark.ts'
import { findSealedUnderAnother } from '../identification/sealed-under-another.ts'
import { type AuditDependencies, audit } from './audit.ts'
import type { TenantDependencies } from './tenant-keys.ts'

export type ReplacedSecretKey = {
  /** False when the database had the present key's mark already. */
  readonly replaced: boolean
  /** Tenants whose signing keys cannot be opened any more: `signing-key roll` gives them new ones. */
  readonly tenantsWithoutSigningKey: readonly TenantId[]
}

/** Lets the service go on with another secret key than the one that the database was set up with, after that was lost. */
export async function replaceSecretKey(
  dependencies: AuditDependencies & Pick<TenantDependencies, 'db'>,
  secretKey: SecretKey,
): Promise<ReplacedSecretKey> {
  const { db, clock } = dependencies
  const { shut } = await findSealedUnderAnother(db, secretKey, clock.now())
  const replaced = await inDirectory(db, async (tx) => {
    const isNew = await replaceSecretKeyMark(tx, secretKeyMark(secretKey), clock.now())
    if (isNew) for (const tenantId of shut) await audit(tx, dependencies, tenantId, 'secret-key.replace')
    return isNew
  })
  return { replaced, tenantsWithoutSigningKey: shut }
}
