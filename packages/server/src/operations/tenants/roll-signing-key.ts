import { isTenantAlias, type KeyId, type TenantId } from '@goodword/domain/ids'
import { makeSigningKey } from '../../platform/secrets/api-key.ts'
import { expireSigningKey, lockSigningKeys, type SigningKeyRow } from '../../store/directory/signing-keys.ts'
import { type DirectoryTx, inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import { OperatorError } from './operator-error.ts'
import type { RolledKey } from './roll-api-key.ts'
import { addSigningKey } from './tenant-keys.ts'

export type RolledSigningKey = {
  readonly alias: TenantId
  readonly keyId: KeyId
  readonly signingKey: string
  /** Null when the tenant had no key to sign with. */
  readonly rolled: RolledKey | null
}

/**
 * Gives a tenant a new signing key. The one it had goes on for the overlap; one that was rolled before ends at once, so
 * that never more than two are live.
 *
 * @throws OperatorError for an unknown alias
 */
export async function rollSigningKey(
  ctx: Context,
  alias: string,
  overlapMs: number,
): Promise<RolledSigningKey> {
  const now = ctx.clock.now()
  return inDirectory(ctx.db, async (tx) => {
    const live = isTenantAlias(alias) ? await lockSigningKeys(tx, alias, now) : null
    if (!isTenantAlias(alias) || live === null) throw new OperatorError(`There is no tenant "${alias}".`)
    const rolled = await expireAll(tx, live, now, overlapMs)
    const signingKey = makeSigningKey()
    const keyId = await addSigningKey(tx, ctx, alias, signingKey)
    await audit(tx, ctx, alias, 'signing-key.roll', { keyId, rolled })
    return { alias, keyId, signingKey, rolled }
  })
}

async function expireAll(
  tx: DirectoryTx,
  [newest, ...older]: readonly SigningKeyRow[],
  now: number,
  overlapMs: number,
): Promise<RolledKey | null> {
  for (const { id } of older) await expireSigningKey(tx, id, now)
  if (newest === undefined) return null
  return { keyId: newest.id, expiresAt: await expireSigningKey(tx, newest.id, now + overlapMs) }
}
