import { randomFillSync, randomUUID } from 'node:crypto'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import { ERASED_PREFIX } from '@goodword/domain/values/erased-id'

const RANDOM_BYTES = 16

// Random bytes are fetched once for many: one system call for each would take longer than the rest.
const pool = new Uint8Array(RANDOM_BYTES * 256)
let position = pool.length

/** The next 16 random bytes, to be used at once: they are overwritten later. */
export function takeRandomBytes(): Uint8Array {
  if (position === pool.length) {
    randomFillSync(pool)
    position = 0
  }
  position += RANDOM_BYTES
  return pool.subarray(position - RANDOM_BYTES, position)
}

/** A random referral code; uniqueness is checked by the database. */
export function newReferralCode(): ReferralCode {
  return generateReferralCode(takeRandomBytes())
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
