import type { IdentifyCommand } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { UserKey } from '@goodword/domain/values/ids'
import { newReferralCode } from '../engine/foundation/random.ts'
import type { Context } from '../frame/context.ts'

/** The key and the code that a user gets who is not known yet. Most users are known, so the code is made when it is asked for. */
export function newcomer({ ids, clock }: Context): IdentifyCommand['newcomer'] {
  let code: ReferralCode | null = null
  return {
    key: ids.make<UserKey>(clock.now()),
    get code() {
      code ??= newReferralCode()
      return code
    },
  }
}
