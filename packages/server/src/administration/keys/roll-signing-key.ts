import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { findTenant } from '../../frame/rows/directory.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { replaceSigningKey } from './replace-signing-key.ts'
import type { RolledKey } from './roll-api-key.ts'

export type CreatedSigningKey = {
  readonly alias: TenantId
  readonly keyId: KeyId
  readonly signingKey: string
  /** Null when the tenant had no key to sign with. */
  readonly rolled: RolledKey | null
}

/**
 * Gives the tenant that an operator names a new signing key.
 *
 * @throws OperatorError for an alias that is unknown or disabled
 */
export async function rollSigningKey(
  ctx: Context,
  alias: string,
  overlapMs: number,
): Promise<CreatedSigningKey> {
  const tenant = await findTenant(ctx.db, alias)
  if (tenant === null) throw new OperatorError(`There is no tenant "${alias}".`)
  const { id, signingKey, rolled } = await replaceSigningKey(ctx, tenant.tenantId, {
    ...{ overlapMs, repeatMs: 0 },
  })
  return {
    ...{ alias: tenant.tenantId, keyId: id as KeyId, signingKey },
    // Both are IDs of keys, and a key that was replaced has an end.
    rolled:
      rolled === null
        ? null
        : { keyId: rolled.id as KeyId, expiresAt: rolled.dateExpires ?? ctx.clock.now() },
  }
}
