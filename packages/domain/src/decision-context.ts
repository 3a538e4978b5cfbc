import type { Account, Referrer } from './account.ts'
import type { Source } from './command.ts'
import type { ReferrerParty, Stated } from './evidence.ts'
import type { FraudRules } from './fraud.ts'
import type { AccountKey, ProviderId, ReferralId, RewardId } from './ids.ts'
import type { Outcome, Refused } from './outcome.ts'
import type { Program } from './program.ts'
import type { ReferralCode } from './referral-code.ts'

/** What a decision about one account may look at beside the account itself. */
export type DecisionContext = {
  /** Milliseconds of the tenant's clock. */
  readonly now: number
  readonly program: Program
  readonly rules: FraudRules
  readonly source: Source
  /** The account as it was before the call that is being decided. */
  readonly before: Account
  /** The call is the first that names the account. */
  readonly isNewAccount: boolean
  /** The call has a payment that was seen at the payment processor: it converts without an identified user. */
  readonly isPaidAtProcessor: boolean
  /** What the call itself says of the account that rules may compare. */
  readonly stated: Stated
  readonly ownerOf: (code: ReferralCode) => CodeOwner | null
  readonly accountOf: (providerId: ProviderId) => AccountKey | null
  readonly partyOf: (account: AccountKey) => ReferrerParty
  /** Whether the referrer may have a reward for this account under the program's limit. */
  readonly isWithinRewardLimit: (referrer: AccountKey) => boolean
  /** Whether another unconfirmed conversion of the referrer's is within the program's limit. */
  readonly isWithinUnconfirmedLimit: (referrer: AccountKey) => boolean
  /** The ids that the account's referral and its rewards get when they come to be. */
  readonly newIds: (account: AccountKey) => NewIds
}

/** Who shares a code, and whether it still works. Times are of the tenant's clock. */
export type CodeOwner = {
  readonly referrer: Referrer
  readonly disabledAt: number | null
  readonly expiresAt: number | null
}

export type NewIds = {
  readonly referralId: ReferralId
  readonly referredRewardId: RewardId
  readonly referringRewardId: RewardId
}

/** An account after one command, and its outcomes. The same account without outcomes means nothing new. */
export type Transition = { readonly account: Account; readonly outcomes: readonly Outcome[] }

export function unchanged(account: Account): Transition {
  return { account, outcomes: [] }
}

/** Runs the next part of a decision on what the last one left, and keeps the outcomes of both in order. */
export function andThen(step: Transition, next: (account: Account) => Transition): Transition {
  const { account, outcomes } = next(step.account)
  return { account, outcomes: [...step.outcomes, ...outcomes] }
}

export function isRefused(result: Transition | Refused): result is Refused {
  return 'code' in result
}
