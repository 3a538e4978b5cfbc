import type { readRejectedRows } from '@goodword/contract/endpoints/read-rejected-rows'
import { readRejected } from '../../../operations/files/imports/rejected/rejected-file.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadRejectedRows: Handler<typeof readRejectedRows> = async (ctx, { tenant, params }) => {
  const { expiresAt, ...found } = await readRejected(ctx, tenant.tenantId, params.importId)
  return { ...found, dateExpires: expiresAt }
}
