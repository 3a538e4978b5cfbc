import { randomBytes, randomUUID } from 'node:crypto'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import { ERASED_PREFIX } from '@goodword/domain/values/erased-id'

const CODE_RANDOM_BYTES = 16

/** A random referral code; uniqueness is checked by the database. */
export function newReferralCode(): ReferralCode {
  return generateReferralCode(randomBytes(CODE_RANDOM_BYTES))
}

/** A placeholder for an erased ID. */
export function newPlaceholder(): string {
  return `${ERASED_PREFIX}${randomUUID()}`
}

/** A new code that replaces an erased referral code. */
export function newPlaceholderCode(): ReferralCode {
  // Its alphabet and length are those of codes.
  return `ERASED-${newReferralCode()}` as ReferralCode
}
