import { type Scope, scopes } from '@goodword/domain/staff/scope'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { addApiKey } from './add-api-key.ts'
import { operatorCaller } from './key-caller.ts'

export type ApiKeyRequest = {
  readonly alias: string
  /** The purpose of the key; by default it has no name. */
  readonly name?: string
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
 * Adds an API key to the tenant that an operator names.
 *
 * @throws OperatorError for an unknown alias or a time that is over
 */
export async function createApiKey(ctx: Context, request: ApiKeyRequest): Promise<CreatedApiKey> {
  const now = ctx.clock.now()
  const { name = null, expiresAt = null } = request
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > now && expiresAt <= LATEST_MS)) {
    throw new OperatorError(`The expiry must be in the future; the current time is ${now} milliseconds.`)
  }
  const { tenant_id: alias } = await tenantNamed(ctx, request.alias)
  const wanted = { name, scopes: request.scopes ?? scopes, expiresAt }
  const added = await addApiKey(ctx, alias, wanted, operatorCaller)
  // The ID is one that was just made for a key.
  return { alias, keyId: added.id as KeyId, apiKey: added.apiKey, scopes: added.scopes }
}

/** The end of the year 9999: a later date has no year of four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31)
