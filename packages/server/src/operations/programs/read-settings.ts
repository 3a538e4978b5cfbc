import type { TenantId } from '@goodword/domain/ids'
import type { Database } from '../../store/database.ts'
import { loadProgram } from '../../store/programs.ts'
import { sharedRead } from '../../store/shared-read.ts'
import { type FullSettings, settingsOf } from './program-of.ts'

/** What is set of a tenant's program, for readers who come in crowds. */
export type ReadSettings = (tenantId: TenantId) => Promise<FullSettings>

export function settingsReader(db: Database): ReadSettings {
  const read = sharedRead<'program', FullSettings>(db, async (tx, keys) => {
    const { settings } = await loadProgram(tx)
    return new Map(keys.map((key) => [key, settingsOf(settings)]))
  })
  return async (tenantId) => {
    const settings = await read(tenantId, 'program')
    if (settings === null) throw new Error('every tenant has a program')
    return settings
  }
}
