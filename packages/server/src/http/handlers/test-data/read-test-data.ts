import type { readTestData as endpoint } from '@goodword/contract/endpoints/read-test-data'
import { readTestData } from '../../../operations/files/test-data/read-test-data.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadTestData: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readTestData(ctx, tenant.tenantId)
