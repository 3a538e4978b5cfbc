import type { moveTestClock as endpoint } from '@goodword/contract/endpoints/move-test-clock'
import { moveTestClock } from '../../../operations/tenants/test-clock.ts'
import type { Handler } from '../../handler.ts'

export const handleMoveTestClock: Handler<typeof endpoint> = async (ctx, { tenant, body }) => ({
  now: await moveTestClock(ctx, tenant.tenantId, body.now),
})
