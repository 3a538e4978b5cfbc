import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../frame/http/server/list-page.ts'
import { createExport } from './exports/create-export.ts'
import { exportAnswer, readExport, readExportPage } from './exports/read-exports.ts'
import { readImport, readImportErrors, readImportPage } from './imports/read-imports.ts'
import { receiveImport } from './imports/receive-import.ts'
import { readRejected } from './imports/rejected-file/rejected-file.ts'

/** Imports and exports. */
export function fileEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.createExport, async (ctx, { tenant, body }) => {
    const { tenantId } = tenant
    const { kind, format, from = null, to = null } = body
    const created = await createExport(ctx, tenantId, { kind, format, from, to })
    return exportAnswer(ctx, tenantId, created, created.created_at)
  })
  serve(endpoints.listExports, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readExportPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), exports: found.rows }
  })
  serve(endpoints.readExport, (ctx, { tenant, params }) => readExport(ctx, tenant.tenantId, params.exportId))
  serve(endpoints.createImport, async (ctx, { tenant, query, upload, header }) => {
    const { kind, mapping = null, dateFormat = null, fileName = null, dryRun } = query
    const isCsv = header('content-type')?.toLowerCase().startsWith('text/csv') === true
    const length = header('content-length')
    const request = {
      ...{ kind, mapping, dateFormat, fileName, isDryRun: dryRun === 'true' },
      format: isCsv ? 'csv' : 'ndjson',
      announcedBytes: length === null ? null : Number(length),
    } as const
    return receiveImport(ctx, tenant.tenantId, request, upload)
  })
  serve(endpoints.listImports, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readImportPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), imports: found.rows }
  })
  serve(endpoints.readImport, (ctx, { tenant, params }) => readImport(ctx, tenant.tenantId, params.importId))
  serve(endpoints.listImportErrors, async (ctx, { tenant, params, query }) => {
    const page = await readImportErrors(ctx, tenant.tenantId, params.importId, listQuestion(query).page)
    return { ...listAnswer(page), errors: page.rows }
  })
  serve(endpoints.readRejectedRows, (ctx, { tenant, params }) =>
    readRejected(ctx, tenant.tenantId, params.importId),
  )
}
