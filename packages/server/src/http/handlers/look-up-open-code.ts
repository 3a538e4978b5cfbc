import type { lookUpOpenCode } from '@goodword/contract/endpoints/look-up-open-code'
import { openCodeAnswer } from '../answers/open-code.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'
import { readWorkingCode } from '../working-code.ts'

/** The same look-up as the server's, with only the public part of its response. */
export function handleLookUpOpenCode(it: RouteDependencies): Handler<typeof lookUpOpenCode> {
  return async ({ tenant, params }) => {
    const { code, settings } = await readWorkingCode(it, tenant.tenantId, params.code)
    return openCodeAnswer(code, settings)
  }
}
