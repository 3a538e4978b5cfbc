import { outstandingUntil } from '@goodword/domain/moderation/unsigned-conversion'
import type { Program } from '@goodword/domain/program/program'
import { type Account, blankAccount, type ReferralSide } from '@goodword/domain/referrals/account'
import type { Call } from '@goodword/domain/referrals/command'
import type { CodeOwner } from '@goodword/domain/referrals/decision-context'
import { keptOnceAs, type Outcome } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import {
  countsForMilestones,
  type MilestoneReward,
  type UserMilestones,
} from '@goodword/domain/rewards/milestones'
import { type Decision, type TrackingState, track } from '@goodword/domain/tracking/tracking'
import type {
  AccountId,
  AccountKey,
  ProviderId,
  ReferralId,
  RewardId,
  UserKey,
} from '@goodword/domain/values/ids'

/** A tenant in memory that applies the domain's rules to one call after the other: storage must give the same results. */
export class TrackingModel {
  now: number
  readonly #program: Program
  #accounts: ReadonlyMap<AccountId, Account> = new Map()
  readonly #codes = new Map<ReferralCode, CodeOwner>()
  readonly #events: string[] = []
  readonly #milestones = new Map<UserKey, ReadonlyMap<RewardId, MilestoneReward>>()
  #made = 0

  constructor(program: Program, now: number) {
    this.#program = program
    this.now = now
  }

