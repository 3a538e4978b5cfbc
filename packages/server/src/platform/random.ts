import { randomBytes } from 'node:crypto'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referral-code'

const CODE_RANDOM_BYTES = 16

/** A referral code that nobody can guess; unique it is only once the database says so. */
export function newReferralCode(): ReferralCode {
  return generateReferralCode(randomBytes(CODE_RANDOM_BYTES))
}
