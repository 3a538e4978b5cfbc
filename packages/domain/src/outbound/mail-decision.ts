import type { ModerationStatus, ReferralStatus } from '../referrals/account.ts'
import type { RewardStatus } from '../rewards/reward.ts'
import { type MailKind, type MailReason, mailTraits } from './mail.ts'

/** The conditions under which a due e-mail is still sent. */
export type MailFacts = {
  readonly kind: MailKind
  readonly isKindOn: boolean
  /** Null for none. */
  readonly address: string | null
  readonly isDeliverable: boolean
  /** The merchant's server or a signed call reported the address. */
  readonly isVerified: boolean
  readonly takesUnverified: boolean
  readonly isUnsubscribed: boolean
  /** The decision about the recipient's side; null for a manual reward. */
  readonly moderation: ModerationStatus | null
  readonly referralStatus: ReferralStatus | null
  /** Null for an e-mail about a referral. */
  readonly rewardStatus: RewardStatus | null
  /** The reward ends at another time than the e-mail was made for. */
  readonly hasEndMoved: boolean
  readonly isBlocked: boolean
  /** The account cancelled its subscription. */
  readonly hasLeft: boolean
  /** A link of the recipient was followed, or a code of the account was used. */
  readonly hasShared: boolean
  /** How many of this kind the recipient got within 24 hours. */
  readonly sentToday: number
}

/** Strangers can make up friends: so many e-mails about them reach a referrer within 24 hours. */
export const MAX_FRIENDS_A_DAY = 10

/** Why an e-mail that is due is not sent; null if it is. */
export function skipReason(facts: MailFacts): MailReason | null {
  const { isForCustomers, isAboutFriends } = mailTraits[facts.kind]
  if (!facts.isKindOn) return 'KIND_OFF'
  if (facts.isBlocked) return 'ACCOUNT_BLOCKED'
  if (facts.hasLeft && isForCustomers) return 'ACCOUNT_LEFT'
  if (facts.hasShared && facts.kind === 'SHARE_REMINDER') return 'HAS_SHARED'
  if (facts.kind === 'REFERRAL_CHECKED' && facts.moderation !== 'PENDING') return 'OUTDATED'
  if (facts.moderation === 'DENIED') return 'MODERATION_DENIED'
  if (facts.referralStatus === 'ENDED' && facts.rewardStatus === null) return 'OUTDATED'
  if (facts.rewardStatus !== null && facts.rewardStatus !== 'AVAILABLE') return 'OUTDATED'
  if (facts.hasEndMoved) return 'OUTDATED'
  if (facts.address === null) return 'NO_ADDRESS'
  if (!facts.isDeliverable) return 'ADDRESS_INVALID'
  if (!facts.isVerified && !facts.takesUnverified) return 'ADDRESS_UNVERIFIED'
  if (facts.isUnsubscribed) return 'UNSUBSCRIBED'
  if (isAboutFriends && facts.sentToday >= MAX_FRIENDS_A_DAY) return 'TOO_MANY'
  return null
}
