import type { attributeByHand as endpoint } from '@goodword/contract/endpoints/attribute-by-hand'
import { Refusal } from '@goodword/contract/refusal'
import { parseReferralCode } from '@goodword/domain/referral-code'
import { attributeByHand } from '../../../operations/referring/referrals/attribute-by-hand.ts'
import { referralAnswer } from '../../../operations/referring/referrals/referral-answer.ts'
import { personalReason } from '../../requests/personal-reason.ts'
import type { Handler } from '../../server/handler.ts'
import { answered } from '../../server/serve.ts'

export const handleAttributeByHand: Handler<typeof endpoint> = async (ctx, call) => {
  const { tenantId } = call.tenant
  const { referralCode, referredAccountId, allowExistingCustomer } = call.body
  const code = parseReferralCode(referralCode)
  if (code === null) throw new Refusal('VALIDATION_FAILED', 'No such code can exist.', 'referralCode')
  const { referral, isNew, now } = await attributeByHand(ctx, tenantId, {
    code,
    referredAccountId,
    allowsExistingCustomer: allowExistingCustomer === true,
    reason: personalReason(call),
  })
  return answered(isNew ? 201 : 200, referralAnswer(ctx, tenantId, referral, now))
}
