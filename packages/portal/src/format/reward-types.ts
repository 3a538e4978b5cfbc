import { type RewardType, rewardTypes } from '@goodword/domain/rewards/reward'

/** What staff read about each type of reward. */
export const rewardTypeWords = {
  PCT_DISCOUNT: {
    name: 'Discount',
    figures: 'Discounts, number',
    choice: 'A discount in percent',
    explanation:
      'Taken off each bill at the payment processor. Discounts of several friends add up, at most to the whole bill.',
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
} as const satisfies Record<
  RewardType,
  Readonly<Record<'name' | 'figures' | 'choice' | 'explanation', string>>
>

/** Every type as an option: by its name, or as what is chosen. */
export function rewardTypeOptions(label: 'name' | 'choice') {
  return rewardTypes.map((value) => ({ value, label: rewardTypeWords[value][label] }))
}
