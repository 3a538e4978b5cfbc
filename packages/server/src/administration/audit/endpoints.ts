import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { readAuditPage } from './read-audit.ts'

/** The audit log. */
export function auditEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listAuditEntries, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readAuditPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), entries: found.rows }
  })
}
