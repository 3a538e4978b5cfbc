import type { TenantId } from '@goodword/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { Database } from '../../store/database.ts'
import { loadProgram } from '../../store/programs.ts'
import { readTenant } from '../../store/tenant-tx.ts'
import { settingsOf } from './program-of.ts'

/** Origins whose pages may call in a tenant's name; empty for any. */
export type AllowedOrigins = (tenantId: TenantId) => Promise<readonly string[]>

/** Browser calls may see a program that is a few seconds old. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

export function createAllowedOrigins(db: Database, clock: Clock): AllowedOrigins {
  const known = new ShortCache<readonly string[]>({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
  return async (tenantId) => {
    const origins = await known.get(tenantId, async () => {
      const { settings } = await readTenant(db, tenantId, loadProgram)
      return settingsOf(settings).allowedOrigins
    })
    return origins ?? []
  }
}
