import type { Figures } from '@goodword/contract/users/figures'
import { priceToNumber } from '@goodword/domain/values/money'
import type { FiguresReading } from './read-figures.ts'

export function figuresAnswer({
  savedMinor,
  friendsToGo,
  milestones,
  rewardLimit,
  ...counts
}: FiguresReading): Figures {
  const currencies = [...savedMinor.keys()].sort()
  return {
    ...counts,
    saved: currencies.map((currency) => {
      const minor = savedMinor.get(currency) ?? 0
      return { currency, amount: priceToNumber({ minor, currency }) }
    }),
    nextReward: friendsToGo === null ? null : { friendsToGo },
    milestones: milestones.map((it) => ({ ...it })),
    rewardLimit,
  }
}
