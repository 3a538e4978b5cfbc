import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { PersonRow } from './rows/people.ts'

/** A person of an account, in the merchant's ids. */
export type PersonReading = {
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

export function personReading(row: PersonRow): PersonReading {
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