  track(call: Call): Decision {
    const { decisions, accounts, milestones } = track(
      {
        now: this.now,
        program: this.#program,
        accounts: new Map([
          [call.accountId, blankAccount(call.accountId, this.#make(), this.now)],
          ...this.#accounts,
        ]),
        stored: new Set(this.#accounts.keys()),
        codes: this.#codes,
        blocked: new Set(),
        identifiers: new Map(),
        providerOwners: this.#providerOwners(),
        ...this.#rewardsOfReferrers(),
        unconfirmedCounts: this.#unconfirmedCounts(),
        milestones: this.#milestonesByUser(),
        newIds: () => ({
          referralId: this.#make<ReferralId>(),
          referredRewardId: this.#make<RewardId>(),
          referringRewardId: this.#make<RewardId>(),
        }),
        newRewardId: () => this.#make<RewardId>(),
      },
      [call],
    )
    const [decision] = decisions
    if (decision === undefined) throw new Error('no decision for the call')
    if (decision.kind === 'accepted') {
      this.#accounts = accounts
      this.#enterCodes()
      for (const { referrer, after } of milestones) {
        const own = new Map(this.#milestones.get(referrer.userKey)).set(after.id, after)
        this.#milestones.set(referrer.userKey, own)
      }
      for (const outcome of decision.outcomes) this.#remember(outcome, call.source)
    }
    return decision
  }

  disable(code: ReferralCode): void {
    const owner = this.#codes.get(code)
    if (owner !== undefined) this.#codes.set(code, { ...owner, disabledAt: this.now })
  }

  /** Whether the code belongs to a user. */
  hasCode(code: ReferralCode): boolean {
    return this.#codes.has(code)
  }

  pictures(): Record<string, unknown> {
    return Object.fromEntries([...this.#accounts.values()].map((it) => [it.id, pictureOf(it)]))
  }

  /** The rewards for milestones, by account and user. */
  milestones(): readonly string[] {
    const people = [...this.#accounts.values()].flatMap(({ id, users }) =>
      users.flatMap((user) =>
        [...(this.#milestones.get(user.key)?.values() ?? [])].map(({ reward }) =>
          milestoneLine(id, user.id, reward.milestone, reward.cancelledAt !== null),
        ),
      ),
    )
    return people.sort()
  }

  people(): Record<string, unknown> {
    const accounts = [...this.#accounts.values()].filter((it) => it.users.length > 0)
    return Object.fromEntries(accounts.map((it) => [it.id, it.users.map(withoutKey)]))
  }

  events(): readonly string[] {
    return [...this.#events].sort()
  }

  #remember(outcome: Outcome, actor: string): void {
    const account = [...this.#accounts.values()].find((it) => it.key === outcome.account)
    const keptAs = keptOnceAs(outcome, actor)
    const line = eventLine(account?.id ?? '', outcome.type, outcome.reason, keptAs ?? outcome.code ?? null)
    if (keptAs === null || !this.#events.includes(line)) this.#events.push(line)
  }

  /** Every code that ever belonged to a user keeps working. */
  #enterCodes(): void {
    for (const account of this.#accounts.values()) {
      for (const it of account.users) {
        const referrer = {
          accountKey: account.key,
          accountId: account.id,
          userKey: it.key,
          userId: it.id,
        }
        if (!this.#codes.has(it.code))
          this.#codes.set(it.code, { referrer, isBlocked: false, disabledAt: null, expiresAt: null })
      }
    }
  }

  #providerOwners(): Map<ProviderId, AccountKey> {
    return new Map(
      [...this.#accounts.values()].flatMap(({ providerId, key }): [ProviderId, AccountKey][] =>
        providerId === null ? [] : [[providerId, key]],
      ),
    )
  }

  #unconfirmedCounts(): Map<AccountKey, number> {
    const counts = new Map<AccountKey, number>()
    for (const { referral } of this.#accounts.values()) {
      const until = referral === null ? null : outstandingUntil(referral)
      if (referral === null || until === null || until <= this.now) continue
      const { accountKey } = referral.referrer
      counts.set(accountKey, (counts.get(accountKey) ?? 0) + 1)
    }
    return counts
  }

  #milestonesByUser(): ReadonlyMap<UserKey, UserMilestones> {
    const found = new Map<UserKey, UserMilestones>()
    for (const [user, rewards] of this.#milestones)
      found.set(user, { friends: 0, rewards: [...rewards.values()] })
    for (const { referral } of this.#accounts.values()) {
      if (referral === null || !countsForMilestones(referral)) continue
      const { userKey } = referral.referrer
      const { friends, rewards } = found.get(userKey) ?? { friends: 0, rewards: [] }
      found.set(userKey, { friends: friends + 1, rewards })
    }
    return found
  }

  #rewardsOfReferrers(): Pick<TrackingState, 'rewardCounts' | 'firstRewards'> {
    const rewardCounts = new Map<AccountKey, number>()
    const firstRewards = new Map<AccountKey, number>()
    for (const { referral } of this.#accounts.values()) {
      const reward = referral?.referring.reward ?? null
      if (referral === null || reward === null || reward.cancelledAt !== null) continue
      const { accountKey } = referral.referrer
      rewardCounts.set(accountKey, (rewardCounts.get(accountKey) ?? 0) + 1)
      firstRewards.set(accountKey, Math.min(reward.createdAt, firstRewards.get(accountKey) ?? Infinity))
    }
    return { rewardCounts, firstRewards }
  }

  #make<Key extends string>(): Key {
    this.#made += 1
    // Keys of the model are compared with each other only.
    return `key ${this.#made}` as Key
  }
}

/**
 * An account without our own keys, which differ between two runs of one story; of its users the first and those that the
 * call names, which is as many as an account is sure to have.
 */
export function pictureOf(account: Account, call: Call | null = null): unknown {
  const {
    key: _key,
    users: stored,
    earningUsers: _confirmed,
    replaced: _replaced,
    referral,
    ...own
  } = account
  const named = call?.commands.flatMap((it) => (it.kind === 'identify' ? [it.userId] : [])) ?? []
  const users = stored.filter(({ id }, index) => index === 0 || named.includes(id)).map(withoutKey)
  if (referral === null) return { ...own, users, referral }
  // The facts of the history are known to storage alone.
  const { id: _id, referrer, referred, referring, unconfirmedUser, facts: _facts, ...tie } = referral
  return {
    ...own,
    users,
    referral: {
      ...tie,
      hasUnconfirmedUser: unconfirmedUser !== null,
      referrer: [referrer.accountId, referrer.userId],
      referred: sidePicture(referred),
      referring: sidePicture(referring),
    },
  }
}

/** The part of a call's decision that the caller sees. */
export function decisionPicture(decision: Decision, call: Call): unknown {
  if (decision.kind === 'refused') return { refused: decision.refused.code, param: decision.refused.param }
  // Sorted: the order of several friends of a referrer is not defined.
  const outcomes = decision.outcomes.map((it) => [it.type, it.reason, it.code].join(' ')).sort()
  return { account: pictureOf(decision.account, call), outcomes }
}

export function milestoneLine(
  account: string,
  user: string,
  milestone: number | null,
  isCancelled: boolean,
): string {
  return `${account} ${user} ${milestone}${isCancelled ? ' cancelled' : ''}`
}

/** `about` is what an event is kept once as, or else its code. */
export function eventLine(account: string, type: string, reason: string, about: string | null): string {
  return [account, type, reason, about ?? ''].join(' ')
}

function withoutKey<T extends { readonly key: unknown }>({ key: _key, ...rest }: T): Omit<T, 'key'> {
  return rest
}

function sidePicture({ moderation, reward }: ReferralSide): unknown {
  return { moderation, reward }
}
