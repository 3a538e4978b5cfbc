import { scopes } from '@goodword/contract/endpoint'
import { type KeyId, modeOf, type TenantId } from '@goodword/domain/ids'
import { apiKeyHash, lastFourOf, makeApiKey, makeSigningKey } from '../../platform/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { IdGenerator } from '../../platform/id-generator.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Database } from '../../store/database.ts'
import { insertApiKey } from '../../store/directory.ts'
import type { DirectoryTx } from '../../store/directory-tx.ts'
import { insertSigningKey } from '../../store/signing-keys.ts'

/** What the operator's commands on tenants need; the database is open as its owner. */
export type TenantDependencies = {
  readonly db: Database
  readonly clock: Clock
  readonly keys: IdGenerator
  readonly secretBox: SecretBox
  /** Who gives the command, for the audit; `operator` where nobody says. */
  readonly actor?: string
}

/** The keys of a tenant as they are shown once, when they are made. */
export type TenantKeys = { readonly apiKey: string; readonly signingKey: string }

export function makeTenantKeys(tenantId: TenantId): TenantKeys {
  return { apiKey: makeApiKey(modeOf(tenantId)), signingKey: makeSigningKey() }
}

/** Adds the keys of a tenant; keys that it has already stay as they are. */
export async function insertTenantKeys(
  tx: DirectoryTx,
  { clock, keys, secretBox }: TenantDependencies,
  tenantId: TenantId,
  { apiKey, signingKey }: TenantKeys,
): Promise<void> {
  const createdAt = clock.now()
  const isNew = await insertApiKey(tx, {
    ...describeApiKey(apiKey),
    id: keys.make<KeyId>(createdAt),
    tenantId,
    scopes,
    createdAt,
    expiresAt: null,
  })
  if (isNew) await addSigningKey(tx, { clock, keys, secretBox }, tenantId, signingKey)
}

/** Keeps a signing key, sealed, and answers its id. */
export async function addSigningKey(
  tx: DirectoryTx,
  { clock, keys, secretBox }: Omit<TenantDependencies, 'db'>,
  tenantId: TenantId,
  signingKey: string,
): Promise<KeyId> {
  const createdAt = clock.now()
  const id = keys.make<KeyId>(createdAt)
  const box = secretBox.seal(signingKey, { tenantId, purpose: 'signing-key', recordId: id })
  await insertSigningKey(tx, { id, tenantId, box, createdAt })
  return id
}

/** What is kept of an API key. */
export function describeApiKey(apiKey: string): { readonly hash: Buffer; readonly lastFour: string } {
  return { hash: apiKeyHash(apiKey), lastFour: lastFourOf(apiKey) }
}
