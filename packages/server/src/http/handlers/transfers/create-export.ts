import type { createExport as endpoint } from '@goodword/contract/endpoints/create-export'
import { createExport } from '../../../operations/files/exports/create-export.ts'
import { exportAnswer } from '../../answers/export.ts'
import type { Handler } from '../../server/handler.ts'

export const handleCreateExport: Handler<typeof endpoint> = async (ctx, { tenant, body }) => {
  const { tenantId } = tenant
  const { kind, format, from = null, to = null } = body
  const created = await createExport(ctx, tenantId, { kind, format, from, to })
  return exportAnswer(ctx, tenantId, created, created.created_at)
}
