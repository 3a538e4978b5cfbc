import type { listExports } from '@goodword/contract/endpoints/list-exports'
import { readExportPage } from '../../../operations/files/exports/read-exports.ts'
import { exportAnswer } from '../../answers/export.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListExports: Handler<typeof listExports> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const { filter, page } = listQuestion(query)
  const found = await readExportPage(ctx, tenantId, filter, page)
  const exports = found.rows.map((row) => exportAnswer(ctx, tenantId, row, found.now))
  return { ...listAnswer(found), exports }
}
