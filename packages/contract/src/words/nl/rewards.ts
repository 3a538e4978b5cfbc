import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'nl', typeof english> = {
  percentOff: '{percent} korting',
  percentOffMonths: {
    one: '{percent} korting gedurende {count} maand',
    other: '{percent} korting gedurende {count} maanden',
  },
  queued: '{reward}, de een na de ander',
  creditMonths: { one: '{credit}, {count} maand geldig', other: '{credit}, {count} maanden geldig' },
  feature: '{quantity} × {feature}',
  share: '{percent} van wat je vriend betaalt, als tegoed',
  shareMonths: {
    one: '{percent} van wat je vriend betaalt, als tegoed, gedurende {count} maand',
    other: '{percent} van wat je vriend betaalt, als tegoed, gedurende {count} maanden',
  },
}
