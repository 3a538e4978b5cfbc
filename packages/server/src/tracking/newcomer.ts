import type { IdentifyCommand } from '@goodword/domain/referrals/command'
import type { UserKey } from '@goodword/domain/values/ids'
import { newReferralCode } from '../engine/foundation/random.ts'
import type { Context } from '../frame/context.ts'

/** The key and the code that a user gets who is not known yet. */
export function newcomer({ ids, clock }: Context): IdentifyCommand['newcomer'] {
  return { key: ids.make<UserKey>(clock.now()), code: newReferralCode() }
}
