import { randomBytes } from 'node:crypto'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referral-code'

const CODE_RANDOM_BYTES = 16

/** A random referral code; uniqueness is checked by the database. */
export function newReferralCode(): ReferralCode {
  return generateReferralCode(randomBytes(CODE_RANDOM_BYTES))
}
