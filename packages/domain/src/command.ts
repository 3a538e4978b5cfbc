import type { ModerationStatus, Profile } from './account.ts'
import type { AccountId, ParticipantKey, ProviderId, UserId } from './ids.ts'
import type { ReferralCode } from './referral-code.ts'
import type { Description, SubscriptionStatus } from './subscription.ts'

/**
 * Whose word a call is. A merchant's server is trusted; a browser fills what is empty and overwrites nothing. A
 * server's call is refused whole when a code does not work; a browser's goes on without it. What is seen at the payment
 * processor is trusted and never refused.
 */
export type Source = 'server' | 'browser' | 'processor'

/** The commands for one account that are accepted or refused together. */
export type Call = {
  readonly accountId: AccountId
  readonly source: Source
  readonly commands: readonly Command[]
}

/** The inputs to tracking. Every source (script, REST, connector, portal) is translated into these. */
export type Command =
  | IdentifyCommand
  | BindCommand
  | DescribeCommand
  | AttributeCommand
  | ReportCommand
  | CloseCommand
  | ModerateCommand

/** Set on what a browser passes on under the merchant's signature: there it counts as the merchant's server. */
type Verifiable = { readonly verified?: true }

/** A person of the account is made known. `newcomer` is used when the person is not known yet. */
export type IdentifyCommand = Verifiable & {
  readonly [Field in keyof Profile]?: string
} & {
  readonly kind: 'identify'
  readonly userId: UserId
  /** A code of the person's own choice; only a server may choose, or a browser under signature. */
  readonly code?: ReferralCode
  readonly newcomer: { readonly key: ParticipantKey; readonly code: ReferralCode }
}

/** The account is this customer of the payment processor. */
export type BindCommand = Verifiable & { readonly kind: 'bind'; readonly providerId: ProviderId }

/** The subscription's price and rhythm; what is absent stays as it is. `value` is in the currency's own unit. */
export type DescribeCommand = {
  readonly [Field in keyof Description]?: NonNullable<Description[Field]>
} & { readonly kind: 'describe'; readonly value?: number }

/** The account came with a referral code. `code` is null when the text was no possible code. */
export type AttributeCommand = {
  readonly kind: 'attribute'
  /** `coupon` is the coupon field of the customer at the payment processor. */
  readonly evidence: 'explicit' | 'coupon' | 'cookie'
  readonly code: ReferralCode | null
  /** The user whom the call identifies, for evidence that counts per person. */
  readonly userId?: UserId
}

/** The subscription's status was reported. */
export type ReportCommand = Verifiable & {
  readonly kind: 'report'
  readonly status: SubscriptionStatus
  /** When the payment of a `PAID` was made, if that is known; otherwise the moment of the call counts. */
  readonly paidAt?: number
}

/** The payment processor shows that the account paid before it was attributed. */
export type CloseCommand = { readonly kind: 'close'; readonly paidAt: number }

/** Staff decided about the account's referral: about one side, or about both. */
export type ModerateCommand = {
  readonly kind: 'moderate'
  readonly status: ModerationStatus
  readonly side: 'referred' | 'referrer' | 'both'
}
