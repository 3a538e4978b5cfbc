import type { TenantId } from '@goodword/domain/ids'
import { type AuditEntry, insertAuditEntry } from '../../store/directory/audit-entries.ts'
import type { DirectoryTx } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'

/** What the operator's commands do to a tenant. */
export type AuditAction =
  | 'tenant.create'
  | 'tenant.disable'
  | 'tenant.enable'
  | 'key.create'
  | 'key.roll'
  | 'key.revoke'
  | 'signing-key.roll'
  | 'secret-key.replace'
  | 'program.set'
  | 'domain.add'
  | 'domain.remove'
  | 'connection.set'
  | 'connection.remove'
  | 'job.retry'
  | 'export.write'
  | 'import.create'
  | 'person.erase'
  | 'statistics.recount'
  | 'webhook.create'
  | 'webhook.change'
  | 'webhook.remove'
  | 'webhook.rotate'
  | 'webhook.disable'

/** Notes who did what, in the transaction that does it. */
export async function audit(
  tx: DirectoryTx,
  ctx: Context,
  tenantId: TenantId,
  action: AuditAction,
  details: AuditEntry['details'] = {},
): Promise<void> {
  await insertAuditEntry(tx, { tenantId, ...auditEntry(ctx, action, details) })
}

export function auditEntry(
  { clock, ids, actor }: Context,
  action: AuditAction,
  details: AuditEntry['details'],
): Omit<AuditEntry, 'tenantId'> {
  const createdAt = clock.now()
  return { id: ids.make<string>(createdAt), actor, action, details, createdAt }
}
