import type { TenantId } from '@goodword/domain/ids'
import type { SecretKey } from '../../platform/secret-key.ts'
import { secretKeyMark } from '../../platform/secret-key-mark.ts'
import { replaceSecretKeyMark } from '../../store/secret-key-mark.ts'
import { findSealedUnderAnother } from '../identification/sealed-under-another.ts'
import type { TenantDependencies } from './tenant-keys.ts'

export type ReplacedSecretKey = {
  /** False when the database had the present key's mark already. */
  readonly replaced: boolean
  /** Tenants whose signing keys cannot be opened any more: `signing-key roll` gives them new ones. */
  readonly tenantsWithoutSigningKey: readonly TenantId[]
}

/** Lets the service go on with another secret key than the one that the database was set up with, after that was lost. */
export async function replaceSecretKey(
  { db, clock }: Pick<TenantDependencies, 'db' | 'clock'>,
  secretKey: SecretKey,
): Promise<ReplacedSecretKey> {
  const replaced = await replaceSecretKeyMark(db, secretKeyMark(secretKey), clock.now())
  const { shut } = await findSealedUnderAnother(db, secretKey, clock.now())
  return { replaced, tenantsWithoutSigningKey: shut }
}
