import type { Scope } from '@goodword/contract/endpoint'
import { isTenantAlias, type KeyId, type Mode, type TenantId } from '@goodword/domain/ids'
import { apiKeyHash, isApiKey } from '../../platform/api-key.ts'
import type { Clock } from '../../platform/clock.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { Database } from '../../store/database.ts'
import { findApiKey, findTenant, type KeyRow, stampApiKey, type TenantRow } from '../../store/directory.ts'

/** Whom an API key speaks for. */
export type KeyHolder = {
  readonly tenantId: TenantId
  readonly mode: Mode
  readonly keyId: KeyId
  readonly scopes: readonly Scope[]
}

export type Authenticator = {
  /** The holder of a key that works, or null. */
  readonly lookup: (apiKey: string) => Promise<KeyHolder | null>
  /** The enabled tenant of an alias, or null. */
  readonly findTenant: (alias: string) => Promise<{ readonly tenantId: TenantId; readonly mode: Mode } | null>
  /** Resolves when what is noted outside of requests has been written. */
  readonly settled: () => Promise<void>
}

/** Well below the 5 s in which a revoked key must stop working. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000
const HOUR_MS = 3_600_000

/**
 * Tells who calls. Most calls are answered from memory, a few seconds old at most; a text that cannot be a key or an
 * alias never reaches the database.
 */
export function createAuthenticator(db: Database, clock: Clock): Authenticator {
  const keys = new ShortCache<KeyRow>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
  const tenants = new ShortCache<TenantRow>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
  const stamps = new Set<Promise<void>>()

  async function loadKey(hash: Buffer): Promise<KeyRow | null> {
    const row = await findApiKey(db, hash)
    if (row !== null) stampUse(row)
    return row
  }

  /** Keeps the hour in which a key was last used, without making the request wait. */
  function stampUse(row: KeyRow): void {
    const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS
    if (row.last_used_at !== null && row.last_used_at >= hour) return
    // A stamp that could not be written is tried again when the key is next read.
    const stamp = stampApiKey(db, row.key_id, hour).catch(() => undefined)
    stamps.add(stamp)
    void stamp.finally(() => stamps.delete(stamp))
  }

  return {
    async lookup(apiKey) {
      if (!isApiKey(apiKey)) return null
      const hash = apiKeyHash(apiKey)
      const row = await keys.get(hash.toString('base64'), () => loadKey(hash))
      if (row === null || hasExpired(row, clock)) return null
      return { tenantId: row.tenant_id, mode: row.mode, keyId: row.key_id, scopes: row.scopes }
    },
    async findTenant(alias) {
      if (!isTenantAlias(alias)) return null
      const row = await tenants.get(alias, () => findTenant(db, alias))
      return row === null ? null : { tenantId: row.tenant_id, mode: row.mode }
    },
    async settled() {
      await Promise.all(stamps)
    },
  }
}

function hasExpired({ expires_at }: KeyRow, clock: Clock): boolean {
  return expires_at !== null && expires_at <= clock.now()
}
