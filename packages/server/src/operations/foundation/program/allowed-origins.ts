import type { TenantId } from '@goodword/domain/values/ids'
import { TtlCache } from '../../../platform/caches/ttl-cache.ts'
import { loadProgram } from '../../../store/directory/programs.ts'
import type { Context } from '../context.ts'
import { settingsOf } from './program-of.ts'

/** Browser calls may see a program that is a few seconds old. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

/** Origins whose pages may call in a tenant's name; empty for any. */
export async function allowedOrigins(ctx: Context, tenantId: TenantId): Promise<readonly string[]> {
  const origins = await ctx.singleton(originCache).get(tenantId, async () => {
    const { settings } = await ctx.readTenant(tenantId, loadProgram)
    return settingsOf(settings).allowedOrigins
  })
  return origins ?? []
}

function originCache({ clock }: Context): TtlCache<readonly string[]> {
  return new TtlCache({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
}
