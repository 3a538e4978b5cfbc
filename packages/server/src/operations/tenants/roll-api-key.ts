import { isUuid, type KeyId, modeOf } from '@goodword/domain/ids'
import { makeApiKey } from '../../platform/secrets/api-key.ts'
import { expireApiKey, insertApiKey } from '../../store/directory/directory.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import type { CreatedApiKey } from './create-api-key.ts'
import { OperatorError } from './operator-error.ts'
import { describeApiKey } from './tenant-keys.ts'

/** A key that was replaced, and when it stops working. */
export type RolledKey = { readonly keyId: KeyId; readonly expiresAt: number }

export type RolledApiKey = CreatedApiKey & { readonly rolled: RolledKey }

/**
 * Replaces an API key by a new one of the same tenant and scopes. The old one goes on for the overlap, unless it was to
 * expire sooner; without an overlap it opens nothing any more within 5 seconds.
 *
 * @throws OperatorError when there is no such key or it works no more
 */
export async function rollApiKey(ctx: Context, keyId: string, overlapMs: number): Promise<RolledApiKey> {
  const now = ctx.clock.now()
  if (!isUuid(keyId)) throw unknownKey(keyId)
  return inDirectory(ctx.db, async (tx) => {
    const old = await expireApiKey(tx, keyId as KeyId, now + overlapMs, now)
    if (old === null) throw unknownKey(keyId)
    const { tenant_id: alias, scopes } = old
    const apiKey = makeApiKey(modeOf(alias))
    const created = { alias, keyId: ctx.ids.make<KeyId>(now), apiKey, scopes }
    await insertApiKey(tx, {
      ...describeApiKey(apiKey),
      id: created.keyId,
      tenantId: alias,
      scopes,
      createdAt: now,
      expiresAt: null,
    })
    const rolled = { keyId: keyId as KeyId, expiresAt: old.expires_at }
    await audit(tx, ctx, alias, 'key.roll', { keyId: created.keyId, rolled })
    return { ...created, rolled }
  })
}

function unknownKey(keyId: string): OperatorError {
  return new OperatorError(
    `There is no active key "${keyId}". Run "key list <alias>" to see the keys of a tenant, or "key create" to add one.`,
  )
}
