import type { Scope } from '@goodword/domain/staff/scope'
import {
  isTenantAlias,
  type KeyId,
  type MerchantId,
  type Mode,
  type TenantId,
} from '@goodword/domain/values/ids'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import { apiKeyHash, isApiKey } from '../../engine/secrets/api-key.ts'
import type { Context } from '../context.ts'
import { stampApiKey } from '../rows/api-keys.ts'
import { findApiKey, findTenant, type KeyRow, type TenantRow } from '../rows/directory.ts'

/** The tenant that an API key authenticates. */
export type KeyHolder = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly merchantId: MerchantId
  readonly keyId: KeyId
  /** What staff call the key; null if it has no name. */
  readonly name: string | null
  readonly lastFour: string
  readonly scopes: readonly Scope[]
  /** When it stops working; null for never. */
  readonly expiresAt: number | null
}

/** A tenant that is not disabled, with the merchant whose program it is. */
export type EnabledTenant = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly merchantId: MerchantId
}

/** Well below the 5 s in which a revoked key must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000
const HOUR_MS = 3_600_000

/**
 * The holder of an API key that works, or null. Most calls are answered from memory, a few seconds old at most; a text that
 * cannot be a key never reaches the database.
 */
export async function findKeyHolder(ctx: Context, apiKey: string): Promise<KeyHolder | null> {
  if (!isApiKey(apiKey)) return null
  const hash = apiKeyHash(apiKey)
  const row = await ctx.singleton(callerCaches).keys.get(hash.toString('base64'), () => loadKey(ctx, hash))
  if (row === null || hasExpired(row, ctx)) return null
  return {
    tenantId: row.tenant_id,
    mode: row.mode,
    merchantId: row.merchant_id,
    keyId: row.key_id,
    name: row.name,
    lastFour: row.last_four,
    scopes: row.scopes,
    expiresAt: row.expires_at,
  }
}

/** The enabled tenant of an alias, or null; from memory like the holders of keys. */
export async function findEnabledTenant(ctx: Context, alias: string): Promise<EnabledTenant | null> {
  if (!isTenantAlias(alias)) return null
  const row = await ctx.singleton(callerCaches).tenants.get(alias, () => findTenant(ctx.db, alias))
  return row === null ? null : { tenantId: row.tenant_id, mode: row.mode, merchantId: row.merchant_id }
}

/** Resolves when the use of keys, which is noted outside of requests, has been written. */
export async function keyUsesWritten(ctx: Context): Promise<void> {
  await ctx.singleton(callerCaches).uses.writing
}

function callerCaches({ clock }: Context) {
  const uses: KeyUses = { unwritten: new Map(), writing: null }
  return {
    keys: new TtlCache<KeyRow>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES }),
    tenants: new TtlCache<TenantRow>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES }),
    uses,
  }
}

type KeyUses = {
  /** By key, with the hour in which it was used. */
  readonly unwritten: Map<KeyId, { readonly tenantId: TenantId; readonly hour: number }>
  writing: Promise<void> | null
}

async function loadKey(ctx: Context, hash: Buffer): Promise<KeyRow | null> {
  const row = await findApiKey(ctx.db, hash)
  if (row !== null) stampUse(ctx, row)
  return row
}

/** Keeps the hour in which a key was last used, without making the request wait. */
function stampUse(ctx: Context, row: KeyRow): void {
  const { uses } = ctx.singleton(callerCaches)
  const hour = Math.floor(ctx.clock.now() / HOUR_MS) * HOUR_MS
  if (row.last_used_at !== null && row.last_used_at >= hour) return
  uses.unwritten.set(row.key_id, { tenantId: row.tenant_id, hour })
  uses.writing ??= writeUses(ctx, uses)
}

/**
 * Writes one use at a time: on a cluster each of them needs all nodes, and while one node hangs they must not hold the
 * connections of tenants on the other nodes.
 */
async function writeUses(ctx: Context, uses: KeyUses): Promise<void> {
  for (const [keyId, { tenantId, hour }] of uses.unwritten) {
    uses.unwritten.delete(keyId)
    try {
      await ctx.writeTenant(tenantId, async (tx) => stampApiKey(tx, keyId, hour))
    } catch {
      // The others would fail as well. Each is tried again when its key is next read.
      uses.unwritten.clear()
    }
  }
  uses.writing = null
}

function hasExpired({ expires_at }: KeyRow, { clock }: Context): boolean {
  return expires_at !== null && expires_at <= clock.now()
}
