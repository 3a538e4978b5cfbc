import type { TenantId } from '@goodword/domain/ids'
import type { Database } from '../../store/database.ts'
import { loadProgram } from '../../store/programs.ts'
import { readTenant } from '../../store/tenant-tx.ts'
import { type FullSettings, settingsOf } from './program-of.ts'

/** The tenant's program as it is now. */
export function readProgram(
  db: Database,
  tenantId: TenantId,
): Promise<FullSettings & { readonly version: number }> {
  return readTenant(db, tenantId, async (tx) => {
    const { version, settings } = await loadProgram(tx)
    return { version, ...settingsOf(settings) }
  })
}
