import type { readImport as endpoint } from '@goodword/contract/endpoints/read-import'
import { readImport } from '../../../operations/files/imports/read-imports.ts'
import { importAnswer } from '../../answers/import.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadImport: Handler<typeof endpoint> = async (ctx, { tenant, params }) =>
  importAnswer(await readImport(ctx, tenant.tenantId, params.importId))
