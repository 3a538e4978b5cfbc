import { createHash } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import type { ChainedEntryRow } from '../../../store/directory/audit-entries.ts'

/**
 * The hash that an entry must have, in hexadecimal. It is computed here and not by the database's function, so that who changes
 * that one is found too.
 */
export function entryHash(tenantId: TenantId, row: ChainedEntryRow): string {
  const fields = [
    row.previous_hash,
    `${row.sequence}`,
    tenantId,
    row.id,
    row.actor,
    row.action,
    row.subject,
    row.details_text,
    row.address,
    row.user_agent,
    `${row.created_at}`,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
