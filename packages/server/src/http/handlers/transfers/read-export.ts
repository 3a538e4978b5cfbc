import type { readExport as endpoint } from '@goodword/contract/endpoints/read-export'
import { readExport } from '../../../operations/files/exports/read-exports.ts'
import { exportAnswer } from '../../answers/export.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadExport: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const { tenantId } = tenant
  const found = await readExport(ctx, tenantId, params.exportId)
  return exportAnswer(ctx, tenantId, found, found.now)
}
