import type { UserKey } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'

/** Notes an erasure, under our key of the person. */
export function noteErasure(ctx: Context): (tx: Transaction, user: UserKey) => void {
  return (tx, user) => writeAuditEntry(tx, auditEntry(ctx, 'person.erase', { participantId: user }))
}
