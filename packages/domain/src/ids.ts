import type { Brand } from './brand.ts'
import { isShortText } from './short-text.ts'

/** The tenant's alias as links and webhook addresses show it; it never changes. */
export type TenantId = Brand<string, 'TenantId'>
export type Mode = 'live' | 'test'

/** Ids the merchant gives: compared exactly, never normalised. A user is the pair of account id and user id. */
export type AccountId = Brand<string, 'AccountId'>
export type UserId = Brand<string, 'UserId'>
export type ProviderId = Brand<string, 'ProviderId'>

/** Keys of our own rows: uuid v7 in lower case. */
export type AccountKey = Brand<string, 'AccountKey'>
export type ParticipantKey = Brand<string, 'ParticipantKey'>
export type ReferralId = Brand<string, 'ReferralId'>
export type RewardId = Brand<string, 'RewardId'>
export type EntryId = Brand<string, 'EntryId'>
export type EventId = Brand<string, 'EventId'>
export type KeyId = Brand<string, 'KeyId'>
export type MerchantId = Brand<string, 'MerchantId'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UUID_RANDOM_BYTES = 10
const UUID_MAX_MS = 2 ** 48 - 1
const TEST_PREFIX = 'test_'
const TENANT_ALIAS = /^(?:test_)?(?!test_)[a-z0-9_]{3,59}$/

/**
 * Whether a text may be an id given by a merchant (account, user, processor customer): 1 to 256 code points,
 * well-formed Unicode, no control characters, at least one character that is not white space, and neither `.` nor
 * `..`, which clients and proxies would resolve away in a path.
 */
export function isMerchantGivenId(text: string): boolean {
  return isShortText(text) && text.trim() !== '' && text !== '.' && text !== '..'
}

/**
 * Whether a text may be a tenant's alias. Live: 3 to 59 of `a-z`, `0-9` and `_`, not beginning with `test_`.
 * Test: `test_` and a live alias.
 */
export function isTenantAlias(text: string): text is TenantId {
  return TENANT_ALIAS.test(text)
}

/** The mode a tenant's alias states. */
export function modeOf(tenantId: TenantId): Mode {
  return tenantId.startsWith(TEST_PREFIX) ? 'test' : 'live'
}

/** Whether a text is a uuid in lower case, so that equal ids are equal texts; any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * A uuid of version 7 (RFC 9562, 5.7): 48 bits of milliseconds since the epoch, then 74 random bits, so that rows
 * made later sort later. Takes the first 10 bytes of `random`.
 *
 * @throws RangeError if the time is no integer of 48 bits or there are too few random bytes
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > UUID_MAX_MS) {
    throw new RangeError(`A uuid needs whole milliseconds between 0 and 2^48 - 1, not ${nowMs}`)
  }
  if (random.length < UUID_RANDOM_BYTES) {
    throw new RangeError(`A uuid needs ${UUID_RANDOM_BYTES} random bytes, not ${random.length}`)
  }
  const [a = 0, b, c = 0] = random
  const time = nowMs.toString(16).padStart(12, '0')
  const versioned = hex(0x70 | (a & 0x0f)) + hex(b)
  const variant = hex(0x80 | (c & 0x3f)) + hex(random[3])
  const tail =
    hex(random[4]) + hex(random[5]) + hex(random[6]) + hex(random[7]) + hex(random[8]) + hex(random[9])
  return `${time.slice(0, 8)}-${time.slice(8)}-${versioned}-${variant}-${tail}`
}

// Several are made for every call of tracking.
const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hex(byte = 0): string {
  return hexBytes[byte] ?? ''
}
