import type { Reward, RewardSpec } from '@goodword/client'
import { type CreditType, type RewardType, rewardTypes } from '@goodword/domain/rewards/reward'
import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import { count, moneyText, percentText } from './number-text.ts'

/** The words for each type of reward. */
export const rewardTypeWords = {
  PCT_DISCOUNT: {
    name: 'Discount',
    figures: 'Discounts',
    choice: 'A discount in percent',
    explanation: 'Taken off each bill at the payment processor, at most the whole bill.',
  },
  CREDIT: {
    name: 'Credit',
    figures: 'Credit',
    choice: 'Credit: an amount to spend',
    explanation:
      'In your currency it is taken off bills until it is used up. In a unit of your own, such as POINTS, your system spends it.',
  },
  TIME_CREDIT: {
    name: 'Time',
    figures: 'Time',
    choice: 'Credit: an amount of time',
    explanation: 'Such as free days. Your own system gives it, and tells Goodword when it is used.',
  },
  FEATURE: {
    name: 'Feature',
    figures: 'Features',
    choice: 'A feature of your product',
    explanation: 'Your own system turns the feature on when it hears of the reward by a webhook.',
  },
  PAYMENT_SHARE: {
    name: 'Share',
    figures: 'Shares, number',
    choice: 'A share of what the friend pays',
    explanation:
      'Of each payment of the friend, a part becomes credit, which is taken off the referrer’s own bills in the same currency. If the payment is refunded or disputed, its part is taken back: first from credit that is not used, then from later shares.',
  },
} as const satisfies Record<
  RewardType,
  Readonly<Record<'name' | 'figures' | 'choice' | 'explanation', string>>
>

/** Every type as an option: by its name, or by the words of the choice. */
export function rewardTypeOptions(label: 'name' | 'choice') {
  return rewardTypes.map((value) => ({ value, label: rewardTypeWords[value][label] }))
}

/** The source of a reward: "Referred a friend", "Milestone: 5 friends". */
export function sourceText({
  rewardSource,
  milestoneFriends: friends,
}: Pick<Reward, 'rewardSource' | 'milestoneFriends'>): string {
  switch (rewardSource) {
    case 'REFERRED':
      return 'Joined by a link'
    case 'FRIEND_SIGNUP':
      return 'Referred a friend'
    case 'FRIEND_PAYMENT':
      return 'A friend paid'
    case 'MILESTONE':
      return friends === undefined ? 'Milestone' : `Milestone: ${count(friends, 'friend')}`
    case 'MANUAL':
      return 'Given by your team'
  }
}

/** The terms of a reward: "10% off for 12 months", "100% off for 1 month, one after another", "€15.50", "2 × Extra seat". */
export function rewardText(reward: Reward | RewardSpec): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return `${percentText(reward.discountPercent)} off${monthsText(reward.monthsDiscountIsValid)}${reward.stacking === 'QUEUE' ? ', one after another' : ''}`
    case 'FEATURE':
      return `${reward.quantity} × ${reward.featureType}`
    case 'PAYMENT_SHARE':
      return `${percentText(reward.sharePercent)} of the friend’s payments${monthsText(reward.monthsShareIsValid)}`
    case 'CREDIT':
    case 'TIME_CREDIT':
      return `${amountText(reward.type, reward.credit, reward.unit)}${monthsText(reward.monthsCreditIsValid)}`
  }
}

/** Days of bills begin at 00:00 UTC. */
const billDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Where an available percentage stands among those that are used one after another: "In use", "Next", "Waits for 2 others"; null for others. */
export function queueText({
  queuePosition,
  dateBegins,
}: Pick<Reward, 'queuePosition' | 'dateBegins'>): string | null {
  if (queuePosition === undefined || queuePosition === null) return null
  const begins = dateBegins ?? null
  const from = begins === null ? '' : `, from ${billDay.format(begins)}`
  if (queuePosition > 0) return `Waits for ${count(queuePosition, 'other')}${from}`
  return begins === null ? 'In use' : `Next${from}`
}

/** Why a reward takes nothing off a bill: that of a type that never does, or nothing is left of it. */
export function unbilledText(reward: RewardSpec, isOnBills: boolean): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return 'The months of the discount are over.'
    case 'CREDIT':
      return isOnBills
        ? 'The credit is used up or has expired.'
        : `Credit in ${reward.unit} is not taken off bills. Your own system spends it.`
    case 'TIME_CREDIT':
      return 'The reward is time that your own system gives. It does not change bills here.'
    case 'FEATURE':
      return 'The reward is a feature of your product. It does not change bills.'
    case 'PAYMENT_SHARE':
      return 'The share becomes credit with each payment of the friend. The credit is a reward of its own.'
  }
}

/** The effect of cancelling the reward, in sentences with amounts. */
export function cancelText(reward: Reward): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return reward.statuses.includes('AVAILABLE')
        ? `The discount of ${percentText(reward.discountPercent)} ends now, so the next bill is made without it. Bills that are already made keep theirs.`
        : `The discount of ${percentText(reward.discountPercent)} will not be given.`
    case 'FEATURE':
      return `${reward.quantity} × ${reward.featureType} is taken back. Turn it off in your product, if it is on: a webhook reports the cancellation.`
    case 'PAYMENT_SHARE':
      return `${percentText(reward.sharePercent)} of the friend’s payments are not shared any more, and what is left of the shares so far is taken.`
    case 'CREDIT':
    case 'TIME_CREDIT': {
      const { redeemedCredit: redeemed = 0, reservedCredit: reserved = 0 } = reward
      const left = amountText(reward.type, reward.credit - redeemed, reward.unit)
      if (reserved > 0) {
        const onBill = amountText(reward.type, reserved, reward.unit)
        return `What is left, ${left}, is taken. ${onBill} of it lies on the next bill: it is taken off that bill first, and stays redeemed if the bill is made before.`
      }
      if (redeemed === 0) return `All of it, ${left}, is taken. Nothing of it was redeemed.`
      const stays = amountText(reward.type, redeemed, reward.unit)
      return `What is left, ${left}, is taken. The ${stays} that were redeemed stay redeemed.`
    }
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
