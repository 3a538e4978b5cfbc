import type { FraudSignal } from '../fraud/fraud.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { Reward } from '../rewards/reward.ts'
import type {
  AccountId,
  AccountKey,
  ProviderId,
  ReferralId,
  RewardId,
  UserId,
  UserKey,
} from '../values/ids.ts'
import type { Channel } from './channel.ts'
import type { ReferralCode } from './referral-code.ts'
import { NO_SUBSCRIPTION, type Subscription } from './subscription.ts'

/** An account as tracking sees it: everything that decides what a command does to it. */
export type Account = {
  readonly key: AccountKey
  readonly id: AccountId
  readonly createdAt: number
  readonly subscription: Subscription
  /** The processor customer, as confirmed by the merchant's server; set once. */
  readonly providerId: ProviderId | null
  /** The processor customer named by an unsigned browser call: evidence, never used for money. */
  readonly claimedProviderId: ProviderId | null
  /** A browser reported `PAID`; shown while no server has sent a status. */
  readonly browserPaid: boolean
  /** The first `PAID` that counted. With no referral by then, the account is closed to attribution for ever. */
  readonly paidAt: number | null
  /** Only unsigned browser calls reported the payment of `paidAt`. */
  readonly isPaidOnPage: boolean
  /** The merchant's server or a signed call has named a user of the account. */
  readonly hasConfirmedUsers: boolean
  /** Null while the account is not blocked. */
  readonly block: Block | null
  /**
   * Oldest first: the first person who was identified, and those that a decision may need, who are the ones that calls
   * name and the ones that fraud rules may match. An account may have any number of others.
   */
  readonly users: readonly User[]
  /**
   * The users without confirmation whose code brought a confirmed conversion. Read where unsigned calls may reach the limit
   * of users, with all users that only such calls named.
   */
  readonly earningUsers: readonly UserKey[]
  /** The referral that brought this account; the merchant's server can replace it once, if only pages named its code. */
  readonly referral: Referral | null
  /** The referral that was replaced while the present transaction decides; not read from storage. */
  readonly replaced: Referral | null
}

/** When and why the merchant's staff or server blocked an account; the reason is null after an erasure. */
export type Block = { readonly at: number; readonly reason: string | null }

/** An account without any data yet. */
export function blankAccount(id: AccountId, key: AccountKey, createdAt: number): Account {
  return {
    key,
    id,
    createdAt,
    subscription: NO_SUBSCRIPTION,
    providerId: null,
    claimedProviderId: null,
    browserPaid: false,
    paidAt: null,
    isPaidOnPage: false,
    hasConfirmedUsers: false,
    block: null,
    users: [],
    earningUsers: [],
    referral: null,
    replaced: null,
  }
}

/** The fields of a user that a call may set. A field that is added here is merged and compared automatically. */
export const profileFields = ['email', 'firstName', 'lastName', 'locale'] as const
export type Profile = { readonly [Field in (typeof profileFields)[number]]: string | null }

/** A person of an account, with the code they share. */
export type User = Profile & {
  readonly key: UserKey
  readonly id: UserId
  readonly code: ReferralCode
  /** Only an unsigned call named the e-mail address, and not the one that created the account: anyone can send one. */
  readonly isEmailClaimed: boolean
  /** The merchant's server, a signed call or the payment processor reported the e-mail address. */
  readonly isEmailTrusted: boolean
  /** The merchant's server, a signed call or a confirmed conversion named the user. */
  readonly isConfirmed: boolean
  /** When a browser call first identified the person: from then on a tracking cookie no longer counts. */
  readonly browserSeenAt: number | null
  /** The code of the tracking cookie that was last evaluated for the person; a repeat of it changes nothing. */
  readonly cookieCode: ReferralCode | null
  readonly createdAt: number
}

export const moderationStatuses = ['APPROVED', 'PENDING', 'DENIED'] as const
export type ModerationStatus = (typeof moderationStatuses)[number]

/**
 * Whether a side may have its reward, and who decided: rules never change a decision by staff. `block` is a referrer's side
 * that is pending because the referrer's account is blocked, and for no other reason.
 */
export type Moderation = {
  readonly status: ModerationStatus
  readonly by: 'program' | 'rule' | 'staff' | 'block'
  /** When, and who: the name of a person of staff or of an API key, or the reason of a rule. Absent if it is not known. */
  readonly decidedAt?: number
  readonly decidedAs?: string
}

export type Referral = {
  readonly id: ReferralId
  readonly code: ReferralCode
  readonly referrer: Referrer
  /** Staff or the merchant's server attributed the account after the fact. */
  readonly isByHand: boolean
  /** How the friend came, as far as it was known when the referral started. */
  readonly channel: Channel
  /** When a browser call showed afterwards that the friend came by the share link; null without one. */
  readonly linkSeenAt: number | null
  /** Only unsigned browser calls named the code. */
  readonly isFromPage: boolean
  /** The user whose unsigned call named the code; null after the server or a signed call has named the user or the code. */
  readonly unconfirmedUser: UserKey | null
  readonly startedAt: number
  readonly convertedAt: number | null
  /** When unsigned browser calls reported the payment; null after a trusted source or staff has confirmed it. */
  readonly unconfirmedAt: number | null
  readonly endedAt: number | null
  readonly referred: ReferralSide
  readonly referring: ReferralSide
  readonly signals: readonly FraudSignal[]
  /** When the referrer said something about it while it was checked; null if they did not. */
  readonly appealedAt: number | null
  /** When staff were last reminded that a side waits for them longer than the program says; null if they never were. */
  readonly remindedAt: number | null
  /** The latest decision of staff about a side that waited, and how long it had waited; null without one. */
  readonly latestReview: { readonly at: number; readonly waitedMs: number } | null
  /** The facts for fraud rules. */
  readonly facts: FraudFacts
}

/** The user whose code was used. */
export type Referrer = {
  readonly accountKey: AccountKey
  readonly accountId: AccountId
  readonly userKey: UserKey
  readonly userId: UserId
}

/** `rewardId` is the id of the side's one reward, or the id it will get. */
export type ReferralSide = {
  readonly moderation: Moderation
  readonly rewardId: RewardId
  readonly reward: Reward | null
}

export const referralStatuses = ['IN_PROGRESS', 'CONVERTED', 'ENDED'] as const
export type ReferralStatus = (typeof referralStatuses)[number]

/** The state of an account as a referred party. */
export type Standing = 'open' | 'in progress' | 'converted' | 'ended' | 'closed'

export function standingOf(account: Account): Standing {
  if (account.referral === null) return account.paidAt === null ? 'open' : 'closed'
  if (account.referral.endedAt !== null) return 'ended'
  return account.referral.convertedAt === null ? 'in progress' : 'converted'
}

export function referralStatus(referral: Pick<Referral, 'convertedAt' | 'endedAt'>): ReferralStatus {
  if (referral.endedAt !== null) return 'ENDED'
  return referral.convertedAt === null ? 'IN_PROGRESS' : 'CONVERTED'
}
