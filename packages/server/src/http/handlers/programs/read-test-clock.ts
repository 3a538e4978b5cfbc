import type { readTestClock as endpoint } from '@goodword/contract/endpoints/read-test-clock'
import { readTestClock } from '../../../operations/foundation/tenants/test-clock.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadTestClock: Handler<typeof endpoint> = (ctx, { tenant }) =>
  readTestClock(ctx, tenant.tenantId)
