import type { lookUpCode } from '@goodword/contract/endpoints/look-up-code'
import { couponAnswer } from '../answers/coupon.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'
import { readWorkingCode } from '../working-code.ts'

export function handleLookUpCode(it: RouteDependencies): Handler<typeof lookUpCode> {
  return async ({ tenant, params }) => {
    const { code, settings } = await readWorkingCode(it, tenant.tenantId, params.code)
    return couponAnswer(code, settings)
  }
}
