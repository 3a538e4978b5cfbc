import type { createImport } from '@goodword/contract/endpoints/create-import'
import { receiveImport } from '../../../operations/files/imports/receive-import.ts'
import { importAnswer } from '../../answers/import.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCreateImport: Handler<typeof createImport> = async (
  ctx,
  { tenant, query, upload, header },
) => {
  const { kind, mapping = null, dateFormat = null, dryRun } = query
  const isCsv = header('content-type')?.toLowerCase().startsWith('text/csv') === true
  const length = header('content-length')
  const request = {
    ...{ kind, mapping, dateFormat, isDryRun: dryRun === 'true' },
    format: isCsv ? 'csv' : 'ndjson',
    announcedBytes: length === null ? null : Number(length),
  } as const
  return importAnswer(await receiveImport(ctx, tenant.tenantId, request, upload))
}
