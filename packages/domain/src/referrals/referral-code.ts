import type { Brand } from '../values/brand.ts'

/** A referral code in upper case, as it is stored, compared and shown. */
export type ReferralCode = Brand<string, 'ReferralCode'>

const REFERRAL_CODE = /^[A-Za-z0-9_-]{2,64}$/
// No vowels, so that no words appear; no 0, 1, 5, I, L, O, S, U, which people misread.
const GENERATED_ALPHABET = 'BCDFGHJKMNPQRTVWXYZ2346789'
const GENERATED_LENGTH = 9
const GENERATED_RANDOM_BYTES = 16

/**
 * Reads a referral code as people type it: blanks around it are dropped, then 2 to 64 of `A-Z`, `a-z`, `0-9`, `_`
 * and `-`, folded to upper case. Null if it is anything else.
 *
 * The alphabet is checked before folding: `ſ` folds to S, and would make two spellings of one code.
 */
export function parseReferralCode(text: string): ReferralCode | null {
  const trimmed = text.trim()
  if (!REFERRAL_CODE.test(trimmed)) return null
  return trimmed.toUpperCase() as ReferralCode
}

/** Whether a text holds nothing but white space and invisible characters, as an empty form field does. */
export function isBlank(text: string): boolean {
  return text.replaceAll(/\p{DI}/gu, '').trim() === ''
}

/**
 * A new code of 9 readable characters: 26^9 codes, a little more than 2^42. Takes the first 16 bytes of `random` as
 * one number modulo 26^9; the bias is below 2^-85. Uniqueness is checked by the database.
 *
 * @throws RangeError if there are too few random bytes
 */
export function generateReferralCode(random: Uint8Array): ReferralCode {
  if (random.length < GENERATED_RANDOM_BYTES) {
    throw new RangeError(`A referral code needs ${GENERATED_RANDOM_BYTES} random bytes, not ${random.length}`)
  }
  const base = BigInt(GENERATED_ALPHABET.length)
  let rest = random.subarray(0, GENERATED_RANDOM_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let code = ''
  while (code.length < GENERATED_LENGTH) {
    code += GENERATED_ALPHABET.charAt(Number(rest % base))
    rest /= base
  }
  return code as ReferralCode
}
