import type { rewards as english } from '../en/rewards.ts'
import type { Translation } from '../translation.ts'

export const rewards: Translation<'pl', typeof english> = {
  percentOff: '{percent} zniżki',
  percentOffMonths: {
    one: '{percent} zniżki przez {count} miesiąc',
    few: '{percent} zniżki przez {count} miesiące',
    many: '{percent} zniżki przez {count} miesięcy',
    other: '{percent} zniżki przez {count} miesiąca',
  },
  queued: '{reward}, jedna po drugiej',
  creditMonths: {
    one: '{credit}, do wykorzystania przez {count} miesiąc',
    few: '{credit}, do wykorzystania przez {count} miesiące',
    many: '{credit}, do wykorzystania przez {count} miesięcy',
    other: '{credit}, do wykorzystania przez {count} miesiąca',
  },
  feature: '{quantity} × {feature}',
  share: '{percent} płatności znajomego jako środki',
  shareMonths: {
    one: '{percent} płatności znajomego jako środki przez {count} miesiąc',
    few: '{percent} płatności znajomego jako środki przez {count} miesiące',
    many: '{percent} płatności znajomego jako środki przez {count} miesięcy',
    other: '{percent} płatności znajomego jako środki przez {count} miesiąca',
  },
}
