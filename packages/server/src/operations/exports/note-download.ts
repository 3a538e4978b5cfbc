import type { TenantId } from '@goodword/domain/ids'
import { writeAuditEntry } from '../../store/directory/audit-entries.ts'
import type { Context } from '../context.ts'
import { actorNamed } from '../tenants/actor.ts'
import { auditEntry } from '../tenants/audit.ts'

type Download = {
  readonly exportId: string
  /** The part that is asked for; null for the whole file. */
  readonly range: string | null
  readonly address: string
  readonly userAgent: string | null
}

const MAX_RANGE = 100

/** Notes that an exported file is read by its signed URL, before anything of it is sent. Who has the URL is not known. */
export async function noteDownload(
  ctx: Context,
  tenantId: TenantId,
  { exportId, range, address, userAgent }: Download,
): Promise<void> {
  const acting = ctx.actingAs({ ...actorNamed('signed link'), address, userAgent })
  const details = { exportId, range: range?.slice(0, MAX_RANGE) ?? null }
  await acting.writeTenant(tenantId, async (tx) =>
    writeAuditEntry(tx, auditEntry(acting, 'export.download', details)),
  )
}
