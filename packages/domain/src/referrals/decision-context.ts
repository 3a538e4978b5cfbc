import type { FraudRules } from '../fraud/fraud.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { Program } from '../program/program.ts'
import type { AccountKey, ProviderId, ReferralId, RewardId } from '../values/ids.ts'
import type { Account, Referral, Referrer } from './account.ts'
import type { Source } from './command.ts'
import type { ReferrerEvidence, Stated } from './evidence.ts'
import type { Outcome, Refused } from './outcome.ts'
import type { ReferralCode } from './referral-code.ts'

/** The input of a decision about one account, besides the account itself. */
export type DecisionContext = {
  /** Milliseconds of the tenant's clock. */
  readonly now: number
  readonly program: Program
  readonly rules: FraudRules
  readonly source: Source
  /** The call is one of the merchant's server, the processor or staff, or is signed; anyone can send any other. */
  readonly isTrusted: boolean
  /** The account as it was before the call that is being decided. */
  readonly before: Account
  /** Whether the call is the first one for the account. */
  readonly isNewAccount: boolean
  /** The call has a payment that was seen at the payment processor: it converts without an identified user. */
  readonly isPaidAtProcessor: boolean
  /** The evidence in the call that fraud rules compare. */
  readonly stated: Stated
  /** Any text can be a code: people of the program have codes of an earlier product. */
  readonly hasFormerCodes: boolean
  readonly ownerOf: (code: ReferralCode) => CodeOwner | null
  readonly isBlocked: (account: AccountKey) => boolean
  readonly accountOf: (providerId: ProviderId) => AccountKey | null
  /** Whether the payment processor is known not to have the customer, or no live subscription of it. */
  readonly isGone: (providerId: ProviderId) => boolean
  /** Facts that history and the call have about the referral of the account; they are known once it is referred. */
  readonly historyFacts: (referral: Referral) => FraudFacts
  /** The facts about the program's limit after a conversion of the referrer's friend; none without a limit. */
  readonly capFacts: (referrer: AccountKey) => FraudFacts
  readonly identifiersOf: (account: AccountKey) => ReferrerEvidence
  /** Whether the referrer may have a reward for this account under the program's limit. */
  readonly isWithinRewardLimit: (referrer: AccountKey) => boolean
  /** Whether another unconfirmed conversion of the referrer's is within the program's limit. */
  readonly isWithinUnconfirmedLimit: (referrer: AccountKey) => boolean
  /** The IDs for a new referral of the account and its rewards. */
  readonly newIds: (account: AccountKey) => NewIds
}

/** The owner of a code, and whether it is active. Times are on the tenant's clock. */
export type CodeOwner = {
  readonly referrer: Referrer
  /** The account of the owner is blocked. */
  readonly isBlocked: boolean
  readonly disabledAt: number | null
  readonly expiresAt: number | null
}

export type NewIds = {
  readonly referralId: ReferralId
  readonly referredRewardId: RewardId
  readonly referringRewardId: RewardId
}

/** An account after one command, and its outcomes. The same account without outcomes means no change. */
export type Transition = { readonly account: Account; readonly outcomes: readonly Outcome[] }

export function unchanged(account: Account): Transition {
  return { account, outcomes: [] }
}

/** Runs the next part of a decision on the account after the first part, and concatenates their outcomes. */
export function andThen(step: Transition, next: (account: Account) => Transition): Transition {
  const { account, outcomes } = next(step.account)
  return { account, outcomes: [...step.outcomes, ...outcomes] }
}

export function isRefused(result: Transition | Refused): result is Refused {
  return 'code' in result
}
