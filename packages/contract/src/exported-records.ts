import type { AccountId, UserId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { TimelineEvent } from './timeline-event.ts'

/** An event in an export: the entry of a timeline with its account and user. */
export type ExportedEvent = TimelineEvent & {
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  readonly referralCode: ReferralCode | null
}

/** A click on a share link in an export. */
export type ExportedClick = {
  readonly id: string
  readonly date: number
  /** Whose link it was. */
  readonly accountId: AccountId | null
  readonly userId: UserId | null
  /** The present code of that user. */
  readonly referralCode: ReferralCode | null
  readonly via: string | null
  /** The same for clicks of one visitor on one day, and for nothing else. */
  readonly visitor: string
}
