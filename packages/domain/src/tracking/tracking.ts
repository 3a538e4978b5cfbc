import { attribute } from '../attribution/attribution.ts'
import { attributeByHand } from '../attribution/attribution-by-hand.ts'
import { type FraudRules, fraudRules } from '../fraud/fraud.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import { appeal } from '../moderation/appeal.ts'
import { block, followBlock, unblock } from '../moderation/block.ts'
import { screened } from '../moderation/moderation.ts'
import { observed } from '../moderation/observed.ts'
import { endReview } from '../moderation/review-period.ts'
import { moderate } from '../moderation/staff-moderation.ts'
import { outstandingUntil } from '../moderation/unsigned-conversion.ts'
import { close, convertIfDue, report } from '../payments/conversion.ts'
import { beginMonths } from '../payments/first-bill.ts'
import { restoreFirstPayment, reverseFirstPayment } from '../payments/first-payment-reversal.ts'
import type { Program } from '../program/program.ts'
import type { Account } from '../referrals/account.ts'
import type { Call, Command } from '../referrals/command.ts'
import {
  andThen,
  type CodeOwner,
  type DecisionContext,
  isRefused,
  type NewIds,
  type Transition,
  unchanged,
} from '../referrals/decision-context.ts'
import {
  noEvidence,
  nothingStated,
  type ReferrerEvidence,
  referrerEvidence,
  statedIn,
} from '../referrals/evidence.ts'
import type { Outcome, Refused } from '../referrals/outcome.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import type { UserMilestones } from '../rewards/milestones.ts'
import type { AccountId, AccountKey, ProviderId, RewardId, UserKey } from '../values/ids.ts'
import { unreachable } from '../values/unreachable.ts'
import { describe } from './description.ts'
import { capFacts, FactsInCalls, type HistoryOfReferrer } from './facts-in-calls.ts'
import { bind, identify } from './identification.ts'
import { type MilestoneChange, MilestonesInCalls } from './milestones-in-calls.ts'
import { recordReferral } from './referral-history.ts'

/** The tracking state: everything that a list of calls of one tenant may read or change. */
export type TrackingState = {
  readonly now: number
  readonly program: Program
  /** The fraud rules to run; defaults to all. */
  readonly rules?: FraudRules
  /** Every account that a call names, new ones included, and every friend that a call for the referrer may affect. */
  readonly accounts: ReadonlyMap<AccountId, Account>
  /** The accounts of them that are in the database. */
  readonly stored: ReadonlySet<AccountId>
  readonly codes: ReadonlyMap<ReferralCode, CodeOwner>
  /** Whether people of the program have codes of an earlier product. */
  readonly hasFormerCodes?: boolean
  /** The blocked referrers who are not among `accounts`. */
  readonly blocked: ReadonlySet<AccountKey>
  /** The referrers who are not among `accounts`. */
  readonly identifiers: ReadonlyMap<AccountKey, ReferrerEvidence>
  readonly providerOwners: ReadonlyMap<ProviderId, AccountKey>
  /** Customers that accounts are linked to and the connected payment processor does not have. */
  readonly goneCustomers?: ReadonlySet<ProviderId>
  /** The number of rewards per referrer, without cancelled ones; only if the program limits them. */
  readonly rewardCounts: ReadonlyMap<AccountKey, number>
  /** When referrers got the first of these rewards. Who has none is not in it. */
  readonly firstRewards?: ReadonlyMap<AccountKey, number>
  /** Unconfirmed conversions per referrer whose reward is still valid; only if they are limited. */
  readonly unconfirmedCounts: ReadonlyMap<AccountKey, number>
  /** The milestones of the referrers; only if the program has or had any. Who is not in it has no friends yet. */
  readonly milestones: ReadonlyMap<UserKey, UserMilestones>
  /** The stored history of the evidence keys and referrers of accounts in the calls. */
  readonly history?: ReadonlyMap<AccountId, HistoryOfReferrer>
  readonly newIds: (account: AccountKey) => NewIds
  readonly newRewardId: () => RewardId
}

/** The decision about a call. An accepted call has the account after the call. */
export type Decision =
  | {
      readonly kind: 'accepted'
      readonly account: Account
      readonly outcomes: readonly Outcome[]
      /** Whether the call changed the account itself. */
      readonly isChanged: boolean
    }
  | { readonly kind: 'refused'; readonly refused: Refused }

/** The decision per call, the accounts after all calls, and the rewards for milestones that the calls changed. */
export type Tracking = {
  readonly decisions: readonly Decision[]
  readonly accounts: ReadonlyMap<AccountId, Account>
  readonly milestones: readonly MilestoneChange[]
}

/** Decides a list of calls, each on the state after the previous ones. A refused call changes nothing. */
export function track(state: TrackingState, calls: readonly Call[]): Tracking {
  const working = new WorkingState(state)
  const decisions = calls.map((call) => working.decide(call))
  return { decisions, accounts: working.accounts, milestones: working.milestones.changes() }
}

