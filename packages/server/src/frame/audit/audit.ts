import type { TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { type AuditEntry, insertAuditEntry } from '../rows/audit-entries.ts'

/** The actions of commands, staff and signed links. Requests of the API have the names of their endpoints instead. */
export type AuditAction =
  | 'tenant.create'
  | 'tenant.disable'
  | 'tenant.enable'
  | 'key.create'
  | 'key.roll'
  | 'key.revoke'
  | 'signing-key.roll'
  | 'secret-key.replace'
  | 'secret-key.rotate'
  | 'program.set'
  | 'domain.add'
  | 'domain.verify'
  | 'domain.lose'
  | 'domain.remove'
  | 'connection.set'
  | 'connection.remove'
  | 'job.retry'
  | 'export.write'
  | 'import.create'
  | 'person.erase'
  | 'statistics.recount'
  | 'test-data.erase'
  | 'webhook.create'
  | 'webhook.change'
  | 'webhook.remove'
  | 'webhook.rotate'
  | 'webhook.disable'
  | 'staff.invite'
  | 'staff.withdraw-invitation'
  | 'staff.join'
  | 'staff.change-role'
  | 'staff.remove'
  | 'staff.sign-in'
  | 'staff.sign-out'
  | 'staff.rename'
  | 'staff.change-password'
  | 'staff.end-sessions'
  | 'staff.ask-reset'
  | 'staff.make-reset-link'
  | 'staff.reset-password'
  | 'staff.show-second-factor'
  | 'staff.add-second-factor'
  | 'staff.remove-second-factor'
  | 'staff.show-recovery-codes'
  | 'staff.add-passkey'
  | 'staff.remove-passkey'
  | 'staff.allow-assistant'
  | 'staff.remove-assistant'
  | 'export.download'
  | 'import.download-rejected'

/** Notes who did what, in the transaction that does it, as its last statement. */
export async function audit(
  tx: DirectoryTx,
  ctx: Context,
  tenantId: TenantId,
  action: AuditAction,
  details: AuditEntry['details'] = {},
): Promise<void> {
  await insertAuditEntry(tx, tenantId, auditEntry(ctx, action, details))
}

/** The entry of a change. A change by a request of the API has the name of its endpoint. */
export function auditEntry(ctx: Context, action: AuditAction, details: AuditEntry['details']): AuditEntry {
  return entryOf(ctx, ctx.actor.request?.action ?? action, details)
}

/** The entry of a request of the API, beside those of its changes. */
export function requestEntry(ctx: Context, details: AuditEntry['details']): AuditEntry {
  const { request } = ctx.actor
  if (request === null) throw new Error('the actor of the context makes no request')
  return entryOf(ctx, request.action, details)
}

function entryOf(
  { clock, ids, actor: { name: actor, address, userAgent, request } }: Context,
  action: string,
  own: AuditEntry['details'],
): AuditEntry {
  const createdAt = clock.now()
  const id = ids.make<string>(createdAt)
  const subject = request?.subject ?? subjectOf(own)
  const details = { ...own, ...request?.origin }
  const entry = { id, actor, action, subject, details, address, userAgent, createdAt }
  return request === null ? entry : { ...entry, onStored: request.onEntry }
}

const subjectNames = [
  'webhookId',
  'keyId',
  'jobId',
  'importId',
  'participantId',
  'rewardId',
  'redemptionId',
  'referralId',
  'host',
  'exportId',
]

function subjectOf(details: AuditEntry['details']): string | null {
  const named = subjectNames.map((name) => details[name]).find((it) => typeof it === 'string')
  return typeof named === 'string' ? named : null
}
