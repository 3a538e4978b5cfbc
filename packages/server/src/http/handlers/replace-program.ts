import type { replaceProgram } from '@goodword/contract/endpoints/replace-program'
import { Refusal } from '@goodword/contract/refusal'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReplaceProgram(it: RouteDependencies): Handler<typeof replaceProgram> {
  return async ({ tenant, body }) => {
    const { version, ...settings } = body
    const program = await it.operations.replaceProgram(tenant.tenantId, settings, version)
    if (program === null) {
      const message = `Version ${version} is not the present one: somebody changed the program meanwhile. Read it again and send your change with the version you read.`
      throw new Refusal('STALE_VERSION', message, 'version')
    }
    return program
  }
}