/** The working copy of the tracking state while a list of calls is decided. */
class WorkingState {
  readonly accounts: Map<AccountId, Account>
  readonly milestones: MilestonesInCalls
  readonly #state: TrackingState
  readonly #idOf: Map<AccountKey, AccountId>
  readonly #providerOwners: Map<ProviderId, AccountKey>
  readonly #codes: Map<ReferralCode, CodeOwner>
  readonly #existing: Set<AccountId>
  readonly #rewardCounts: Map<AccountKey, number>
  readonly #unconfirmedCounts: Map<AccountKey, number>
  readonly #facts: FactsInCalls
  readonly #friendsOf = new Map<AccountKey, Set<AccountId>>()

  constructor(state: TrackingState) {
    this.#state = state
    this.accounts = new Map(state.accounts)
    this.milestones = new MilestonesInCalls(state)
    this.#facts = new FactsInCalls(state)
    this.#idOf = new Map([...state.accounts.values()].map((it) => [it.key, it.id]))
    this.#providerOwners = new Map(state.providerOwners)
    this.#codes = new Map(state.codes)
    this.#existing = new Set(state.stored)
    this.#rewardCounts = new Map(state.rewardCounts)
    this.#unconfirmedCounts = new Map(state.unconfirmedCounts)
    for (const account of state.accounts.values()) this.#enter(account)
  }

  decide(call: Call): Decision {
    const before = this.accounts.get(call.accountId)
    if (before === undefined) throw new Error('account of a call not found in the tracking state')
    const context = this.#contextFor(before, call)
    let step: Transition = unchanged(before)
    for (const command of call.commands) {
      const next = applyCommand(step.account, command, context)
      if (isRefused(next)) return { kind: 'refused', refused: next }
      step = { account: next.account, outcomes: [...step.outcomes, ...next.outcomes] }
    }
    step = andThen(step, (account) => convertIfDue(account, context))
    this.#countRewards(before, step.account)
    this.#facts.follow(before, step.account)
    this.#countUnconfirmed(before, step.account)
    this.#enterNewCodes(before, step.account)
    this.#enter(step.account)
    this.#existing.add(call.accountId)
    const isRecord = call.commands.some((it) => it.kind === 'record')
    const outcomes = [
      ...step.outcomes,
      ...this.milestones.follow(before, step.account, isRecord),
      ...this.#screenFriends(before, step.account, context),
    ]
    return { kind: 'accepted', account: step.account, outcomes, isChanged: step.account !== before }
  }

  /** New evidence about a referrer can show that the referrer and a friend are the same person. */
  #screenFriends(before: Account, account: Account, context: DecisionContext): readonly Outcome[] {
    if (!isBetterKnown(before, account)) return []
    const friends = [...(this.#friendsOf.get(account.key) ?? [])]
    return friends.flatMap((id) => {
      const friend = this.accounts.get(id)
      if (friend === undefined) return []
      const step = screened(friend, { ...context, before: friend, stated: nothingStated })
      this.#enter(step.account)
      return step.outcomes
    })
  }

  #contextFor(before: Account, call: Call): DecisionContext {
    const state = this.#state
    return {
      now: state.now,
      program: state.program,
      rules: state.rules ?? fraudRules,
      source: call.source,
      isTrusted: isTrustedCall(call),
      before,
      isNewAccount: !this.#existing.has(call.accountId),
      isPaidAtProcessor:
        call.source === 'processor' &&
        call.commands.some((it) => it.kind === 'report' && it.status === 'PAID'),
      stated: statedIn(call),
      hasFormerCodes: state.hasFormerCodes === true,
      ownerOf: (code) => this.#ownerOf(code),
      isBlocked: (key) => this.#isBlocked(key),
      accountOf: (providerId) => this.#providerOwners.get(providerId) ?? null,
      isGone: (providerId) => state.goneCustomers?.has(providerId) ?? false,
      historyFacts: (referral) => this.#facts.of(referral, before, call),
      capFacts: (referrer) => {
        const rewards = this.#rewardCounts.get(referrer) ?? 0
        const known = state.firstRewards?.get(referrer) ?? null
        // Without a stored one, those that it has are of this list of calls.
        const firstAt = known ?? (rewards > 0 ? state.now : null)
        return capFacts(state.program, { rewards, firstAt, now: state.now })
      },
      identifiersOf: (key) => this.#identifiersOf(key),
      isWithinRewardLimit: (referrer) => this.#isWithinRewardLimit(referrer, before),
      isWithinUnconfirmedLimit: (referrer) =>
        (this.#unconfirmedCounts.get(referrer) ?? 0) < state.program.unsignedConversions.limit,
      newIds: state.newIds,
    }
  }

  /** The reward of the account's own referral does not count, because one call may cancel and restore it. */
  #isWithinRewardLimit(referrer: AccountKey, before: Account): boolean {
    const { maxReferrerRewards } = this.#state.program
    const own = before.referral?.referrer.accountKey === referrer ? countedRewards(before) : 0
    const others = (this.#rewardCounts.get(referrer) ?? 0) - own
    return maxReferrerRewards === null || others < maxReferrerRewards
  }

  #countRewards(before: Account, after: Account): void {
    recount(this.#rewardCounts, before, after, countedRewards)
  }

  #countUnconfirmed(before: Account, after: Account): void {
    const { now } = this.#state
    recount(this.#unconfirmedCounts, before, after, (it) => countedUnconfirmed(it, now))
  }

  /** A code chosen by a call of this list is taken for the following calls. */
  #enterNewCodes(before: Account, after: Account): void {
    if (before.users === after.users) return
    for (const user of after.users) {
      if (this.#codes.has(user.code)) continue
      const referrer = {
        accountKey: after.key,
        accountId: after.id,
        userKey: user.key,
        userId: user.id,
      }
      this.#codes.set(user.code, { referrer, isBlocked: false, disabledAt: null, expiresAt: null })
    }
  }

  #ownerOf(code: ReferralCode): CodeOwner | null {
    const owner = this.#codes.get(code)
    return owner === undefined ? null : { ...owner, isBlocked: this.#isBlocked(owner.referrer.accountKey) }
  }

  #isBlocked(key: AccountKey): boolean {
    const account = this.#accountOf(key)
    return account === undefined ? this.#state.blocked.has(key) : account.block !== null
  }

