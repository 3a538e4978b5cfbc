import { scopes } from '@goodword/domain/staff/scope'
import { type KeyId, modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { apiKeyHash, lastFourOf, makeApiKey, makeSigningKey } from '../../engine/secrets/api-key.ts'
import type { Context } from '../../frame/context.ts'
import { insertFirstApiKey } from '../../frame/rows/api-keys.ts'
import { insertFirstSigningKey, type NewSigningKey } from '../../frame/rows/signing-keys.ts'

/** The keys of a tenant as they are shown once, when they are made. */
export type TenantKeys = { readonly apiKey: string; readonly signingKey: string }

export function makeTenantKeys(tenantId: TenantId): TenantKeys {
  return { apiKey: makeApiKey(modeOf(tenantId)), signingKey: makeSigningKey() }
}

/** Adds the first keys of a tenant; keys that it has already stay as they are. */
export async function insertTenantKeys(
  tx: DirectoryTx,
  ctx: Context,
  tenantId: TenantId,
  { apiKey, signingKey }: TenantKeys,
): Promise<void> {
  const createdAt = ctx.clock.now()
  const isNew = await insertFirstApiKey(tx, tenantId, {
    ...describeApiKey(apiKey),
    id: ctx.ids.make<KeyId>(createdAt),
    name: null,
    scopes,
    createdAt,
    expiresAt: null,
  })
  if (isNew) await insertFirstSigningKey(tx, tenantId, sealedSigningKey(ctx, tenantId, signingKey))
}

/** A new signing key as it is stored: sealed for its row. */
export function sealedSigningKey(
  { clock, ids, secretBox }: Context,
  tenantId: TenantId,
  signingKey: string,
): NewSigningKey {
  const createdAt = clock.now()
  const id = ids.make<KeyId>(createdAt)
  const box = secretBox.seal(signingKey, { tenantId, purpose: 'signing-key', recordId: id })
  return { id, box, createdAt }
}

/** The stored fields of an API key. */
export function describeApiKey(apiKey: string): { readonly hash: Buffer; readonly lastFour: string } {
  return { hash: apiKeyHash(apiKey), lastFour: lastFourOf(apiKey) }
}
