import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'de', typeof english> = {
  percentOff: '{percent} Rabatt',
  percentOffMonths: {
    one: '{percent} Rabatt für {count} Monat',
    other: '{percent} Rabatt für {count} Monate',
  },
  queued: '{reward}, nacheinander',
  creditMonths: { one: '{credit}, gültig für {count} Monat', other: '{credit}, gültig für {count} Monate' },
  feature: '{quantity} × {feature}',
  share: '{percent} von dem, was dein Freund zahlt, als Guthaben',
  shareMonths: {
    one: '{percent} von dem, was dein Freund zahlt, als Guthaben, {count} Monat lang',
    other: '{percent} von dem, was dein Freund zahlt, als Guthaben, {count} Monate lang',
  },
}
