import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../context.ts'
import { loadProgram } from '../rows/programs.ts'
import { type FullSettings, settingsOf } from './program-of.ts'

/** The tenant's current program. */
export function readProgram(
  ctx: Context,
  tenantId: TenantId,
): Promise<FullSettings & { readonly version: number }> {
  return ctx.readTenant(tenantId, async (tx) => {
    const { version, settings } = await loadProgram(tx)
    return { version, ...settingsOf(settings) }
  })
}
