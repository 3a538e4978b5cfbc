import type { readProgram } from '@goodword/contract/endpoints/read-program'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReadProgram(it: RouteDependencies): Handler<typeof readProgram> {
  return ({ tenant }) => it.operations.readProgram(tenant.tenantId)
}
