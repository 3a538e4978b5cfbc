import type { Program } from '../program/program.ts'
import type { Account, Referral, Referrer } from '../referrals/account.ts'
import type { Outcome } from '../referrals/outcome.ts'
import {
  countsForMilestones,
  type MilestoneReward,
  NO_MILESTONES,
  type UserMilestones,
  withFriends,
} from '../rewards/milestones.ts'
import type { RewardId, UserKey } from '../values/ids.ts'

/** A reward for a milestone before a list of calls, null if there was none, and after it. */
export type MilestoneChange = {
  readonly referrer: Referrer
  readonly before: MilestoneReward | null
  readonly after: MilestoneReward
}

/** The tracking state that determines milestones. */
type MilestonesState = {
  readonly now: number
  readonly program: Program
  readonly milestones: ReadonlyMap<UserKey, UserMilestones>
  readonly newRewardId: () => RewardId
}

/** The milestones of referrers while a list of calls is decided. */
export class MilestonesInCalls {
  readonly #state: MilestonesState
  readonly #users = new Map<UserKey, { readonly referrer: Referrer; readonly now: UserMilestones }>()

  constructor(state: MilestonesState) {
    this.#state = state
  }

  /** Counts what a call made of an account's referral, and returns what follows from it for the referrer. */
  follow(before: Account, after: Account, isRecord: boolean): readonly Outcome[] {
    if (before.referral === after.referral) return []
    const isOther = before.referral?.referrer.userKey !== after.referral?.referrer.userKey
    if (!isOther && countedIn(before.referral) === countedIn(after.referral)) return []
    // Of a referral that was replaced the friend counts for the other referrer.
    return [
      ...this.#add(before.referral, -countedIn(before.referral), isRecord),
      ...this.#add(after.referral, countedIn(after.referral), isRecord),
    ]
  }

  #add(referral: Referral | null, change: number, isRecord: boolean): readonly Outcome[] {
    if (referral === null || change === 0) return []
    const { now, program, newRewardId } = this.#state
    const { referrer } = referral
    const before = this.#of(referrer.userKey)
    const after = withFriends(before, before.friends + change, { now, program, isRecord, newId: newRewardId })
    this.#users.set(referrer.userKey, { referrer, now: after })
    return after.rewards.flatMap((it, index) => outcomeOf(referral, before.rewards[index] ?? null, it))
  }

  #of(user: UserKey): UserMilestones {
    return this.#users.get(user)?.now ?? this.#state.milestones.get(user) ?? NO_MILESTONES
  }

  changes(): readonly MilestoneChange[] {
    return [...this.#users].flatMap(([user, { referrer, now }]) => {
      const stored = new Map(this.#state.milestones.get(user)?.rewards.map((it) => [it.id, it]))
      return now.rewards
        .map((after) => ({ referrer, before: stored.get(after.id) ?? null, after }))
        .filter(({ before, after }) => before?.reward !== after.reward)
    })
  }
}

function countedIn(referral: Referral | null): 0 | 1 {
  return referral !== null && countsForMilestones(referral) ? 1 : 0
}

function outcomeOf(
  { id: referralId, referrer }: Referral,
  before: MilestoneReward | null,
  after: MilestoneReward,
): readonly Outcome[] {
  if (before?.reward === after.reward) return []
  const about = { account: referrer.accountKey, referralId, rewardId: after.id }
  if (before === null) return [{ ...about, type: 'reward.created', reason: 'MILESTONE_REACHED' }]
  return after.reward.cancelledAt === null
    ? [{ ...about, type: 'reward.restored', reason: 'MILESTONE_REACHED' }]
    : [{ ...about, type: 'reward.cancelled', reason: 'MILESTONE_LOST' }]
}
