import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../context.ts'
import { loadProgram } from '../rows/programs.ts'
import { sharedRead } from '../shared-read.ts'
import { type FullSettings, settingsOf } from './program-of.ts'

/** The settings of a tenant's program, for frequent concurrent reads. */
export async function readSettings(ctx: Context, tenantId: TenantId): Promise<FullSettings> {
  const settings = await sharedRead(ctx, tenantId, 'program', loadSettings)
  if (settings === null) throw new Error(`the tenant ${tenantId} has no program`)
  return settings
}

async function loadSettings(
  tx: Transaction,
  keys: readonly 'program'[],
): Promise<ReadonlyMap<'program', FullSettings>> {
  const { settings } = await loadProgram(tx)
  return new Map(keys.map((key) => [key, settingsOf(settings)]))
}
