import type { moveTestClock } from '@goodword/contract/endpoints/move-test-clock'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleMoveTestClock(it: RouteDependencies): Handler<typeof moveTestClock> {
  return async ({ tenant, body }) => ({ now: await it.operations.moveTestClock(tenant.tenantId, body.now) })
}
