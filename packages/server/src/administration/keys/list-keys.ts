import type { Scope } from '@goodword/domain/staff/scope'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type ApiKeyRow, allApiKeys } from '../../frame/rows/api-keys.ts'
import { allSigningKeys, type SigningKeyDates } from '../../frame/rows/signing-keys.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'

type KeyDates = {
  readonly keyId: KeyId
  readonly dateCreated: number
  readonly dateExpires: number | null
  readonly dateRevoked: number | null
}

/** The keys of a tenant, newest first, those that work no more included; never a key itself. */
export type ListedKeys = {
  readonly alias: TenantId
  readonly keys: readonly (KeyDates & {
    /** Null for a key without a name. */
    readonly name: string | null
    readonly lastFour: string
    readonly scopes: readonly Scope[]
    /** The hour, not the moment. */
    readonly dateLastUsed: number | null
  })[]
  readonly signingKeys: readonly KeyDates[]
}

/** @throws OperatorError for an unknown alias */
export async function listKeys(ctx: Context, alias: string): Promise<ListedKeys> {
  const tenant = await tenantNamed(ctx, alias)
  const [keys, signingKeys] = await Promise.all([
    allApiKeys(ctx.db, tenant.tenant_id),
    allSigningKeys(ctx.db, tenant.tenant_id),
  ])
  return { alias: tenant.tenant_id, keys: keys.map(listed), signingKeys: signingKeys.map(datesOf) }
}

function listed(row: ApiKeyRow): ListedKeys['keys'][number] {
  return {
    ...datesOf(row),
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    dateLastUsed: row.last_used_at,
  }
}

function datesOf(row: SigningKeyDates): KeyDates {
  return {
    keyId: row.id,
    dateCreated: row.created_at,
    dateExpires: row.expires_at,
    dateRevoked: row.revoked_at,
  }
}
