import { isTenantAlias, type KeyId, type TenantId } from '@goodword/domain/values/ids'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import { apiKeyHash, isApiKey } from '../../engine/secrets/api-key.ts'
import type { Context } from '../context.ts'
import { stampApiKey } from '../rows/api-keys.ts'
import {
  type EnabledTenant,
  type FoundKey,
  findApiKey,
  findTenant,
  type KeyHolder,
} from '../rows/directory.ts'

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
  const { keys } = ctx.singleton(callerCaches)
  const holder = await keys.get(hash.toString('base64'), () => loadKey(ctx, hash))
  return holder === null || hasExpired(holder, ctx) ? null : holder
}

/** The enabled tenant of an alias, or null; from memory like the holders of keys. */
export async function findEnabledTenant(ctx: Context, alias: string): Promise<EnabledTenant | null> {
  if (!isTenantAlias(alias)) return null
  return ctx.singleton(callerCaches).tenants.get(alias, () => findTenant(ctx.db, alias))
}

/** Resolves when the use of keys, which is noted outside of requests, has been written. */
export async function keyUsesWritten(ctx: Context): Promise<void> {
  await ctx.singleton(callerCaches).uses.writing
}

function callerCaches({ clock }: Context) {
  const uses: KeyUses = { unwritten: new Map(), writing: null }
  return {
    keys: new TtlCache<KeyHolder>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES }),
    tenants: new TtlCache<EnabledTenant>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES }),
    uses,
  }
}

type KeyUses = {
  /** By key, with the hour in which it was used. */
  readonly unwritten: Map<KeyId, { readonly tenantId: TenantId; readonly hour: number }>
  writing: Promise<void> | null
}

async function loadKey(ctx: Context, hash: Buffer): Promise<KeyHolder | null> {
  const found = await findApiKey(ctx.db, hash)
  if (found === null) return null
  stampUse(ctx, found)
  return found.holder
}

/** Keeps the hour in which a key was last used, without making the request wait. */
function stampUse(ctx: Context, { holder: { keyId, tenantId }, lastUsedAt }: FoundKey): void {
  const { uses } = ctx.singleton(callerCaches)
  const hour = Math.floor(ctx.clock.now() / HOUR_MS) * HOUR_MS
  if (lastUsedAt !== null && lastUsedAt >= hour) return
  uses.unwritten.set(keyId, { tenantId, hour })
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

function hasExpired({ expiresAt }: KeyHolder, { clock }: Context): boolean {
  return expiresAt !== null && expiresAt <= clock.now()
}
