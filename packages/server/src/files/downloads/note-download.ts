import type { TenantId } from '@goodword/domain/values/ids'
import { actorNamed } from '../../frame/actor.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import type { SignedFileKind } from './signed-url.ts'

type Download = {
  readonly kind: SignedFileKind
  /** The ID of the export or import. */
  readonly id: string
  /** The part that is asked for; null for the whole file. */
  readonly range: string | null
  readonly address: string
  readonly userAgent: string | null
}

const MAX_RANGE = 100

/** Notes that a file is read by its signed URL, before anything of it is sent. Who has the URL is not known. */
export async function noteDownload(
  ctx: Context,
  tenantId: TenantId,
  { kind, id, range, address, userAgent }: Download,
): Promise<void> {
  const acting = ctx.actingAs({ ...actorNamed('signed link'), address, userAgent })
  const part = { range: range?.slice(0, MAX_RANGE) ?? null }
  const [action, details] =
    kind === 'export'
      ? (['export.download', { exportId: id, ...part }] as const)
      : (['import.download-rejected', { importId: id, ...part }] as const)
  await acting.writeTenant(tenantId, async (tx) => writeAuditEntry(tx, auditEntry(acting, action, details)))
}
