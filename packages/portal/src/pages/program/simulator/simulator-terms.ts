import type { Program } from '@goodword/client'
import { RewardSpec } from '@goodword/contract/rewards/reward'
import type { RewardTerms } from '@goodword/domain/program/billed-year'
import { MAX_MILESTONE_FRIENDS } from '@goodword/domain/rewards/milestones'
import { type Money, parseCurrency, priceFromNumber } from '@goodword/domain/values/money'
import { bodyRules } from '../../../forms/body-rules.ts'

/** The terms of a draft that determine bills. A reward whose fields are not filled in yet counts as none. */
export function rewardTermsOf(program: Program): RewardTerms {
  const { referredReward, referrerReward, referrerHoldDays: days, maxReferrerRewards: limit } = program
  return {
    referredReward: readyReward(referredReward),
    referrerReward: readyReward(referrerReward),
    referrerHoldDays: isCount(days, 0, 3650) ? days : 0,
    maxReferrerRewards: limit !== undefined && isCount(limit, 1, 1_000_000) ? limit : null,
    milestones: program.milestones.flatMap(({ friends, reward }) => {
      const ready = readyReward(reward)
      return ready !== null && isCount(friends, 1, MAX_MILESTONE_FRIENDS) ? [{ friends, reward: ready }] : []
    }),
  }
}

/** A reward that the service would take; null for any other. */
function readyReward(reward: Program['referredReward']): RewardTerms['referredReward'] {
  if (reward === null || bodyRules(RewardSpec, reward).wrongFields().length > 0) return null
  // Checked by the contract's own schema. A field that is empty is none.
  return Object.fromEntries(Object.entries(reward).filter(([, it]) => it !== undefined)) as NonNullable<
    RewardTerms['referredReward']
  >
}

/** A price as it is typed, in the currency of the program; null for an invalid one. */
export function priceOf(typed: number | null, currency: string): Money | null {
  const known = parseCurrency(currency)
  if (known === null || typed === null) return null
  const price = priceFromNumber(typed, known)
  return typeof price === 'string' ? null : price
}

function isCount(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
