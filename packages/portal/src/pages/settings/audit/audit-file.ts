import type { AuditEntry } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { auditSentence } from './audit-sentences.ts'

/** The audit log as a file: each entry as a sentence and as it is stored, with its place in the chain. */
export const auditFile: Columns<AuditEntry> = {
  dateCreated: (it) => timeCell(it.dateCreated),
  actor: (it) => it.actor,
  whatWasDone: (it) => auditSentence(it).text,
  action: (it) => it.action,
  subject: (it) => it.subject,
  accountId: (it) => it.accountId,
  details: (it) => JSON.stringify(it.details),
  address: (it) => it.address,
  userAgent: (it) => it.userAgent,
  sequence: (it) => it.sequence,
  hash: (it) => it.hash,
  id: (it) => it.id,
}
