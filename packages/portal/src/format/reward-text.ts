import type { Reward, RewardSpec } from '@goodword/client'
import type { CreditType } from '@goodword/domain/rewards/reward'
import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import { count } from './count.ts'
import { moneyText } from './money-text.ts'
import { percentText } from './percent-text.ts'

/** What a reward was given for: "Referred a friend", "Milestone: 5 friends". */
export function sourceText({
  rewardSource,
  milestoneFriends: friends,
}: Pick<Reward, 'rewardSource' | 'milestoneFriends'>): string {
  switch (rewardSource) {
    case 'REFERRED':
      return 'Joined by a link'
    case 'FRIEND_SIGNUP':
      return 'Referred a friend'
    case 'MILESTONE':
      return friends === undefined ? 'Milestone' : `Milestone: ${count(friends, 'friend')}`
    case 'MANUAL':
      return 'Given by your team'
  }
}

/** What a reward is worth: "10% off for 12 months", "€15.50", "2 × Extra seat". */
export function rewardText(reward: Reward | RewardSpec): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return `${percentText(reward.discountPercent)} off${monthsText(reward.monthsDiscountIsValid)}`
    case 'FEATURE':
      return `${reward.quantity} × ${reward.featureType}`
    case 'CREDIT':
    case 'TIME_CREDIT':
      return `${amountText(reward.type, reward.credit, reward.unit)}${monthsText(reward.monthsCreditIsValid)}`
  }
}

/** An amount of credit with its unit, in the words of its type: "€15.50", "14 days". */
export function amountText(type: CreditType, amount: number, unit: string): string {
  return type === 'CREDIT' ? creditText(amount, unit) : count(amount, unit.toLowerCase())
}

/** A credit is in the smallest unit of a currency, or in whole units of the merchant's own. */
export function creditText(credit: number, unit: string): string {
  const currency = parseCurrency(unit)
  if (currency === null) return `${credit.toLocaleString()} ${unit}`
  return moneyText(priceToNumber({ minor: credit, currency }), unit)
}

function monthsText(months: number | undefined): string {
  return months === undefined ? '' : ` for ${count(months, 'month')}`
}
