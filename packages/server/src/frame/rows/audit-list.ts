import { columnList } from '../../engine/driver/rows.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type Filter, type FilterOf, list } from '../../engine/lists/list.ts'
import { addedInTime } from '../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'

const auditList = list({
  name: 'audit_entry.list',
  select: columnList('e', 'audit_entry'),
  table: 'audit_entry',
  alias: 'e',
  joins: '',
  filters: {
    subject: withText('e.subject'),
    actor: withText('e.actor'),
    action: withText('e.action'),
    dateCreated: addedInTime('e'),
  },
  hasOldestFirst: true,
})

export type AuditFilter = FilterOf<typeof auditList>
export type AuditRow = Omit<Tables['audit_entry'], 'details'> & { details: Record<string, unknown> }

/** Entries of a tenant. */
export function listAuditEntries(
  tx: TenantTx,
  filter: AuditFilter,
  now: number,
  request: PageRequest,
): Promise<Page<AuditRow>> {
  return readPage(tx, auditList, filter, now, request)
}

function withText(column: string): Filter<string> {
  return {
    conditions: (text) => [
      { sql: `${column} between ?::text and ?::text`, values: [text, text], index: { column, isById: true } },
    ],
    samples: { alone: ['someone'] },
  }
}
