import type { TenantId } from '@goodword/domain/ids'
import { listAuditEntries } from '../../store/directory/audit-entries.ts'
import type { Context } from '../context.ts'
import { tenantNamed } from './tenant-named.ts'

export type ReadAudit = {
  readonly alias: TenantId
  readonly entries: readonly {
    readonly id: string
    readonly date: number
    readonly actor: string
    readonly action: string
    readonly details: Readonly<Record<string, unknown>>
  }[]
}

const MOST_ENTRIES = 1000

/** Who changed what of a tenant by the operator's commands, newest first. */
export async function readAudit(ctx: Context, alias: string): Promise<ReadAudit> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const rows = await ctx.readTenant(tenantId, (tx) => listAuditEntries(tx, MOST_ENTRIES))
  return {
    alias: tenantId,
    entries: rows.map(({ id, created_at, actor, action, details }) => ({
      ...{ id, date: created_at, actor, action, details },
    })),
  }
}
