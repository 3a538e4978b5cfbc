import type { ParticipantKey } from '@goodword/domain/values/ids'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context, Transaction } from '../../foundation/context.ts'

/** Notes an erasure, under our key of the person. */
export function noteErasure(ctx: Context): (tx: Transaction, person: ParticipantKey) => void {
  return (tx, person) => writeAuditEntry(tx, auditEntry(ctx, 'person.erase', { participantId: person }))
}
