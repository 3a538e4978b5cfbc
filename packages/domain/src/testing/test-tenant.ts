import { type FraudRuleName, fraudRuleNames, fraudRules, isHistoryRule } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import { outstandingUntil } from '../moderation/unsigned-conversion.ts'
import type { Program } from '../program/program.ts'
import { type Account, blankAccount as newAccount, type Referral, type User } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import type { CodeOwner, NewIds } from '../referrals/decision-context.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import { countsForMilestones, type MilestoneReward, type UserMilestones } from '../rewards/milestones.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { type Decision, type Tracking, type TrackingState, track } from '../tracking/tracking.ts'
import type {
  AccountId,
  AccountKey,
  ProviderId,
  ReferralId,
  RewardId,
  UserId,
  UserKey,
} from '../values/ids.ts'
import type { Currency } from '../values/money.ts'

export const START = Date.UTC(2026, 0, 10)

export const tenPercent: RewardSpec = {
  type: 'PCT_DISCOUNT',
  discountPercent: 10,
  monthsDiscountIsValid: 12,
}

/** A mode for every fraud rule. */
export function ruleModes(modeOf: (rule: FraudRuleName) => FraudRuleMode): Program['fraudRules'] {
  const modes = fraudRuleNames.map((rule) => [rule, modeOf(rule)])
  // The names are complete.
  return Object.fromEntries(modes) as Program['fraudRules']
}

export const rulesOff = ruleModes(() => 'off')

const defaultProgram: Program = {
  active: true,
  currency: 'USD' as Currency,
  referredReward: tenPercent,
  referrerReward: tenPercent,
  referrerHoldDays: 0,
  maxReferrerRewards: null,
  milestones: [],
  requireSignedIdentification: false,
  isProcessorConnected: false,
  unsignedConversions: { mode: 'limit', limit: 3 },
  // Rules about facts have tests of their own.
  fraudRules: ruleModes((rule) => (isHistoryRule(rule) ? 'off' : fraudRules[rule].startsAs)),
  fraudThresholds: {},
  reviewDays: null,
  reviewEnds: 'KEEP',
  mailDomains: { disposable: [], trusted: [] },
}

/**
 * A tenant without a database: tracks calls one by one and keeps the resulting state. Ada and Eve are referrers with the
 * codes ADA and EVE, Eve with a second code that was switched off and a third that expired. Bob, whose code is BOB, and
 * the accounts that are added with `account` are blank. Time and program may be changed between calls.
 */
export class TestTenant {
  now = START
  program: Program
  readonly codes: Map<ReferralCode, CodeOwner>
  /** Customers that the connected payment processor does not have. */
  readonly goneCustomers = new Set<ProviderId>()
  #accounts: ReadonlyMap<AccountId, Account>
  /** The accounts that exist; the others were in no call yet. */
  readonly #stored = new Set(['ada', 'eve'] as AccountId[])
  readonly #made = new Map<AccountKey, number>()
  readonly #milestoneRewards = new Map<UserKey, readonly MilestoneReward[]>()
  #milestonesMade = 0

  constructor(program: Partial<Program> = {}, friends: readonly string[] = ['bob']) {
    this.program = { ...defaultProgram, ...program }
    const referrers = ['ada', 'eve'].map((id) => withUser(blankAccount(id), id))
    const everyone = [...referrers, ...friends.map(blankAccount)]
    this.#accounts = new Map(everyone.map((it) => [it.id, it]))
    this.codes = new Map([
      ...everyone.map((it) => [codeOf(it.id), ownerOf(it.id)] as const),
      ['OFF' as ReferralCode, { ...ownerOf('eve'), disabledAt: START }],
      ['OLD' as ReferralCode, { ...ownerOf('eve'), expiresAt: START }],
    ])
  }

  track(call: Call): Decision {
    const [decision] = this.trackAll([call]).decisions
    if (decision === undefined) throw new Error('no decision for the call')
    return decision
  }

  /** All at once, as a list that shares a transaction. */
  trackAll(calls: readonly Call[]): Tracking {
    const tracking = track(this.state(), calls)
    this.#accounts = tracking.accounts
    for (const it of tracking.decisions) if (it.kind === 'accepted') this.#stored.add(it.account.id)
    this.#keepCodes()
    for (const { referrer, before, after } of tracking.milestones) {
      const stored = this.milestoneRewards(referrer.accountId)
      const others = before === null ? stored : stored.filter((it) => it.id !== after.id)
      this.#milestoneRewards.set(referrer.userKey, [...others, after])
    }
    return tracking
  }

