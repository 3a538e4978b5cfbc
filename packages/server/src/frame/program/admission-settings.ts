import type { TenantId } from '@goodword/domain/values/ids'
import { TtlCache } from '../../engine/caches/ttl-cache.ts'
import type { Context } from '../context.ts'
import { loadProgram } from '../rows/programs.ts'
import { type FullSettings, settingsOf } from './program-of.ts'

/** The settings that decide who may call, before anything else of a request is read. */
type AdmissionSettings = Pick<FullSettings, 'allowedOrigins' | 'legacyClients'>

/** Browser calls may see a program that is a few seconds old. */
const MAX_AGE_MS = 3000
const MAX_ENTRIES = 10_000

/** Origins whose pages may call in a tenant's name; empty for any. */
export async function allowedOrigins(ctx: Context, tenantId: TenantId): Promise<readonly string[]> {
  return (await admissionSettings(ctx, tenantId))?.allowedOrigins ?? []
}

/** Whether clients of a former service may call the program. */
export async function servesLegacyClients(ctx: Context, tenantId: TenantId): Promise<boolean> {
  return (await admissionSettings(ctx, tenantId))?.legacyClients ?? false
}

function admissionSettings(ctx: Context, tenantId: TenantId): Promise<AdmissionSettings | null> {
  return ctx.singleton(settingsCache).get(tenantId, async () => {
    const { settings } = await ctx.readTenant(tenantId, loadProgram)
    const { allowedOrigins, legacyClients } = settingsOf(settings)
    return { allowedOrigins, legacyClients }
  })
}

function settingsCache({ clock }: Context): TtlCache<AdmissionSettings> {
  return new TtlCache({ clock, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES })
}
