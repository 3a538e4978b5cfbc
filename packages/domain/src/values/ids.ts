import type { Brand } from './brand.ts'

/** The tenant's alias as links and webhook addresses show it; it never changes. */
export type TenantId = Brand<string, 'TenantId'>
export type Mode = 'live' | 'test'

/** Ids the merchant gives: compared exactly, never normalised. A user is the pair of account id and user id. */
export type AccountId = Brand<string, 'AccountId'>
export type UserId = Brand<string, 'UserId'>
/** The merchant's own IDs of a user and of the account that they belong to. */
export type UserIds = { readonly accountId: AccountId; readonly userId: UserId }
export type ProviderId = Brand<string, 'ProviderId'>

/** Keys of our rows: uuid v7 in lower case. */
export type AccountKey = Brand<string, 'AccountKey'>
export type UserKey = Brand<string, 'UserKey'>
export type ReferralId = Brand<string, 'ReferralId'>
export type RewardId = Brand<string, 'RewardId'>
export type EntryId = Brand<string, 'EntryId'>
export type EventId = Brand<string, 'EventId'>
export type ReceiverId = Brand<string, 'ReceiverId'>
export type DeliveryId = Brand<string, 'DeliveryId'>
export type KeyId = Brand<string, 'KeyId'>
export type MerchantId = Brand<string, 'MerchantId'>
export type StaffId = Brand<string, 'StaffId'>
export type InvitationId = Brand<string, 'InvitationId'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The aliases of tests begin with it, and no others. */
export const TEST_PREFIX = 'test_'
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

const MAX_CODE_POINTS = 256
const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Whether a text is what every id, name and e-mail must be: 1 to 256 code points, well-formed Unicode,
 * no control characters (C0, DEL, C1).
 *
 * PostgreSQL refuses U+0000, and two different lone surrogates become the same bytes in UTF-8: two people would
 * share one id.
 */
export function isShortText(text: string): boolean {
  return (
    text !== '' && hasAtMost(MAX_CODE_POINTS, text) && text.isWellFormed() && !CONTROL_CHARACTER.test(text)
  )
}

function hasAtMost(maxCodePoints: number, text: string): boolean {
  if (text.length <= maxCodePoints) return true
  // A code point takes at most two units, so a hostile megabyte is never walked.
  if (text.length > 2 * maxCodePoints) return false
  return Array.from(text).length <= maxCodePoints
}
