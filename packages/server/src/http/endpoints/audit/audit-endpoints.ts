import { endpoints } from '@goodword/contract/endpoints/all'
import { readAuditPage } from '../../../operations/administration/audit/read-audit.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { listAnswer, listQuestion } from '../list-page.ts'

/** The audit log. */
export function auditEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listAuditEntries, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readAuditPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), entries: found.rows }
  })
}
