import type { Context, Transaction } from '../context.ts'
import { writeAuditEntry } from '../rows/audit-entries.ts'
import { requestEntry } from './audit.ts'

/**
 * Stores the entry of a request with its changes, as the last statement of its transaction. Requests that the audit log
 * is not about leave none: events record their changes.
 */
export function noteRequest(tx: Transaction, ctx: Context, details: Readonly<Record<string, unknown>>): void {
  if (ctx.actor.request !== null) writeAuditEntry(tx, requestEntry(ctx, details))
}
