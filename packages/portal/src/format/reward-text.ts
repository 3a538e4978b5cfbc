import type { Reward, RewardSpec } from '@goodword/client'
import { parseCurrency, priceToNumber } from '@goodword/domain/money'
import { moneyText } from '../components/money.tsx'
import { count } from './count.ts'

/** What a reward is worth: "10 % off for 12 months", "€15.50", "2 × Extra seat". */
export function rewardText(reward: Reward | RewardSpec): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return `${reward.discountPercent} % off${monthsText(reward.monthsDiscountIsValid)}`
    case 'FEATURE':
      return `${reward.quantity} × ${reward.featureType}`
    case 'CREDIT':
      return `${creditText(reward.credit, reward.unit)}${monthsText(reward.monthsCreditIsValid)}`
    case 'TIME_CREDIT':
      return `${count(reward.credit, reward.unit.toLowerCase())}${monthsText(reward.monthsCreditIsValid)}`
  }
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
