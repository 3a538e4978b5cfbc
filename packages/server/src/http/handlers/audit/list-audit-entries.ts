import type { listAuditEntries } from '@goodword/contract/endpoints/list-audit-entries'
import { readAuditPage } from '../../../operations/administration/audit/read-audit.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListAuditEntries: Handler<typeof listAuditEntries> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readAuditPage(ctx, tenant.tenantId, filter, page)
  return { ...listAnswer(found), entries: found.rows }
}
