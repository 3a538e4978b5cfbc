import type { KeyId, TenantId } from '@goodword/domain/ids'
import { type Scope, scopes } from '@goodword/domain/scope'
import { makeApiKey } from '../../platform/secrets/api-key.ts'
import { insertApiKey } from '../../store/directory/directory.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import { OperatorError } from './operator-error.ts'
import { describeApiKey } from './tenant-keys.ts'
import { tenantNamed } from './tenant-named.ts'

export type ApiKeyRequest = {
  readonly alias: string
  /** Defaults to all. */
  readonly scopes?: readonly Scope[]
  /** When the key stops working, in milliseconds since the epoch; by default never. */
  readonly expiresAt?: number
}

export type CreatedApiKey = {
  readonly alias: TenantId
  readonly keyId: KeyId
  readonly apiKey: string
  readonly scopes: readonly Scope[]
}

/**
 * Adds an API key to a tenant; the ones it has keep working. The key itself is returned only here.
 *
 * @throws OperatorError for an unknown alias or a time that is over
 */
export async function createApiKey(ctx: Context, request: ApiKeyRequest): Promise<CreatedApiKey> {
  const now = ctx.clock.now()
  const { expiresAt = null } = request
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now && expiresAt <= LATEST_MS)) {
    throw new OperatorError(`The expiry must be in the future; the current time is ${now} milliseconds.`)
  }
  const tenant = await tenantNamed(ctx, request.alias)
  const apiKey = makeApiKey(tenant.mode)
  const created = {
    alias: tenant.tenant_id,
    keyId: ctx.ids.make<KeyId>(now),
    apiKey,
    scopes: scopes.filter((scope) => request.scopes?.includes(scope) ?? true),
  }
  const { alias, keyId } = created
  await inDirectory(ctx.db, async (tx) => {
    await insertApiKey(tx, {
      ...describeApiKey(apiKey),
      id: keyId,
      tenantId: alias,
      scopes: created.scopes,
      createdAt: now,
      expiresAt,
    })
    await audit(tx, ctx, alias, 'key.create', { keyId, scopes: created.scopes, expiresAt })
  })
  return created
}

/** The end of the year 9999: what is later cannot be written as a date of four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31)
