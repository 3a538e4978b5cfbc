import type { readReferral as endpoint } from '@goodword/contract/endpoints/read-referral'
import { Refusal } from '@goodword/contract/refusal'
import { isUuid, type ReferralId } from '@goodword/domain/ids'
import { readReferral } from '../../../operations/referring/referrals/read-referrals.ts'
import { referralAnswer } from '../../../operations/referring/referrals/referral-answer.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadReferral: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const { tenantId } = tenant
  const { referralId } = params
  const reading = isUuid(referralId) ? await readReferral(ctx, tenantId, referralId as ReferralId) : null
  if (reading === null) {
    const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
    throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
  }
  return referralAnswer(ctx, tenantId, reading, reading.now)
}
