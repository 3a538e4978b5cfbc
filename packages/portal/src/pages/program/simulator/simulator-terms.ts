import type { Program, RewardSpec } from '@goodword/client'
import type { RewardTerms } from '@goodword/domain/program/billed-year'
import { MAX_MILESTONE_FRIENDS } from '@goodword/domain/rewards/milestones'
import { type Money, parseCurrency, priceFromNumber } from '@goodword/domain/values/money'
import { rateFromPercent } from '@goodword/domain/values/rate'

/** What of a draft decides bills. A reward whose fields are not filled in yet counts as none. */
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
function readyReward(reward: RewardSpec | null): RewardTerms['referredReward'] {
  if (reward === null) return null
  switch (reward.type) {
    case 'PCT_DISCOUNT': {
      const { type, discountPercent, monthsDiscountIsValid: months } = reward
      if (rateFromPercent(discountPercent) === null || !areMonths(months)) return null
      return { type, discountPercent, ...(months === undefined ? {} : { monthsDiscountIsValid: months }) }
    }
    case 'FEATURE':
      return isCount(reward.quantity, 1, 1_000_000) ? reward : null
    default: {
      const { type, unit, credit, monthsCreditIsValid: months } = reward
      if (!isCount(credit, 1, 1_000_000_000_000) || !areMonths(months)) return null
      return { type, unit, credit, ...(months === undefined ? {} : { monthsCreditIsValid: months }) }
    }
  }
}

/** A price as it is typed, in the currency of the program; null for what is none. */
export function priceOf(typed: number | null, currency: string): Money | null {
  const known = parseCurrency(currency)
  if (known === null || typed === null) return null
  const price = priceFromNumber(typed, known)
  return typeof price === 'string' ? null : price
}

function areMonths(months: number | undefined): boolean {
  return months === undefined || isCount(months, 1, 1200)
}

function isCount(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
