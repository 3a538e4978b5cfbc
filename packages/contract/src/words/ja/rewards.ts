import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'ja', typeof english> = {
  percentOff: '{percent}割引',
  percentOffMonths: { other: '{count}か月間{percent}割引' },
  queued: '{reward}（順番に適用）',
  creditMonths: { other: '{credit}（{count}か月間有効）' },
  feature: '{quantity} × {feature}',
  share: 'お友達の支払額の{percent}分のクレジット',
  shareMonths: {
    other: '{count}か月間、お友達の支払額の{percent}分のクレジット',
  },
}
