import type { TenantId } from '@goodword/domain/ids'
import { listAuditEntries } from '../../store/audit-entries.ts'
import type { Database } from '../../store/database.ts'
import { readTenant } from '../../store/tenant-tx.ts'
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
export async function readAudit({ db }: { readonly db: Database }, alias: string): Promise<ReadAudit> {
  const { tenant_id: tenantId } = await tenantNamed(db, alias)
  const rows = await readTenant(db, tenantId, (tx) => listAuditEntries(tx, MOST_ENTRIES))
  return {
    alias: tenantId,
    entries: rows.map(({ id, created_at, actor, action, details }) => ({
      ...{ id, date: created_at, actor, action, details },
    })),
  }
}
