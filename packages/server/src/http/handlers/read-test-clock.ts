import type { readTestClock } from '@goodword/contract/endpoints/read-test-clock'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReadTestClock(it: RouteDependencies): Handler<typeof readTestClock> {
  return async ({ tenant }) => ({ now: await it.operations.readTestClock(tenant.tenantId) })
}
