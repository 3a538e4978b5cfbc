import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { RewardSource, RewardType } from '@goodword/domain/rewards/reward'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { TimelineEvent } from '../accounts/timeline-event.ts'
import type { Referral } from '../referrals/referral.ts'
import type { User } from '../users/user.ts'
import type { YearlyRewards } from '../users/yearly-rewards.ts'

/** A referral code with its dates; null for a date that it does not have. */
export type ExportedCode = {
  readonly code: ReferralCode
  readonly dateDisabled: number | null
  readonly dateExpires: number | null
}

/** A user in an export: with the state of every code, and the account's fields that attribution reads. */
export type ExportedUser = User & {
  readonly blockReason: string | null
  /** When the account paid without being referred, which closes it to attribution; null otherwise. */
  readonly dateClosed: number | null
  readonly dateCodeDisabled: number | null
  readonly dateCodeExpires: number | null
  /** The codes that the user shared before. */
  readonly furtherCodes: readonly ExportedCode[]
  /** Codes of an earlier product that lead to the user, as they were written there. */
  readonly formerCodes: readonly string[]
}

/** A referral in an export: rewards are shown also while their side is not approved. */
export type ExportedReferral = Referral & {
  /** When unsigned browser calls reported the payment, as long as it is not confirmed. */
  readonly dateUnconfirmed: number | null
}

/** An unspent balance of an account: credit, or a percentage or a feature that was given by hand or for a milestone. */
export type ExportedBalance = {
  readonly id: string
  readonly accountId: AccountId
  readonly type: RewardType
  /** The currency or custom unit of a credit, the type of a feature, and `%` for a percentage, `% QUEUE` for one that is queued. */
  readonly unit: string
  /**
   * The balance: pieces of the unit, the quantity of a feature, hundredths of a percentage; below 0 what is to be taken back from
   * shares of payments.
   */
  readonly amount: number
  readonly dateScheduledFor: number | null
  readonly dateExpires: number | null
  /** How many months are left of a percentage that is queued and has no end yet. */
  readonly months: number | null
  /** Percentages that are queued come in the order of these times. */
  readonly dateCreated: number
  readonly rewardSource: RewardSource
  /**
   * The account of the referral that gave the credit, which an import of that referral brings; null for credit by hand or
   * for a milestone.
   */
  readonly referredAccountId: AccountId | null
}

/** An event in an export: the entry of a timeline with its account and user. */
export type ExportedEvent = Omit<TimelineEvent, 'referredAccountId' | 'referredUser'> & {
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  readonly referralCode: ReferralCode | null
}

/** A click on a share link in an export. */
export type ExportedClick = {
  readonly id: string
  readonly date: number
  /** The account whose link it was. */
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  /** The present code of that user. */
  readonly referralCode: ReferralCode | null
  readonly via: string | null
  /** Equal for clicks of one visitor on one day, and for nothing else. */
  readonly visitor: string
}

/** What the rewards of a person came to in a calendar year and a currency. */
export type ExportedYearlyRewards = YearlyRewards & {
  readonly accountId: AccountId
  /** Null for rewards that the account got and no single person. */
  readonly userId: UserId | null
}
