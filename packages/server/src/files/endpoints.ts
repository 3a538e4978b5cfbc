import { endpoints } from '@goodword/contract/all-endpoints'
import type { Export } from '@goodword/contract/files/export'
import type { Import } from '@goodword/contract/files/import'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../frame/context.ts'
import type { ServeEndpoint } from '../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../frame/http/server/list-page.ts'
import { createExport } from './exports/create-export.ts'
import { exportUrl } from './exports/exported-file.ts'
import { type ExportReading, readExport, readExportPage } from './exports/read-exports.ts'
import {
  type ImportErrorReading,
  type ImportReading,
  readImport,
  readImportErrors,
  readImportPage,
} from './imports/read-imports.ts'
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
    const { tenantId } = tenant
    const { filter, page } = listQuestion(query)
    const found = await readExportPage(ctx, tenantId, filter, page)
    const exports = found.rows.map((row) => exportAnswer(ctx, tenantId, row, found.now))
    return { ...listAnswer(found), exports }
  })
  serve(endpoints.readExport, async (ctx, { tenant, params }) => {
    const { tenantId } = tenant
    const found = await readExport(ctx, tenantId, params.exportId)
    return exportAnswer(ctx, tenantId, found, found.now)
  })
  serve(endpoints.createImport, async (ctx, { tenant, query, upload, header }) => {
    const { kind, mapping = null, dateFormat = null, fileName = null, dryRun } = query
    const isCsv = header('content-type')?.toLowerCase().startsWith('text/csv') === true
    const length = header('content-length')
    const request = {
      ...{ kind, mapping, dateFormat, fileName, isDryRun: dryRun === 'true' },
      format: isCsv ? 'csv' : 'ndjson',
      announcedBytes: length === null ? null : Number(length),
    } as const
    return importAnswer(await receiveImport(ctx, tenant.tenantId, request, upload))
  })
  serve(endpoints.listImports, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const found = await readImportPage(ctx, tenant.tenantId, filter, page)
    return { ...listAnswer(found), imports: found.rows.map(importAnswer) }
  })
  serve(endpoints.readImport, async (ctx, { tenant, params }) =>
    importAnswer(await readImport(ctx, tenant.tenantId, params.importId)),
  )
  serve(endpoints.listImportErrors, async (ctx, { tenant, params, query }) => {
    const page = await readImportErrors(ctx, tenant.tenantId, params.importId, listQuestion(query).page)
    return { ...listAnswer(page), errors: page.rows.map(errorAnswer) }
  })
  serve(endpoints.readRejectedRows, async (ctx, { tenant, params }) => {
    const { expiresAt, ...found } = await readRejected(ctx, tenant.tenantId, params.importId)
    return { ...found, dateExpires: expiresAt }
  })
}

function errorAnswer({ line, field, error_code: code, message }: ImportErrorReading) {
  return { line, field, code, message }
}

function exportAnswer(ctx: Context, tenantId: TenantId, row: ExportReading, now: number): Export {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    from: row.created_from,
    to: row.created_to,
    state: row.state,
    rows: row.row_count,
    bytes: row.byte_count,
    downloadUrl: exportUrl(ctx, tenantId, row, now),
    dateCreated: row.created_at,
    dateExpires: row.expires_at,
  }
}

function importAnswer({
  isDryRun,
  createdAt,
  finishedAt,
  done: _done,
  ignoredColumns,
  ...reading
}: ImportReading): Import {
  return {
    ...reading,
    ignoredColumns: [...ignoredColumns],
    dryRun: isDryRun,
    dateCreated: createdAt,
    dateFinished: finishedAt,
  }
}
