import type { redeemCredit } from '@goodword/contract/endpoints/redeem-credit'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleRedeemCredit(it: RouteDependencies): Handler<typeof redeemCredit> {
  return async ({ tenant, body, effectKey }) => {
    const { accountId, unit, amount } = body
    const spending = { requestKey: effectKey, accountId, unit, amount }
    const redemption = await it.operations.redeemCredit(tenant.tenantId, spending)
    return {
      creditRedeemed: redemption.redeemed,
      creditAvailable: redemption.available,
      unit: redemption.unit,
      redemptionId: redemption.id,
    }
  }
}
