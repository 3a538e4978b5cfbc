/** Descriptions of rewards, wherever one is named. */
export const rewards = {
  percentOff: '{percent} off',
  percentOffMonths: { one: '{percent} off for {count} month', other: '{percent} off for {count} months' },
  queued: '{reward}, one after another',
  creditMonths: { one: '{credit}, valid for {count} month', other: '{credit}, valid for {count} months' },
  feature: '{quantity} × {feature}',
  share: '{percent} of what your friend pays, as credit',
  shareMonths: {
    one: '{percent} of what your friend pays, as credit, for {count} month',
    other: '{percent} of what your friend pays, as credit, for {count} months',
  },
} as const
