import { randomBytes, randomUUID } from 'node:crypto'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import { ERASED_PREFIX } from '@goodword/domain/values/erased-id'

const CODE_RANDOM_BYTES = 16

/** A random referral code; uniqueness is checked by the database. */
export function newReferralCode(): ReferralCode {
  return generateReferralCode(randomBytes(CODE_RANDOM_BYTES))
}

/** What stands in place of an ID that was erased. */
export function newPlaceholder(): string {
  return `${ERASED_PREFIX}${randomUUID()}`
}

/** What stands in place of a referral code that was erased: a new code. */
export function newPlaceholderCode(): ReferralCode {
  // Its alphabet and length are those of codes.
  return `ERASED-${newReferralCode()}` as ReferralCode
}
