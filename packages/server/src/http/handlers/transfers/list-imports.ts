import type { listImports } from '@goodword/contract/endpoints/list-imports'
import { readImportPage } from '../../../operations/files/imports/read-imports.ts'
import { importAnswer } from '../../answers/import.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListImports: Handler<typeof listImports> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readImportPage(ctx, tenant.tenantId, filter, page)
  return { ...listAnswer(found), imports: found.rows.map(importAnswer) }
}