  /** A code that a user once had stays theirs. */
  #keepCodes(): void {
    for (const { key: accountKey, id: accountId, users } of this.#accounts.values()) {
      for (const { key: userKey, id: userId, code } of users) {
        if (this.codes.has(code)) continue
        const referrer = { accountKey, accountId, userKey, userId }
        this.codes.set(code, { referrer, isBlocked: false, disabledAt: null, expiresAt: null })
      }
    }
  }

  state(): TrackingState {
    const accounts = [...this.#accounts.values()]
    const bound = accounts.flatMap(({ providerId, key }) =>
      providerId === null ? [] : [[providerId, key] as const],
    )
    return {
      now: this.now,
      program: this.program,
      accounts: this.#accounts,
      stored: this.#stored,
      codes: this.codes,
      blocked: new Set(),
      identifiers: new Map(),
      goneCustomers: this.goneCustomers,
      providerOwners: new Map<ProviderId, AccountKey>(bound),
      rewardCounts: this.#rewardCounts(),
      unconfirmedCounts: this.#unconfirmedCounts(),
      milestones: this.#milestones(),
      newIds: (account) => this.#newIds(account),
      newRewardId: () => {
        this.#milestonesMade += 1
        return `milestone reward ${this.#milestonesMade}` as RewardId
      },
    }
  }

  /** The second referral of an account, which replaces the first, has IDs of its own. */
  #newIds(account: AccountKey): NewIds {
    const made = (this.#made.get(account) ?? 0) + 1
    this.#made.set(account, made)
    return newIds(made > 1 ? `${account} anew` : account)
  }

  #rewardCounts(): ReadonlyMap<AccountKey, number> {
    const counts = new Map<AccountKey, number>()
    for (const { referral } of this.#accounts.values()) {
      const reward = referral?.referring.reward
      if (referral === null || reward === null || reward === undefined || reward.cancelledAt !== null)
        continue
      const { accountKey } = referral.referrer
      counts.set(accountKey, (counts.get(accountKey) ?? 0) + 1)
    }
    return counts
  }

  #unconfirmedCounts(): ReadonlyMap<AccountKey, number> {
    const counts = new Map<AccountKey, number>()
    for (const { referral } of this.#accounts.values()) {
      const until = referral === null ? null : outstandingUntil(referral)
      if (referral === null || until === null || until <= this.now) continue
      const { accountKey } = referral.referrer
      counts.set(accountKey, (counts.get(accountKey) ?? 0) + 1)
    }
    return counts
  }

  #milestones(): ReadonlyMap<UserKey, UserMilestones> {
    const users = new Map<UserKey, UserMilestones>()
    for (const [user, rewards] of this.#milestoneRewards) users.set(user, { friends: 0, rewards })
    for (const { referral } of this.#accounts.values()) {
      if (referral === null || !countsForMilestones(referral)) continue
      const { userKey } = referral.referrer
      const { friends, rewards } = users.get(userKey) ?? { friends: 0, rewards: [] }
      users.set(userKey, { friends: friends + 1, rewards })
    }
    return users
  }

  /** The rewards for milestones of the first user of a referrer's account. */
  milestoneRewards(id: string): readonly MilestoneReward[] {
    return this.#milestoneRewards.get(`key of ${id}` as UserKey) ?? []
  }

  account(id = 'bob'): Account {
    const account = this.#accounts.get(id as AccountId)
    if (account === undefined) throw new Error(`no account ${id}`)
    return account
  }

  referral(id = 'bob'): Referral {
    const { referral } = this.account(id)
    if (referral === null) throw new Error(`${id} was not referred`)
    return referral
  }

  /** Changes a referral as staff or a redemption would. */
  change(id: string, changes: Partial<Referral>): void {
    const account = { ...this.account(id), referral: { ...this.referral(id), ...changes } }
    this.#accounts = new Map(this.#accounts).set(account.id, account)
  }
}

/** The decision of a call in one line: `referral.started EXPLICIT_CODE, reward.created …`, `refused …`, or nothing. */
export function textOf(decision: Decision): string {
  return decision.kind === 'refused'
    ? `refused ${decision.refused.code}`
    : decision.outcomes.map(({ type, reason }) => `${type} ${reason}`).join(', ')
}

function newIds(account: string): NewIds {
  return {
    referralId: `referral of ${account}` as ReferralId,
    referredRewardId: `friend reward of ${account}` as RewardId,
    referringRewardId: `referrer reward of ${account}` as RewardId,
  }
}

function blankAccount(id: string): Account {
  return newAccount(id as AccountId, `key of ${id}` as AccountKey, START)
}

function withUser(account: Account, id: string): Account {
  const user: User = {
    key: `key of ${id}` as UserKey,
    id: id as UserId,
    code: codeOf(id),
    email: null,
    isEmailClaimed: false,
    isEmailTrusted: false,
    isConfirmed: true,
    firstName: null,
    lastName: null,
    locale: null,
    browserSeenAt: null,
    cookieCode: null,
    createdAt: START,
  }
  return { ...account, users: [user], hasConfirmedUsers: true }
}

function codeOf(id: string): ReferralCode {
  return id.toUpperCase() as ReferralCode
}

function ownerOf(id: string): CodeOwner {
  const referrer = {
    accountKey: `key of ${id}` as AccountKey,
    accountId: id as AccountId,
    userKey: `key of ${id}` as UserKey,
    userId: id as UserId,
  }
  return { referrer, isBlocked: false, disabledAt: null, expiresAt: null }
}