  #accountOf(key: AccountKey): Account | undefined {
    const id = this.#idOf.get(key)
    return id === undefined ? undefined : this.accounts.get(id)
  }

  #identifiersOf(key: AccountKey): ReferrerEvidence {
    const account = this.#accountOf(key)
    if (account !== undefined) return referrerEvidence(account)
    return this.#state.identifiers.get(key) ?? noEvidence
  }

  #enter(account: Account): void {
    this.accounts.set(account.id, account)
    if (account.providerId !== null) this.#providerOwners.set(account.providerId, account.key)
    if (account.referral === null) return
    const { accountKey } = account.referral.referrer
    const friends = this.#friendsOf.get(accountKey) ?? new Set()
    this.#friendsOf.set(accountKey, friends.add(account.id))
  }
}

function isBetterKnown(before: Account, after: Account): boolean {
  return (
    before.users !== after.users ||
    before.providerId !== after.providerId ||
    before.claimedProviderId !== after.claimedProviderId
  )
}

/** 1 if the account's referral gave its referrer a reward that was not cancelled, else 0. */
function countedRewards({ referral }: Account): number {
  const reward = referral?.referring.reward ?? null
  return reward === null || reward.cancelledAt !== null ? 0 : 1
}

function countedUnconfirmed({ referral }: Account, now: number): number {
  const until = referral === null ? null : outstandingUntil(referral)
  return until === null || until <= now ? 0 : 1
}

/** Changes the count of the referrers of an account's referral, who are two when a call replaced it. */
function recount(
  counts: Map<AccountKey, number>,
  before: Account,
  after: Account,
  counted: (account: Account) => number,
): void {
  if (before.referral === after.referral) return
  const add = (account: Account, change: number) => {
    if (account.referral === null) return
    const { accountKey } = account.referral.referrer
    counts.set(accountKey, (counts.get(accountKey) ?? 0) + change)
  }
  add(before, -counted(before))
  add(after, counted(after))
}

/** A signature covers the user, so no stranger can have sent the call. */
function isTrustedCall({ source, commands }: Call): boolean {
  return source !== 'browser' || commands.some((it) => 'verified' in it && it.verified === true)
}

/** Applies one command to an account. */
function applyCommand(account: Account, command: Command, context: DecisionContext): Transition | Refused {
  switch (command.kind) {
    case 'identify':
      return identify(account, command, context)
    case 'bind':
      return bind(account, command, context)
    case 'describe':
      return describe(account, command, context)
    case 'attribute':
      return attribute(account, command, context)
    case 'report':
      return report(account, command, context)
    case 'close':
      return close(account, command, context)
    case 'beginMonths':
      return beginMonths(account, command)
    case 'reverseFirstPayment':
      return reverseFirstPayment(account, command, context)
    case 'restoreFirstPayment':
      return restoreFirstPayment(account, command, context)
    case 'moderate':
      return moderate(account, command, context)
    case 'record':
      return recordReferral(account, command, context)
    case 'attributeByHand':
      return attributeByHand(account, command, context)
    case 'block':
      return block(account, command, context)
    case 'unblock':
      return unblock(account)
    case 'followBlock':
      return followBlock(account, context)
    case 'observe':
      return observe(account, command.facts, context)
    case 'appeal':
      return appeal(account, context)
    case 'endReview':
      return endReview(account, context)
    default:
      return unreachable(command)
  }
}

/** Facts that a command brings, with those that history has by now. */
function observe(account: Account, facts: FraudFacts, context: DecisionContext): Transition {
  if (account.referral === null) return unchanged(account)
  return observed(account, { ...context.historyFacts(account.referral), ...facts }, context)
}
