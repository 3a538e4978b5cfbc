import type { listImportErrors } from '@goodword/contract/endpoints/list-import-errors'
import type { ImportErrorReading } from '../../../operations/files/imports/read-imports.ts'
import { readImportErrors } from '../../../operations/files/imports/read-imports.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListImportErrors: Handler<typeof listImportErrors> = async (
  ctx,
  { tenant, params, query },
) => {
  const page = await readImportErrors(ctx, tenant.tenantId, params.importId, listQuestion(query).page)
  return { ...listAnswer(page), errors: page.rows.map(errorAnswer) }
}

function errorAnswer({ line, field, error_code: code, message }: ImportErrorReading) {
  return { line, field, code, message }
}
