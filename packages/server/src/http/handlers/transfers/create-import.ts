import type { createImport } from '@goodword/contract/endpoints/create-import'
import { receiveImport } from '../../../operations/imports/receive-import.ts'
import { importAnswer } from '../../answers/import.ts'
import type { Handler } from '../../handler.ts'

export const handleCreateImport: Handler<typeof createImport> = async (
  ctx,
  { tenant, query, upload, header },
) => {
  const { kind, mapping = null, dryRun } = query
  const isCsv = header('content-type')?.toLowerCase().startsWith('text/csv') === true
  const request = { kind, mapping, format: isCsv ? 'csv' : 'ndjson', isDryRun: dryRun === 'true' } as const
  return importAnswer(await receiveImport(ctx, tenant.tenantId, request, upload))
}
