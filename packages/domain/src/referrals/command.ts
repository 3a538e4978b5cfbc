import type { ReversalSignal } from '../fraud/fraud.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { Observed } from '../fraud/fraud-history.ts'
import type { Reward } from '../rewards/reward.ts'
import type { AccountId, ProviderId, UserId, UserKey } from '../values/ids.ts'
import type { Moderation, ModerationStatus, Profile } from './account.ts'
import type { ReferralCode } from './referral-code.ts'
import type { Description, SubscriptionStatus } from './subscription.ts'

/**
 * The source of a call. A merchant's server is trusted; a browser fills empty fields and overwrites nothing. A server's
 * call with an invalid code is refused; a browser's call is processed without the code. Payment evidence is trusted and
 * never refused.
 */
export type Source = 'server' | 'browser' | 'processor'

/** The commands for one account that are accepted or refused together. */
export type Call = {
  readonly accountId: AccountId
  readonly source: Source
  readonly commands: readonly Command[]
  /** The evidence of the account for fraud rules, beside the commands. */
  readonly observed?: Observed
}

/** The inputs to tracking. Every source (script, REST, connector, portal) is translated into these. */
export type Command =
  | IdentifyCommand
  | BindCommand
  | DescribeCommand
  | AttributeCommand
  | AttributeByHandCommand
  | ReportCommand
  | CloseCommand
  | BeginMonthsCommand
  | ReverseFirstPaymentCommand
  | RestoreFirstPaymentCommand
  | ModerateCommand
  | RecordCommand
  | BlockCommand
  | UnblockCommand
  | FollowBlockCommand
  | ObserveCommand
  | EndReviewCommand
  | AppealCommand

/** Set on commands of a browser that the merchant signed: they are trusted like those of the merchant's server. */
type Verifiable = { readonly verified?: true }

/** Identifies a user of the account. `newcomer` is the key and code for a new user. */
export type IdentifyCommand = Verifiable & {
  readonly [Field in keyof Profile]?: string
} & {
  readonly kind: 'identify'
  readonly userId: UserId
  /** A code that the user chose; only from a server, or signed. */
  readonly code?: ReferralCode
  readonly newcomer: { readonly key: UserKey; readonly code: ReferralCode }
}

/** The account is this customer of the payment processor. */
export type BindCommand = Verifiable & {
  readonly kind: 'bind'
  readonly providerId: ProviderId
  /** The customer that the account had when the processor was asked, just now, whether it is gone. */
  readonly inPlaceOf?: ProviderId
}

/** The subscription's price and billing interval; absent fields stay as they are. `value` is in the currency's own unit. */
export type DescribeCommand = {
  readonly [Field in keyof Description]?: NonNullable<Description[Field]>
} & { readonly kind: 'describe'; readonly value?: number }

/** The account used a referral code. `code` is null when the text cannot be a code. */
export type AttributeCommand = {
  readonly kind: 'attribute'
  /** `coupon` is the coupon field of the customer at the payment processor, `import` a file of the past. */
  readonly evidence: 'explicit' | 'coupon' | 'cookie' | 'import'
  readonly code: ReferralCode | null
  /** The spellings of the text as a code of an earlier product, if it has not the form of our codes. */
  readonly spellings?: readonly string[]
  /** The code of the tracking cookie, if a call has both: it attributes nothing, and determines the channel. */
  readonly cookie?: ReferralCode | null
  /** The user that the call identifies, for evidence that counts per person. */
  readonly userId?: UserId
}

/** Staff or the merchant's server attribute the account to the owner of a code after the fact. */
export type AttributeByHandCommand = {
  readonly kind: 'attributeByHand'
  readonly code: ReferralCode
  /** Attributes an account that paid before it was referred as well, which no code attributes any more. */
  readonly allowsExistingCustomer: boolean
}

/** The subscription's status was reported. */
export type ReportCommand = Verifiable & {
  readonly kind: 'report'
  readonly status: SubscriptionStatus
  /** When the payment of a `PAID` was made, if that is known; otherwise the moment of the call counts. */
  readonly paidAt?: number
  /** When the referral of a `CANCELLED` ended, if that is known; otherwise the moment of the call counts. */
  readonly endedAt?: number
}

/** The payment processor shows that the account paid before it was attributed. */
export type CloseCommand = {
  readonly kind: 'close'
  readonly paidAt: number
  /** A file says so, about an account that is referred neither there nor here: it ends no referral. */
  readonly isRecord?: true
}

/** The first bill of the account's referral was made at the payment processor, whether it was paid or came to nothing. */
export type BeginMonthsCommand = {
  readonly kind: 'beginMonths'
  /** The last moment before the bills that count. */
  readonly billsAfter: number
}

/** The payment that converted the referral was voided, refunded or disputed. */
export type ReverseFirstPaymentCommand = {
  readonly kind: 'reverseFirstPayment'
  readonly reason: ReversalSignal
}

/** The payment stands after all, another one has settled, or the disputes of later ones were won. */
export type RestoreFirstPaymentCommand = {
  readonly kind: 'restoreFirstPayment'
  readonly reason: 'LATER_PAYMENT_SETTLED' | 'DISPUTE_WON' | 'FIRST_PAYMENT_STANDS'
}

/** A decision by staff about the account's referral: about one side, or both. */
export type ModerateCommand = {
  readonly kind: 'moderate'
  readonly status: ModerationStatus
  readonly side: 'referred' | 'referrer' | 'both'
  /** The name of who decides, as it is shown to staff. */
  readonly as?: string
}

/**
 * A referral that happened elsewhere, with its dates in milliseconds; null for steps that have not happened. They are in
 * order and not in the future.
 */
export type RecordCommand = {
  readonly kind: 'record'
  readonly code: ReferralCode
  readonly startedAt: number
  readonly convertedAt: number | null
  readonly endedAt: number | null
  /** Attributed by hand, after the fact. */
  readonly isByHand?: true
  /** When unsigned browser calls reported the payment, as long as it is not confirmed. */
  readonly unconfirmedAt?: number
  readonly referred?: RecordedSide
  readonly referring?: RecordedSide
}

/**
 * The moderation of a side that was decided elsewhere, and its reward, null for none. Absent fields follow from the present
 * terms of the program.
 */
export type RecordedSide = { readonly moderation?: Moderation; readonly reward?: Reward | null }

/** The account's codes attribute no new accounts, and its referrals in progress wait. */
export type BlockCommand = {
  readonly kind: 'block'
  readonly reason: string | null
  /** When it was blocked elsewhere; otherwise now. */
  readonly at?: number
}

export type UnblockCommand = { readonly kind: 'unblock' }

/** The account's referral is held or released, as its referrer is blocked or not. */
export type FollowBlockCommand = { readonly kind: 'followBlock' }

/** Sides of the account's referral may have waited for staff as long as the program lets them. */
export type EndReviewCommand = { readonly kind: 'endReview' }

/** The referrer said something about the account's referral. */
export type AppealCommand = { readonly kind: 'appeal' }

/** Facts about the account's referral became known: fraud rules look at them. */
export type ObserveCommand = { readonly kind: 'observe'; readonly facts: FraudFacts }
