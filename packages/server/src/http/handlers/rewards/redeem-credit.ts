import type { redeemCredit as endpoint } from '@goodword/contract/endpoints/redeem-credit'
import { redeemCredit } from '../../../operations/referring/rewards/redeem-credit.ts'
import { optionalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'

export const handleRedeemCredit: Handler<typeof endpoint> = async (
  ctx,
  { tenant, principal, body, effectKey },
) => {
  const { accountId, unit, amount } = body
  const by = optionalReason({ principal, body })
  const spending = { requestKey: effectKey, accountId, unit, amount, by }
  const redemption = await redeemCredit(ctx, tenant.tenantId, spending)
  return {
    creditRedeemed: redemption.redeemed,
    creditAvailable: redemption.available,
    unit: redemption.unit,
    redemptionId: redemption.id,
  }
}
