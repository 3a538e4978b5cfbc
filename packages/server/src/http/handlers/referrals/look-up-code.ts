import type { lookUpCode } from '@goodword/contract/endpoints/look-up-code'
import { readActiveCode } from '../../active-code.ts'
import { couponAnswer } from '../../answers/coupon.ts'
import type { Handler } from '../../server/handler.ts'

export const handleLookUpCode: Handler<typeof lookUpCode> = async (ctx, { tenant, params }) => {
  const { code, settings } = await readActiveCode(ctx, tenant.tenantId, params.code)
  return couponAnswer(code, settings)
}
