import type { readReferral } from '@goodword/contract/endpoints/read-referral'
import { Refusal } from '@goodword/contract/refusal'
import { isUuid, type ReferralId } from '@goodword/domain/ids'
import { referralAnswer } from '../answers/referral.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReadReferral(it: RouteDependencies): Handler<typeof readReferral> {
  return async ({ tenant, params }) => {
    const { tenantId } = tenant
    const { referralId } = params
    const reading = isUuid(referralId)
      ? await it.operations.readReferral(tenantId, referralId as ReferralId)
      : null
    if (reading === null) {
      const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
      throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
    }
    return referralAnswer(reading, it, tenantId, reading.now)
  }
}
