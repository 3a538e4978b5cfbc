import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { FullUserRow } from './rows/users.ts'

/** A person of an account, in the merchant's ids. */
export type UserReading = {
  readonly id: UserId
  readonly accountId: AccountId
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly locale: string | null
  readonly code: ReferralCode
  readonly createdAt: number
  /** When the person's account was blocked; null while it is not. */
  readonly blockedAt: number | null
}

export function userReading(row: FullUserRow): UserReading {
  return {
    id: row.external_id,
    accountId: row.account,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    code: row.code,
    createdAt: row.created_at,
    blockedAt: row.blocked_at,
  }
}
