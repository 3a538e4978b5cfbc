import type { readAttention as endpoint } from '@goodword/contract/endpoints/read-attention'
import { readAttention } from '../../../operations/reporting/read-attention.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadAttention: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readAttention(ctx, tenant.tenantId)
