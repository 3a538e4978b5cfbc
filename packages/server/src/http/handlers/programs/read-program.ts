import type { readProgram as endpoint } from '@goodword/contract/endpoints/read-program'
import { readProgram } from '../../../operations/foundation/program/read-program.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadProgram: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readProgram(ctx, tenant.tenantId)
