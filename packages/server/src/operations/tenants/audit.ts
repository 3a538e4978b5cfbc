import type { TenantId } from '@goodword/domain/ids'
import { type AuditEntry, insertAuditEntry } from '../../store/audit-entries.ts'
import type { DirectoryTx } from '../../store/directory-tx.ts'
import type { TenantDependencies } from './tenant-keys.ts'

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

export type AuditDependencies = Pick<TenantDependencies, 'clock' | 'keys' | 'actor'>

/** Notes who did what, in the transaction that does it. */
export async function audit(
  tx: DirectoryTx,
  dependencies: AuditDependencies,
  tenantId: TenantId,
  action: AuditAction,
  details: AuditEntry['details'] = {},
): Promise<void> {
  await insertAuditEntry(tx, { tenantId, ...auditEntry(dependencies, action, details) })
}

export function auditEntry(
  { clock, keys, actor = 'operator' }: AuditDependencies,
  action: AuditAction,
  details: AuditEntry['details'],
): Omit<AuditEntry, 'tenantId'> {
  const createdAt = clock.now()
  return { id: keys.make<string>(createdAt), actor, action, details, createdAt }
}
